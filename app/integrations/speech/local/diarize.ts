import sherpa from 'sherpa-onnx-node';
import type { DiarizedBlock, VoicedTurn } from '@/app/domain/speech/link-speakers';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import type { SpeakerTurn } from '@/app/domain/transcript/transcript';
import { type PcmReader, SAMPLE_RATE, SAMPLES_PER_MS } from './pcm';
import type { Models, StageOptions } from './task';

/** Too short to contain a speaker; the diarizer cannot process an empty recording. */
const MIN_SAMPLES = SAMPLE_RATE / 10;
/** Maximum audio per turn for a voice embedding, and the least from which one is computed. */
const MAX_EMBEDDED_MS = 8_000;
const MIN_EMBEDDED_MS = 500;

type DiarizeOptions = StageOptions['diarize'] & {
  onProgress: (fraction: number) => void;
  onBlock: (block: DiarizedBlock) => Promise<void>;
};

/**
 * In blocks, whose turns `linkSpeakers` clusters afterwards, all at once: the diarizer's memory grows linearly
 * and its time quadratically with its input. Its own clustering has a low threshold, so that a turn is of one
 * voice, although a voice has several numbers. Holds one block in memory: 4 MB per minute.
 */
export async function diarize(pcm: PcmReader, models: Models, options: DiarizeOptions): Promise<void> {
  const { onProgress, onBlock, from } = options;
  if (pcm.sampleCount < MIN_SAMPLES) return;
  const count = Math.ceil(pcm.durationMs / (models.diarization.blockLength * 1000));
  const engine = new BlockDiarizer(models);
  const room = new Float32Array((Math.ceil(pcm.durationMs / count) + 1) * SAMPLES_PER_MS);
  onProgress(from / count);
  for (let index = from; index < count; index += 1) {
    const startMs = Math.floor((pcm.durationMs * index) / count);
    const endMs = Math.floor((pcm.durationMs * (index + 1)) / count);
    const samples = await pcm.read(startMs * SAMPLES_PER_MS, (endMs - startMs) * SAMPLES_PER_MS, room);
    await onBlock(engine.diarize(samples, startMs));
    onProgress((index + 1) / count);
  }
}

class BlockDiarizer {
  readonly #diarizer: InstanceType<typeof sherpa.OfflineSpeakerDiarization>;
  readonly #extractor: InstanceType<typeof sherpa.SpeakerEmbeddingExtractor>;

  constructor({ files, diarization }: Models) {
    const runtime = { numThreads: 1, provider: 'cpu', debug: 0 } as const;
    const { windowShiftRatio, splittingThreshold, minTurn, minGap } = diarization;
    this.#diarizer = new sherpa.OfflineSpeakerDiarization({
      segmentation: { ...runtime, pyannote: { model: files.segmentation, windowShiftRatio } },
      embedding: { ...runtime, model: files.embedding },
      clustering: { numClusters: -1, threshold: splittingThreshold },
      minDurationOn: minTurn,
      minDurationOff: minGap,
    });
    this.#extractor = new sherpa.SpeakerEmbeddingExtractor({ ...runtime, model: files.embedding });
  }

  diarize(samples: Float32Array, startMs: number): DiarizedBlock {
    const turns = this.#turns(samples, startMs);
    return { turns: turns.map((turn) => this.#withVoice(turn, turns, samples, startMs)) };
  }

  #turns(samples: Float32Array, startMs: number): SpeakerTurn[] {
    const lengthMs = Math.floor(samples.length / SAMPLES_PER_MS);
    const within = (seconds: number) => startMs + Math.min(Math.max(Math.round(seconds * 1000), 0), lengthMs);
    return this.#diarizer
      .process(samples)
      .map(({ start, end, speaker }) => ({ speaker, startMs: within(start), endMs: within(end) }))
      .filter((turn) => turn.startMs < turn.endMs);
  }

  #withVoice(
    turn: SpeakerTurn,
    turns: readonly SpeakerTurn[],
    samples: Float32Array,
    startMs: number,
  ): VoicedTurn {
    const clear = longestClearPart(turn, turns);
    const voiceMs = Math.min(clear.endMs - clear.startMs, MAX_EMBEDDED_MS);
    if (voiceMs < MIN_EMBEDDED_MS) return { ...turn, voice: null, voiceMs: 0 };
    const from = (clear.startMs - startMs) * SAMPLES_PER_MS;
    return { ...turn, voice: this.#embed(samples.subarray(from, from + voiceMs * SAMPLES_PER_MS)), voiceMs };
  }

  /** Embedding of unit length; null when the model finds none. */
  #embed(samples: Float32Array): Float32Array | null {
    const stream = this.#extractor.createStream();
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
    stream.inputFinished();
    if (!this.#extractor.isReady(stream)) return null;
    const embedding = this.#extractor.compute(stream, false);
    const length = Math.hypot(...embedding);
    return length > 0 && Number.isFinite(length) ? embedding.map((value) => value / length) : null;
  }
}

/** The longest part of a turn in which no other speaker has one; empty when there is none. */
function longestClearPart(turn: SpeakerTurn, turns: readonly SpeakerTurn[]): TimeRange {
  const overlapping = turns
    .filter(
      (other) => other.speaker !== turn.speaker && other.startMs < turn.endMs && turn.startMs < other.endMs,
    )
    .sort((one, other) => one.startMs - other.startMs);
  let longest: TimeRange = { startMs: turn.startMs, endMs: turn.startMs };
  let { startMs } = turn;
  for (const { startMs: endMs, endMs: nextMs } of [
    ...overlapping,
    { startMs: turn.endMs, endMs: turn.endMs },
  ]) {
    if (endMs - startMs > longest.endMs - longest.startMs) longest = { startMs, endMs };
    startMs = Math.max(startMs, nextMs);
  }
  return longest;
}
