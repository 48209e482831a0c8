import sherpa from 'sherpa-onnx-node';
import { type LoudnessCurve, planSegments, type Span } from '@/app/domain/transcription/plan-segments';
import { type PcmReader, SAMPLE_RATE, SAMPLES_PER_MS } from './pcm';
import type { Models } from './task';

/** Silero v5 decides on windows of exactly this many samples. */
const WINDOW = 512;
const WINDOWS_PER_READ = 64;
/** Past it the detector only becomes stricter; longer stretches still come. */
const STRICTER_AFTER_S = 30;

function rootMeanSquare(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

/** The last window of a recording is filled up with silence. */
function wholeWindow(samples: Float32Array): Float32Array {
  if (samples.length === WINDOW) return samples;
  const filled = new Float32Array(WINDOW);
  filled.set(samples);
  return filled;
}

/**
 * Finds the stretches with speech, and how loud the recording is in each window of 32 ms.
 * Holds two seconds of audio at a time.
 */
async function detectSpeech(
  pcm: PcmReader,
  models: Models,
  onProgress: (fraction: number) => void,
): Promise<{ speech: Span[]; loudness: LoudnessCurve }> {
  const vad = new sherpa.Vad(
    {
      sileroVad: {
        model: models.files.vad,
        threshold: models.vad.threshold,
        minSilenceDuration: models.vad.minSilence,
        minSpeechDuration: models.vad.minSpeech,
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

  const rms = new Float32Array(Math.ceil(pcm.sampleCount / WINDOW));
  const perRead = WINDOW * WINDOWS_PER_READ;
  for (let start = 0; start < pcm.sampleCount; start += perRead) {
    const samples = await pcm.read(start, perRead);
    for (let offset = 0; offset < samples.length; offset += WINDOW) {
      const window = wholeWindow(samples.subarray(offset, offset + WINDOW));
      rms[(start + offset) / WINDOW] = rootMeanSquare(window);
      vad.acceptWaveform(window);
      takeSpans();
    }
    onProgress((start + samples.length) / pcm.sampleCount);
  }
  vad.flush();
  takeSpans();
  return { speech, loudness: { stepMs: WINDOW / SAMPLES_PER_MS, rms } };
}

/** The stretches with speech as segments to recognise: in order, each of 30 s at most. */
export async function findSegments(
  pcm: PcmReader,
  models: Models,
  onProgress: (fraction: number) => void,
): Promise<Span[]> {
  const { speech, loudness } = await detectSpeech(pcm, models, onProgress);
  return planSegments(speech, { durationMs: pcm.durationMs, loudness });
}
