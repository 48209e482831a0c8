import path from 'node:path';
import { type DiarizedBlock, linkSpeakers } from '@/app/domain/transcription/link-speakers';
import type { Span } from '@/app/domain/transcription/plan-segments';
import type { SpeakerTurn, Word } from '@/app/domain/transcription/transcript';
import { takePieces } from '../pieces';
import type { Recognition, RecognitionRequest, SpeechEngine, SpeechReadiness, SpeechRequest } from '../port';
import { readFatal, SKIPPED_AFTER, writeFatal } from './fatal-segments';
import type { Pack } from './pack.server';
import { PartKeeper } from './part-keeper';
import type { ReadyModels } from './ready-models.server';
import { runStage, SpeechProcessError, type StageListener } from './run-stage.server';
import type { HeardSegment, Place, SpeechTask } from './task';

const BEGINNING: Place = { stretchMs: 0, segment: 0, heardMs: 0 };

/** Checkpoint of a diarized block; `by` names model and speaker count. */
interface NotedBlock extends Pick<DiarizedBlock, 'turns'> {
  by: string;
  voices: { speaker: number; embedding: number[]; speechMs: number }[];
}

type SpokenRequest = SpeechRequest & Pick<RecognitionRequest, 'language'>;

/** Local engine: recognizes and diarizes on this machine, each stage in its own child process. */
export class LocalSpeechEngine implements SpeechEngine {
  readonly diarizesHere = true;
  readonly #ready: ReadyModels;

  constructor(ready: ReadyModels) {
    this.#ready = ready;
  }

  readiness(isSample: boolean): Promise<SpeechReadiness> {
    return this.#ready.readiness(isSample);
  }

  async modelName(isSample: boolean): Promise<string> {
    return (await this.#ready.choose(isSample)).model;
  }

  async recognize(request: SpokenRequest): Promise<Recognition> {
    const { notes } = request;
    const { pack, common } = await this.#prepare(request);
    const language = pack.recognizer === 'whisper' ? languageFor(pack, request) : null;
    const by = language === null ? `local ${pack.model}` : `local ${pack.model} ${language}`;
    const { hasConfidence } = pack;
    const pieces = await takePieces(notes, by);
    const from = (pieces.at(-1)?.next as Place | undefined) ?? BEGINNING;
    const keeper = new PartKeeper<HeardSegment>(async (parts) => {
      const words = parts.flatMap((part) => part.words);
      const concerns = parts.flatMap((part) => part.concerns);
      const piece = { by, next: parts.at(-1)!.next, words, concerns, hasConfidence };
      pieces.push(piece);
      await notes.addPiece(piece);
    });
    const fatal = await readFatal(notes);
    const skipped = [...fatal].filter(([, times]) => times >= SKIPPED_AFTER).map(([startMs]) => startMs);
    /** Start of the segment that the child process is working on; null between two. */
    let begunMs: number | null = null;
    const orders = { from, skipped, language };
    await this.#run({ stage: 'recognize', ...common, orders }, request, keeper, (startMs) => {
      begunMs = startMs;
    }).catch(async (error: unknown) => {
      if (error instanceof SpeechProcessError && error.isItsOwnFault && begunMs !== null) {
        await writeFatal(notes, fatal, begunMs);
      }
      throw error;
    });
    return {
      words: pieces.flatMap(({ words }): Word[] => words),
      concerns: pieces.flatMap(({ concerns }) => concerns),
      ...{ turns: null, hasConfidence, modelName: pack.model },
    };
  }

  async diarize(request: SpeechRequest): Promise<SpeakerTurn[]> {
    const { notes, speakerCount } = request;
    const { pack, common } = await this.#prepare(request);
    const by = `${pack.model} ${speakerCount ?? 'auto'}`;
    const blocks = await readBlocks(request, by);
    let noted = blocks.length;
    const keeper = new PartKeeper<DiarizedBlock>(async (parts) => {
      for (const part of parts) {
        blocks.push(part);
        await notes.write(blockKey(noted), { by, ...part, voices: part.voices.map(listed) });
        noted += 1;
      }
    });
    const orders = { from: blocks.length, speakerCount };
    await this.#run({ stage: 'diarize', ...common, orders }, request, keeper);
    if (blocks.length <= 1) return blocks[0]?.turns ?? [];
    return linkSpeakers(blocks, { threshold: pack.diarization.linkingThreshold, speakerCount });
  }

  /** Segments of speech, in order; none longer than the recognizer's limit. */
  async detect(request: SpeechRequest): Promise<Span[]> {
    const { common } = await this.#prepare(request);
    const found: Span[] = [];
    const onPart = (spans: Span[]) => {
      found.push(...spans);
    };
    await runStage({ stage: 'detect', ...common, orders: {} }, { ...request, onPart });
    return found;
  }

  /** Nothing to delete: a local engine stores nothing remotely. */
  async forget(): Promise<void> {}

  async #prepare(
    request: SpeechRequest,
  ): Promise<{ pack: Pack; common: Pick<SpeechTask, 'models' | 'audio'> }> {
    const { path: pcmPath, durationMs } = await request.audio();
    // Chosen late: models may be downloaded while the recording is being decoded.
    const pack = await this.#ready.choose(request.isSample);
    const audio = { path: path.resolve(pcmPath), durationMs };
    return { pack, common: { models: this.#ready.modelsOf(pack), audio } };
  }

  /**
   * Runs a stage to its end. Results received until then are saved even when it fails.
   * @param onSegment called with the start of a segment, and with null when it is done
   */
  async #run<S extends 'recognize' | 'diarize'>(
    task: SpeechTask<S>,
    { signal, onProgress }: SpeechRequest,
    keeper: PartKeeper<Parameters<StageListener<S>['onPart']>[0]>,
    onSegment?: (startMs: number | null) => void,
  ): Promise<void> {
    try {
      const onPart: StageListener<S>['onPart'] = (part) => {
        onSegment?.(null);
        return keeper.add(part);
      };
      await runStage(task, { signal, onProgress, onPart, ...(onSegment && { onBegun: onSegment }) });
    } catch (error) {
      // The first error takes precedence.
      await keeper.finish().catch(() => undefined);
      throw error;
    }
    await keeper.finish();
  }
}

/** Language passed to the recognizer; null when its model does not support it and has to guess. */
const languageFor = (pack: Pack, { language }: SpokenRequest) =>
  pack.languages.includes(language) ? language : null;

const blockKey = (index: number) => `block-${index}`;

const listed = ({ embedding, ...voice }: DiarizedBlock['voices'][number]) => ({
  ...voice,
  embedding: [...embedding],
});

/** Reads the blocks that an earlier attempt with the same model and speaker count saved. */
async function readBlocks({ notes }: SpeechRequest, by: string): Promise<DiarizedBlock[]> {
  const blocks: DiarizedBlock[] = [];
  for (;;) {
    const noted = (await notes.read(blockKey(blocks.length))) as NotedBlock | null;
    if (noted?.by !== by) return blocks;
    const voices = noted.voices.map((voice) => ({
      ...voice,
      embedding: Float32Array.from(voice.embedding),
    }));
    blocks.push({ turns: noted.turns, voices });
  }
}
