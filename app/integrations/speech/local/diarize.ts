import sherpa from 'sherpa-onnx-node';
import type { DiarizedSegment, SpeakerEmbedding } from '@/app/domain/speech/link-speakers';
import {
  type EmbeddedTurn,
  reclusterSpeakers,
  speakerCentroids,
} from '@/app/domain/speech/recluster-speakers';
import type { SpeakerTurn } from '@/app/domain/transcript/transcript';
import { type PcmReader, SAMPLE_RATE, SAMPLES_PER_MS } from './pcm';
import type { Models, StageOptions } from './task';

/** Too short to contain a speaker; the diarizer cannot process an empty recording. */
const MIN_SAMPLES = SAMPLE_RATE / 10;
/** Maximum audio per turn for a voice embedding, and minimum length of a turn for a reliable one. */
const MAX_EMBEDDED_MS = 3_000;
const MIN_CLEAR_TURN_MS = 1_000;

type DiarizeOptions = StageOptions['diarize'] & {
  onProgress: (fraction: number) => void;
  onBlock: (block: DiarizedSegment) => Promise<void>;
};

/**
 * In blocks, whose voices `linkSpeakers` matches afterwards: the diarizer's memory grows linearly and its
 * time quadratically with its input. Holds one block in memory: 4 MB per minute.
 */
export async function diarize(pcm: PcmReader, models: Models, options: DiarizeOptions): Promise<void> {
  const { onProgress, onBlock, speakerCount, from } = options;
  if (pcm.sampleCount < MIN_SAMPLES) return;
  const count = Math.ceil(pcm.durationMs / (models.diarization.blockLength * 1000));
  const engine = new BlockDiarizer(models, speakerCount);
  const room = new Float32Array((Math.ceil(pcm.durationMs / count) + 1) * SAMPLES_PER_MS);
  onProgress(from / count);
  for (let index = from; index < count; index += 1) {
    const startMs = Math.floor((pcm.durationMs * index) / count);
    const endMs = Math.floor((pcm.durationMs * (index + 1)) / count);
    const samples = await pcm.read(startMs * SAMPLES_PER_MS, (endMs - startMs) * SAMPLES_PER_MS, room);
    await onBlock(count === 1 ? engine.diarizeWhole(samples) : engine.diarizeBlock(samples, startMs));
    onProgress((index + 1) / count);
  }
}

class BlockDiarizer {
  readonly #diarizer: InstanceType<typeof sherpa.OfflineSpeakerDiarization>;
  readonly #extractor: InstanceType<typeof sherpa.SpeakerEmbeddingExtractor>;
  readonly #clustering: (count: number | null) => void;
  readonly #speakerCount: number | null;

  constructor({ files, diarization }: Models, speakerCount: number | null) {
    const runtime = { numThreads: 1, provider: 'cpu', debug: 0 } as const;
    const { windowShiftRatio, clusteringThreshold, minTurn, minGap } = diarization;
    const configFor = (count: number | null) => ({
      segmentation: { ...runtime, pyannote: { model: files.segmentation, windowShiftRatio } },
      embedding: { ...runtime, model: files.embedding },
      clustering: { numClusters: count ?? -1, threshold: clusteringThreshold },
      minDurationOn: minTurn,
      minDurationOff: minGap,
    });
    this.#diarizer = new sherpa.OfflineSpeakerDiarization(configFor(null));
    this.#clustering = (count) => this.#diarizer.setConfig(configFor(count));
    this.#extractor = new sherpa.SpeakerEmbeddingExtractor({ ...runtime, model: files.embedding });
    this.#speakerCount = speakerCount;
  }

  diarizeWhole(samples: Float32Array): DiarizedSegment {
    return { turns: this.#diarize(samples, 0, this.#speakerCount).map(withoutVoice), voices: [] };
  }

  /** Diarizes one of several blocks, in which not every speaker need occur. */
  diarizeBlock(samples: Float32Array, startMs: number): DiarizedSegment {
    let heard = this.#diarize(samples, startMs, null);
    const count = new Set(heard.map(({ speaker }) => speaker)).size;
    if (this.#speakerCount !== null && count > this.#speakerCount) {
      heard = this.#diarize(samples, startMs, this.#speakerCount);
    }
    const speakers = [...new Set(heard.map(({ speaker }) => speaker))];
    return {
      turns: heard.map(withoutVoice),
      voices: speakers.map((speaker) => this.#voice(speaker, heard, samples, startMs)),
    };
  }

  /** Speaker turns for a given number of speakers; null: as many as the diarizer detects. */
  #diarize(samples: Float32Array, startMs: number, count: number | null): EmbeddedTurn[] {
    this.#clustering(count);
    const turns = this.#turns(samples, startMs);
    const isClear = (turn: SpeakerTurn) =>
      lengthOf(turn) >= MIN_CLEAR_TURN_MS &&
      !turns.some(
        (other) => other.speaker !== turn.speaker && other.startMs < turn.endMs && turn.startMs < other.endMs,
      );
    const heard = turns.map((turn) => ({
      ...turn,
      voice: isClear(turn) ? this.#embed(turn, samples, startMs) : null,
    }));
    return reclusterSpeakers(heard, count);
  }

  #turns(samples: Float32Array, startMs: number): SpeakerTurn[] {
    const lengthMs = Math.floor(samples.length / SAMPLES_PER_MS);
    const within = (seconds: number) => startMs + Math.min(Math.max(Math.round(seconds * 1000), 0), lengthMs);
    return this.#diarizer
      .process(samples)
      .map(({ start, end, speaker }) => ({ speaker, startMs: within(start), endMs: within(end) }))
      .filter((turn) => turn.startMs < turn.endMs);
  }

  /** Voice embedding of a speaker: from clear turns, else from the longest turn. */
  #voice(speaker: number, heard: EmbeddedTurn[], samples: Float32Array, startMs: number): SpeakerEmbedding {
    const own = heard.filter((turn) => turn.speaker === speaker);
    const longest = own.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one));
    const embedding =
      speakerCentroids(own).get(speaker) ??
      this.#embed(longest, samples, startMs) ??
      new Float32Array(this.#extractor.dim);
    return { speaker, embedding, speechMs: own.reduce((sum, turn) => sum + lengthOf(turn), 0) };
  }

  /** Unit-length embedding of a turn; null when the turn is too short. */
  #embed(turn: SpeakerTurn, samples: Float32Array, startMs: number): Float32Array | null {
    const from = (turn.startMs - startMs) * SAMPLES_PER_MS;
    const lengthMs = Math.min(lengthOf(turn), MAX_EMBEDDED_MS);
    const stream = this.#extractor.createStream();
    stream.acceptWaveform({
      samples: samples.subarray(from, from + lengthMs * SAMPLES_PER_MS),
      sampleRate: SAMPLE_RATE,
    });
    stream.inputFinished();
    if (!this.#extractor.isReady(stream)) return null;
    const embedding = this.#extractor.compute(stream, false);
    const length = Math.hypot(...embedding);
    return length > 0 ? embedding.map((value) => value / length) : null;
  }
}

const lengthOf = ({ startMs, endMs }: SpeakerTurn) => endMs - startMs;
const withoutVoice = ({ speaker, startMs, endMs }: EmbeddedTurn): SpeakerTurn => ({
  speaker,
  startMs,
  endMs,
});
