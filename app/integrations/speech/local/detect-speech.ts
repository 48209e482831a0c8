import sherpa from 'sherpa-onnx-node';
import { findAudioRangeEnd } from '@/app/domain/speech/find-audio-range-end';
import type { DetectedSound } from '@/app/domain/speech/measure-evidence';
import { type LoudnessCurve, planSegments } from '@/app/domain/speech/plan-segments';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import { type PcmReader, rootMeanSquare, SAMPLE_RATE, SAMPLES_PER_MS } from './pcm';
import type { Models } from './task';

/** Silero v5 works on windows of exactly this many samples. */
const WINDOW = 512;
const WINDOWS_PER_READ = 64;
/** In seconds; more than the detector holds, which looks back this far at most to the start of a sound. */
const BUFFER_S = 10;
/** Ranges are recognized one by one, so that the first words appear early; much longer than a pause. */
const RANGE_MS = 5 * 60_000;

/** Pads the last window of a recording with silence. */
function wholeWindow(samples: Float32Array): Float32Array {
  if (samples.length === WINDOW) return samples;
  const filled = new Float32Array(WINDOW);
  filled.set(samples);
  return filled;
}

type Engine = InstanceType<typeof sherpa.Vad>;

/** Voice activity detection (VAD) by silero. */
const engineOf = ({ files, vad }: Models): Engine =>
  new sherpa.Vad(
    {
      sileroVad: {
        model: files.vad,
        threshold: vad.threshold,
        minSilenceDuration: vad.minSilence,
        minSpeechDuration: vad.minSpeech,
        maxSpeechDuration: BUFFER_S,
        windowSize: WINDOW,
      },
      sampleRate: SAMPLE_RATE,
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
    BUFFER_S,
  );

/**
 * With every window sherpa-onnx copies the whole buffered sound, so a long sound would take quadratic time:
 * the buffer is therefore emptied after each window, and the end of the sound is computed here.
 */
class Detector {
  readonly #engine: Engine;
  /** Samples after which the detector reports a pause. */
  readonly #minSilence: number;
  /** Start of the current sound, and the position up to which it was detected, in samples. */
  #sound: { start: number; end: number } | null = null;
  #spans: TimeRange[] = [];

  constructor(models: Models) {
    this.#engine = engineOf(models);
    this.#minSilence = Math.floor(models.vad.minSilence * SAMPLE_RATE);
  }

  /** @param window exactly `WINDOW` samples */
  accept(window: Float32Array): void {
    this.#engine.acceptWaveform(window);
    if (this.#engine.isDetected()) {
      this.#engine.flush();
      const { start, samples } = this.#engine.front(false);
      this.#engine.pop();
      this.#sound = { start: this.#sound?.start ?? start, end: start + samples.length };
    } else if (this.#sound) {
      this.#finishSound(this.#sound.end + window.length - this.#minSilence);
    }
  }

  /** The spans since the last call, in whole milliseconds from the first window; resets the detector. */
  finish(): TimeRange[] {
    if (this.#sound) this.#finishSound(this.#sound.end);
    const spans = this.#spans;
    this.#engine.reset();
    this.#spans = [];
    return spans;
  }

  #finishSound(end: number): void {
    this.#spans.push({
      startMs: Math.floor(this.#sound!.start / SAMPLES_PER_MS),
      endMs: Math.ceil(end / SAMPLES_PER_MS),
    });
    this.#sound = null;
  }
}

/** Speech, and the loudness of each window of 32 ms; times from the start of the range. */
async function detectSpeech(
  pcm: PcmReader,
  detector: Detector,
  stretch: TimeRange,
): Promise<{ speech: TimeRange[]; loudness: LoudnessCurve }> {
  const first = stretch.startMs * SAMPLES_PER_MS;
  const count = Math.min(stretch.endMs * SAMPLES_PER_MS, pcm.sampleCount) - first;
  const rms = new Float32Array(Math.ceil(count / WINDOW));
  const perRead = WINDOW * WINDOWS_PER_READ;
  const room = new Float32Array(perRead);
  for (let start = 0; start < count; start += perRead) {
    const samples = await pcm.read(first + start, Math.min(perRead, count - start), room);
    for (let offset = 0; offset < samples.length; offset += WINDOW) {
      const window = wholeWindow(samples.subarray(offset, offset + WINDOW));
      rms[(start + offset) / WINDOW] = rootMeanSquare(window);
      detector.accept(window);
    }
  }
  return { speech: detector.finish(), loudness: { stepMs: WINDOW / SAMPLES_PER_MS, rms } };
}

interface AudioRange extends TimeRange {
  /** In order; none longer than the recognizer's limit. */
  segments: TimeRange[];
  sound: DetectedSound;
}

/**
 * Ranges of a few minutes follow each other without gaps and are cut at a pause where possible. The same
 * start position always gives the same range, so that interrupted work can resume at any of them.
 */
export async function* findAudioRanges(
  pcm: PcmReader,
  models: Models,
  fromMs: number,
): AsyncGenerator<AudioRange, void, undefined> {
  const detector = new Detector(models);
  let startMs = fromMs;
  while (startMs < pcm.durationMs) {
    const latest = { startMs, endMs: Math.min(startMs + RANGE_MS, pcm.durationMs) };
    const { speech, loudness } = await detectSpeech(pcm, detector, latest);
    const lengthMs = latest.endMs - startMs;
    const isLast = latest.endMs === pcm.durationMs;
    const durationMs = isLast ? lengthMs : findAudioRangeEnd(speech, lengthMs, loudness);
    const planned = planSegments(speech, { durationMs, loudness, longestMs: 1000 * models.longestSegment });
    const segments = planned.map((segment) => ({
      startMs: startMs + segment.startMs,
      endMs: startMs + segment.endMs,
    }));
    const sound = { startMs, speech, loudness };
    yield { startMs, endMs: startMs + durationMs, segments, sound };
    startMs += durationMs;
  }
}

export async function findSegments(
  pcm: PcmReader,
  models: Models,
  onProgress: (fraction: number) => void,
): Promise<TimeRange[]> {
  const segments: TimeRange[] = [];
  for await (const stretch of findAudioRanges(pcm, models, 0)) {
    for (const segment of stretch.segments) segments.push(segment);
    onProgress(stretch.endMs / pcm.durationMs);
  }
  return segments;
}
