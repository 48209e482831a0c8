import sherpa from 'sherpa-onnx-node';
import { cutStretch } from '@/app/domain/transcription/cut-stretch';
import { type LoudnessCurve, planSegments, type Span } from '@/app/domain/transcription/plan-segments';
import { type PcmReader, rootMeanSquare, SAMPLE_RATE, SAMPLES_PER_MS } from './pcm';
import type { Models } from './task';

/** Silero v5 decides on windows of exactly this many samples. */
const WINDOW = 512;
const WINDOWS_PER_READ = 64;
/** More than the engine ever holds: it looks back this far at most to where a sound began. */
const HELD_S = 10;
/** Found and then heard one after the other, so that the first words come soon; longer by far than a pause takes. */
const STRETCH_MS = 5 * 60_000;

/** The last window of a recording is filled up with silence. */
function wholeWindow(samples: Float32Array): Float32Array {
  if (samples.length === WINDOW) return samples;
  const filled = new Float32Array(WINDOW);
  filled.set(samples);
  return filled;
}

type Engine = InstanceType<typeof sherpa.Vad>;

const engineOf = ({ files, vad }: Models): Engine =>
  new sherpa.Vad(
    {
      sileroVad: {
        model: files.vad,
        threshold: vad.threshold,
        minSilenceDuration: vad.minSilence,
        minSpeechDuration: vad.minSpeech,
        maxSpeechDuration: HELD_S,
        windowSize: WINDOW,
      },
      sampleRate: SAMPLE_RATE,
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
    HELD_S,
  );

/**
 * Turns the engine's windows into spans of speech. With every window the engine copies all that it holds of a sound
 * that goes on, so that a long one would take the square of its length: what it holds is taken from it at once, and
 * where the sound ends is reckoned here.
 */
class Detector {
  readonly #engine: Engine;
  /** The engine is sure of a pause so many samples after it began. */
  readonly #minSilence: number;
  /** Where the sound that goes on began, and up to where the engine has listened, in samples. */
  #sound: { start: number; end: number } | null = null;
  #spans: Span[] = [];

  constructor(models: Models) {
    this.#engine = engineOf(models);
    this.#minSilence = Math.floor(models.vad.minSilence * SAMPLE_RATE);
  }

  /** @param window exactly as many samples as the engine decides on */
  hear(window: Float32Array): void {
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

  /** The spans since it was last asked, in whole milliseconds from the first window; the next window is a first one. */
  finish(): Span[] {
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

/** Where somebody speaks in a stretch, and how loud it is in each window of 32 ms; times from its beginning. */
async function detectSpeech(
  pcm: PcmReader,
  detector: Detector,
  stretch: Span,
): Promise<{ speech: Span[]; loudness: LoudnessCurve }> {
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
      detector.hear(window);
    }
  }
  return { speech: detector.finish(), loudness: { stepMs: WINDOW / SAMPLES_PER_MS, rms } };
}

/** A part of a recording that was listened through, and where somebody speaks in it. */
export interface Stretch extends Span {
  /** In order, none longer than the pack's recogniser takes. */
  segments: Span[];
}

/**
 * Goes through a recording in stretches of some minutes, each of which begins where the one before ends, in a pause
 * where there is one. The same beginning always gives the same stretch, so that work that was interrupted
 * goes on from any of them.
 */
export async function* findStretches(
  pcm: PcmReader,
  models: Models,
  fromMs: number,
): AsyncGenerator<Stretch, void, undefined> {
  const detector = new Detector(models);
  let startMs = fromMs;
  while (startMs < pcm.durationMs) {
    const latest = { startMs, endMs: Math.min(startMs + STRETCH_MS, pcm.durationMs) };
    const { speech, loudness } = await detectSpeech(pcm, detector, latest);
    const lengthMs = latest.endMs - startMs;
    const isLast = latest.endMs === pcm.durationMs;
    const durationMs = isLast ? lengthMs : cutStretch(speech, lengthMs, loudness);
    const planned = planSegments(speech, { durationMs, loudness, longestMs: 1000 * models.longestSegment });
    const segments = planned.map((segment) => ({
      startMs: startMs + segment.startMs,
      endMs: startMs + segment.endMs,
    }));
    yield { startMs, endMs: startMs + durationMs, segments };
    startMs += durationMs;
  }
}

/** The stretches with speech as segments to recognise: in order, none longer than the pack's recogniser takes. */
export async function findSegments(
  pcm: PcmReader,
  models: Models,
  onProgress: (fraction: number) => void,
): Promise<Span[]> {
  const segments: Span[] = [];
  for await (const stretch of findStretches(pcm, models, 0)) {
    for (const segment of stretch.segments) segments.push(segment);
    onProgress(stretch.endMs / pcm.durationMs);
  }
  return segments;
}
