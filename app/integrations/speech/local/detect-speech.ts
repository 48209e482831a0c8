import sherpa from 'sherpa-onnx-node';
import { findAudioRangeEnd, findLiveRangeEnd } from '@/app/domain/speech/find-audio-range-end';
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
/** Ranges of a growing recording are no longer, also when much of it waits to be recognized. */
const GROWING_RANGE_WINDOWS = Math.floor((28 * SAMPLE_RATE) / WINDOW);

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

  /** The spans since the last reset, the current sound included; as those of `finish`. */
  get spans(): TimeRange[] {
    return this.#sound ? [...this.#spans, spanOf(this.#sound)] : this.#spans;
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
    this.#spans.push(spanOf({ start: this.#sound!.start, end }));
    this.#sound = null;
  }
}

const spanOf = ({ start, end }: { start: number; end: number }): TimeRange => ({
  startMs: Math.floor(start / SAMPLES_PER_MS),
  endMs: Math.ceil(end / SAMPLES_PER_MS),
});

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
    yield audioRange({ startMs, speech, loudness }, durationMs, models);
    startMs += durationMs;
  }
}

function audioRange(sound: DetectedSound, durationMs: number, models: Models): AudioRange {
  const { startMs, speech, loudness } = sound;
  const planned = planSegments(speech, { durationMs, loudness, longestMs: 1000 * models.longestSegment });
  const segments = planned.map((segment) => ({
    startMs: startMs + segment.startMs,
    endMs: startMs + segment.endMs,
  }));
  return { startMs, endMs: startMs + durationMs, segments, sound };
}

/**
 * Ranges of some seconds of a recording that still grows, cut at a pause where possible. They follow each other without
 * gaps, the last one to the end.
 * @param grow resolves after a while, with false once the recording is complete
 */
export async function* findGrowingRanges(
  pcm: PcmReader,
  models: Models,
  { fromMs, grow }: { fromMs: number; grow: () => Promise<boolean> },
): AsyncGenerator<AudioRange, void, undefined> {
  const detector = new Detector(models);
  let startMs = fromMs;
  let isGrowing = true;
  for (;;) {
    const range = new GrowingRange(pcm, detector, startMs);
    let lengthMs = await range.listen(isGrowing);
    while (lengthMs === null) {
      isGrowing = await grow();
      lengthMs = await range.listen(isGrowing);
    }
    const speech = detector.finish();
    if (lengthMs === 0) return;
    yield audioRange({ startMs, speech, loudness: range.loudness }, lengthMs, models);
    startMs += lengthMs;
  }
}

class GrowingRange {
  readonly loudness: LoudnessCurve & { rms: number[] } = { stepMs: WINDOW / SAMPLES_PER_MS, rms: [] };
  readonly #pcm: PcmReader;
  readonly #detector: Detector;
  readonly #startMs: number;
  readonly #room = new Float32Array(WINDOW);

  constructor(pcm: PcmReader, detector: Detector, startMs: number) {
    this.#pcm = pcm;
    this.#detector = detector;
    this.#startMs = startMs;
  }

  /** Listens to what was added. @returns the length at which the range ends; null while it has to grow */
  async listen(isGrowing: boolean): Promise<number | null> {
    const { rms, stepMs } = this.loudness;
    await this.#pcm.refresh();
    const leastSamples = isGrowing ? WINDOW : 1;
    while (rms.length < GROWING_RANGE_WINDOWS && this.#samplesLeft >= leastSamples) {
      const window = wholeWindow(await this.#pcm.read(this.#position, WINDOW, this.#room));
      rms.push(rootMeanSquare(window));
      this.#detector.accept(window);
    }
    const lengthMs = Math.max(0, Math.min(rms.length * stepMs, this.#pcm.durationMs - this.#startMs));
    const isLast = !isGrowing && this.#samplesLeft <= 0;
    return isLast ? lengthMs : findLiveRangeEnd(this.#detector.spans, lengthMs, this.loudness);
  }

  get #position(): number {
    return this.#startMs * SAMPLES_PER_MS + this.loudness.rms.length * WINDOW;
  }

  get #samplesLeft(): number {
    return this.#pcm.sampleCount - this.#position;
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
