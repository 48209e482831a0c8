import sherpa from 'sherpa-onnx-node';
import { cutStretch } from '@/app/domain/transcription/cut-stretch';
import { type LoudnessCurve, planSegments, type Span } from '@/app/domain/transcription/plan-segments';
import { type PcmReader, rootMeanSquare, SAMPLE_RATE, SAMPLES_PER_MS } from './pcm';
import type { Models } from './task';

/** Silero v5 decides on windows of exactly this many samples. */
const WINDOW = 512;
const WINDOWS_PER_READ = 64;
/** Past it the detector only becomes stricter; longer stretches still come. */
const STRICTER_AFTER_S = 30;
/** Found and then heard one after the other, so that the first words come soon; longer by far than a pause takes. */
const STRETCH_MS = 5 * 60_000;

/** The last window of a recording is filled up with silence. */
function wholeWindow(samples: Float32Array): Float32Array {
  if (samples.length === WINDOW) return samples;
  const filled = new Float32Array(WINDOW);
  filled.set(samples);
  return filled;
}

type Detector = InstanceType<typeof sherpa.Vad>;

const detectorOf = ({ files, vad }: Models): Detector =>
  new sherpa.Vad(
    {
      sileroVad: {
        model: files.vad,
        threshold: vad.threshold,
        minSilenceDuration: vad.minSilence,
        minSpeechDuration: vad.minSpeech,
        maxSpeechDuration: STRICTER_AFTER_S,
        windowSize: WINDOW,
      },
      sampleRate: SAMPLE_RATE,
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
    2 * STRICTER_AFTER_S,
  );

/** Where somebody speaks in a stretch, and how loud it is in each window of 32 ms; times from its beginning. */
async function detectSpeech(
  pcm: PcmReader,
  vad: Detector,
  stretch: Span,
): Promise<{ speech: Span[]; loudness: LoudnessCurve }> {
  vad.reset();
  const speech: Span[] = [];
  const takeSpans = () => {
    while (!vad.isEmpty()) {
      const { start, samples } = vad.front(false);
      speech.push({
        startMs: Math.floor(start / SAMPLES_PER_MS),
        endMs: Math.ceil((start + samples.length) / SAMPLES_PER_MS),
      });
      vad.pop();
    }
  };

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
      vad.acceptWaveform(window);
      takeSpans();
    }
  }
  vad.flush();
  takeSpans();
  return { speech, loudness: { stepMs: WINDOW / SAMPLES_PER_MS, rms } };
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
  const vad = detectorOf(models);
  let startMs = fromMs;
  while (startMs < pcm.durationMs) {
    const latest = { startMs, endMs: Math.min(startMs + STRETCH_MS, pcm.durationMs) };
    const { speech, loudness } = await detectSpeech(pcm, vad, latest);
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
