import path from 'node:path';
import { type DiarizedSegment, linkSpeakers } from '@/app/domain/speech/link-speakers';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import type { SpeakerTurn, Word } from '@/app/domain/transcript/transcript';
import type { Recognition, RecognitionRequest, SpeechEngine, SpeechReadiness, SpeechRequest } from '../port';
import { resumeStoredSegments } from '../stored-segments';
import { BatchWriter } from './batch-writer';
import { MAX_CRASHES, readCrashCounts, recordCrash } from './crash-counts';
import type { Pack } from './pack.server';
import type { ReadyModels } from './ready-models.server';
import { runStage, SpeechProcessError, type StageListener } from './run-stage.server';
import type { RecognizedSegment, ResumePoint, SpeechTask } from './task';

const START: ResumePoint = { stretchMs: 0, segment: 0, heardMs: 0 };

/** Checkpoint of a diarized block; `by` names model and speaker count. */
interface StoredBlock extends Pick<DiarizedSegment, 'turns'> {
  by: string;
  voices: { speaker: number; embedding: number[]; speechMs: number }[];
}

type LocalRecognitionRequest = SpeechRequest & Pick<RecognitionRequest, 'language'>;

/** Local engine: recognizes and diarizes on this machine, each stage in its own child process. */
export class LocalSpeechEngine implements SpeechEngine {
  readonly diarizesLocally = true;
  readonly #ready: ReadyModels;

  constructor(ready: ReadyModels) {
    this.#ready = ready;
  }

  readiness(isSample: boolean): Promise<SpeechReadiness> {
    return this.#ready.readiness(isSample);
  }

  async modelName(isSample: boolean): Promise<string> {
    return (await this.#ready.choosePack(isSample)).model;
  }

  async recognize(request: LocalRecognitionRequest): Promise<Recognition> {
    const { notes } = request;
    const { pack, common } = await this.#prepare(request);
    const language = pack.recognizer === 'whisper' ? languageFor(pack, request) : null;
    const by = language === null ? `local ${pack.model}` : `local ${pack.model} ${language}`;
    const { hasConfidence } = pack;
    const pieces = await resumeStoredSegments(notes, by);
    const from = (pieces.at(-1)?.next as ResumePoint | undefined) ?? START;
    const keeper = new BatchWriter<RecognizedSegment>(async (parts) => {
      const words = parts.flatMap((part) => part.words);
      const concerns = parts.flatMap((part) => part.concerns);
      const piece = { by, next: parts.at(-1)!.next, words, concerns, hasConfidence };
      pieces.push(piece);
      await notes.addSegment(piece);
    });
    const fatal = await readCrashCounts(notes);
    const skipped = [...fatal].filter(([, times]) => times >= MAX_CRASHES).map(([startMs]) => startMs);
    /** Start of the segment that the child process is working on; null between two. */
    let begunMs: number | null = null;
    const orders = { from, skipped, language };
    await this.#run({ stage: 'recognize', ...common, orders }, request, keeper, (startMs) => {
      begunMs = startMs;
    }).catch(async (error: unknown) => {
      if (error instanceof SpeechProcessError && error.isCrash && begunMs !== null) {
        await recordCrash(notes, fatal, begunMs);
      }
      throw error;
    });
    return {
      words: pieces.flatMap(({ words }): Word[] => words),
      concerns: pieces.flatMap(({ concerns }) => concerns),
      turns: null,
      hasConfidence,
      modelName: pack.model,
    };
  }

  async diarize(request: SpeechRequest): Promise<SpeakerTurn[]> {
    const { notes, speakerCount } = request;
    const { pack, common } = await this.#prepare(request);
    const by = `${pack.model} ${speakerCount ?? 'auto'}`;
    const blocks = await readBlocks(request, by);
    let noted = blocks.length;
    const keeper = new BatchWriter<DiarizedSegment>(async (parts) => {
      for (const part of parts) {
        blocks.push(part);
        await notes.write(blockKey(noted), { by, ...part, voices: part.voices.map(toStoredVoice) });
        noted += 1;
      }
    });
    const orders = { from: blocks.length, speakerCount };
    await this.#run({ stage: 'diarize', ...common, orders }, request, keeper);
    if (blocks.length <= 1) return blocks[0]?.turns ?? [];
    return linkSpeakers(blocks, { threshold: pack.diarization.linkingThreshold, speakerCount });
  }

  /** Segments of speech, in order; none longer than the recognizer's limit. */
  async detect(request: SpeechRequest): Promise<TimeRange[]> {
    const { common } = await this.#prepare(request);
    const found: TimeRange[] = [];
    const onPart = (spans: TimeRange[]) => {
      found.push(...spans);
    };
    await runStage({ stage: 'detect', ...common, orders: {} }, { ...request, onPart });
    return found;
  }

  /** Nothing to delete: a local engine stores nothing remotely. */
  async deleteRemoteTranscript(): Promise<void> {}

  async #prepare(
    request: SpeechRequest,
  ): Promise<{ pack: Pack; common: Pick<SpeechTask, 'models' | 'audio'> }> {
    const { path: pcmPath, durationMs } = await request.audio();
    // Chosen late: models may be downloaded while the recording is being decoded.
    const pack = await this.#ready.choosePack(request.isSample);
    const audio = { path: path.resolve(pcmPath), durationMs };
    return { pack, common: { models: this.#ready.modelsOf(pack), audio } };
  }

  /** Saves what was received even when it fails. @param onSegment gets a segment's start, null at its end */
  async #run<S extends 'recognize' | 'diarize'>(
    task: SpeechTask<S>,
    { signal, onProgress }: SpeechRequest,
    keeper: BatchWriter<Parameters<StageListener<S>['onPart']>[0]>,
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
const languageFor = (pack: Pack, { language }: LocalRecognitionRequest) =>
  pack.languages.includes(language) ? language : null;

const blockKey = (index: number) => `block-${index}`;

const toStoredVoice = ({ embedding, ...voice }: DiarizedSegment['voices'][number]) => ({
  ...voice,
  embedding: [...embedding],
});

/** Reads the blocks that an earlier attempt with the same model and speaker count saved. */
async function readBlocks({ notes }: SpeechRequest, by: string): Promise<DiarizedSegment[]> {
  const blocks: DiarizedSegment[] = [];
  for (;;) {
    const noted = (await notes.read(blockKey(blocks.length))) as StoredBlock | null;
    if (noted?.by !== by) return blocks;
    const voices = noted.voices.map((voice) => ({
      ...voice,
      embedding: Float32Array.from(voice.embedding),
    }));
    blocks.push({ turns: noted.turns, voices });
  }
}
