import path from 'node:path';
import { calibrateWords } from '@/app/domain/speech/calibrate-confidence';
import {
  type DiarizedBlock,
  type LinkedSpeakers,
  linkSpeakers,
  type VoicedTurn,
} from '@/app/domain/speech/link-speakers';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import type { Word } from '@/app/domain/transcript/transcript';
import type {
  CheckpointStore,
  FollowRequest,
  PcmFile,
  Recognition,
  RecognitionRequest,
  SpeechEngine,
  SpeechReadiness,
  SpeechRequest,
  StoredSegment,
} from '../port';
import { resumeStoredSegments } from '../stored-segments';
import { BatchWriter } from './batch-writer';
import { MAX_CRASHES, readCrashCounts, recordCrash } from './crash-counts';
import type { Pack } from './pack.server';
import { PcmReader } from './pcm';
import type { ReadyModels } from './ready-models.server';
import { runStage, SpeechProcessError, type StageListener } from './run-stage.server';
import { hasSound } from './sound-mark';
import type { HeardRange, RecognizedSegment, ResumePoint, SpeechTask } from './task';

const START: ResumePoint = { stretchMs: 0, segment: 0, heardMs: 0 };

/** Checkpoint of a diarized block; `by` names the model. */
interface StoredBlock {
  by: string;
  /** Voices are 32-bit floats, little-endian, in Base64. */
  turns: (Omit<VoicedTurn, 'voice'> & { voice: string | null })[];
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

  /** Confidences are calibrated. */
  async recognize(request: LocalRecognitionRequest): Promise<Recognition> {
    const { evidence, calibration, ...heard } = await this.hear(request);
    return heard.hasConfidence
      ? { ...heard, words: calibrateWords(heard.words, evidence, calibration) }
      : heard;
  }

  /** Confidences are the model's own; `evidence` and `calibration` tell what they are worth. */
  async hear(
    request: LocalRecognitionRequest,
  ): Promise<Recognition & Required<Pick<StoredSegment, 'evidence'>> & Pick<Pack, 'calibration'>> {
    const { notes } = request;
    const { pack, common } = await this.#prepare(request);
    const { language, by, hasConfidence, isWritten } = recognizerOf(pack, request);
    const pieces = await keepTrueSegments(notes, await resumeStoredSegments(notes, by), common.audio);
    const from = (pieces.at(-1)?.next as ResumePoint | undefined) ?? START;
    const keeper = new BatchWriter<RecognizedSegment>(async (parts) => {
      const words = parts.flatMap((part) => part.words);
      const concerns = parts.flatMap((part) => part.concerns);
      const evidence = parts.flatMap((part) => part.evidence ?? []);
      const piece = { by, next: parts.at(-1)!.next, words, concerns, hasConfidence, isWritten, evidence };
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
      evidence: pieces.flatMap(({ evidence = [] }) => evidence),
      turns: null,
      hasConfidence,
      isWritten,
      modelName: pack.model,
      calibration: pack.calibration,
    };
  }

  async follow(request: FollowRequest): Promise<void> {
    const { notes, ended } = request;
    const pack = await this.#ready.choosePack(false);
    const { language, by, hasConfidence, isWritten } = recognizerOf(pack, request);
    const last = (await resumeStoredSegments(notes, by)).at(-1)?.next as ResumePoint | undefined;
    const failure = new AbortController();
    const keeper = new BatchWriter<HeardRange>(
      async (parts) => {
        for (const part of parts) await notes.addSegment({ ...part, by, hasConfidence, isWritten });
      },
      (error) => failure.abort(error),
    );
    const audio = { path: path.resolve(request.path), durationMs: Number.POSITIVE_INFINITY };
    const orders = { fromMs: last?.stretchMs ?? 0, language };
    const task = { stage: 'follow' as const, models: this.#ready.modelsOf(pack), audio, orders };
    const signal = AbortSignal.any([request.signal, failure.signal]);
    await this.#run(task, { signal, onProgress: () => undefined, ended }, keeper);
  }

  async diarize(request: SpeechRequest): Promise<LinkedSpeakers> {
    const { notes, speakerCount } = request;
    const { pack, common } = await this.#prepare(request);
    const by = `voices ${pack.model}`;
    const blocks = await readBlocks(request, by);
    let noted = blocks.length;
    const keeper = new BatchWriter<DiarizedBlock>(async (parts) => {
      for (const part of parts) {
        blocks.push(part);
        await notes.write(blockKey(noted), { by, turns: part.turns.map(toStoredTurn) } satisfies StoredBlock);
        noted += 1;
      }
    });
    const orders = { from: blocks.length };
    await this.#run({ stage: 'diarize', ...common, orders }, request, keeper);
    const { linkingThreshold, minGap } = pack.diarization;
    return linkSpeakers(blocks, {
      threshold: linkingThreshold,
      maxGapMs: minGap * 1000,
      speakerCount,
      model: pack.model,
    });
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
  async #run<S extends 'recognize' | 'follow' | 'diarize'>(
    task: SpeechTask<S>,
    { signal, onProgress, ended }: Pick<StageListener<S>, 'signal' | 'onProgress' | 'ended'>,
    keeper: BatchWriter<Parameters<StageListener<S>['onPart']>[0]>,
    onSegment?: (startMs: number | null) => void,
  ): Promise<void> {
    try {
      const onPart: StageListener<S>['onPart'] = (part) => {
        onSegment?.(null);
        return keeper.add(part);
      };
      const listener = { signal, onProgress, onPart, ...(onSegment && { onBegun: onSegment }) };
      await runStage(task, { ...listener, ...(ended && { ended }) });
    } catch (error) {
      // The first error takes precedence.
      await keeper.finish().catch(() => undefined);
      throw error;
    }
    await keeper.finish();
  }
}

/**
 * Segments of a growing recording up to the last one whose sound the finished recording has at the same time; deletes
 * the others.
 */
async function keepTrueSegments(
  notes: CheckpointStore,
  pieces: StoredSegment[],
  audio: PcmFile,
): Promise<StoredSegment[]> {
  if (pieces.length === 0) return pieces;
  const pcm = await PcmReader.open(audio);
  let count = pieces.length;
  try {
    while (count > 0 && !(await isTrue(pieces[count - 1]!, pcm))) count -= 1;
  } finally {
    await pcm.close();
  }
  if (count === pieces.length) return pieces;
  const kept = pieces.slice(0, count);
  await notes.deleteSegments();
  for (const piece of kept) await notes.addSegment(piece);
  return kept;
}

async function isTrue({ next }: StoredSegment, pcm: PcmReader): Promise<boolean> {
  const { mark } = next as ResumePoint;
  return !mark || hasSound(pcm, mark);
}

/** `by` as in `StoredSegment`; `language` is null when the model supports none, or has to guess this one. */
function recognizerOf(pack: Pack, { language: stated }: Pick<RecognitionRequest, 'language'>) {
  const language = pack.recognizer === 'whisper' && pack.languages.includes(stated) ? stated : null;
  return {
    language,
    by: language === null ? `local ${pack.model}` : `local ${pack.model} ${language}`,
    hasConfidence: pack.hasConfidence,
    isWritten: pack.cased && pack.punctuated,
  };
}

const blockKey = (index: number) => `block-${index}`;

const toStoredTurn = ({ voice, ...turn }: VoicedTurn): StoredBlock['turns'][number] => ({
  ...turn,
  voice: voice && Buffer.from(voice.buffer, voice.byteOffset, voice.byteLength).toString('base64'),
});

function fromStoredTurn({ voice, ...turn }: StoredBlock['turns'][number]): VoicedTurn {
  if (voice === null) return { ...turn, voice };
  const bytes = Uint8Array.from(Buffer.from(voice, 'base64'));
  return { ...turn, voice: new Float32Array(bytes.buffer) };
}

/** Reads the blocks that an earlier attempt with the same model saved. */
async function readBlocks({ notes }: SpeechRequest, by: string): Promise<DiarizedBlock[]> {
  const blocks: DiarizedBlock[] = [];
  for (;;) {
    const noted = (await notes.read(blockKey(blocks.length))) as StoredBlock | null;
    if (noted?.by !== by) return blocks;
    blocks.push({ turns: noted.turns.map(fromStoredTurn) });
  }
}
