import sherpa from 'sherpa-onnx-node';
import type { Word } from '@/app/domain/transcription/transcript';
import { wordsFromTokens } from '@/app/domain/transcription/words-from-tokens';
import { findSegments } from './detect-speech';
import { type PcmReader, SAMPLE_RATE, SAMPLES_PER_MS } from './pcm';
import type { Models } from './task';

/** The detector's part of the stage's work. */
const DETECTION_SHARE = 1 / 6;

/** Recognises the words of a recording, segment by segment. */
export async function recognize(
  pcm: PcmReader,
  models: Models,
  onProgress: (fraction: number) => void,
): Promise<Word[]> {
  const segments = await findSegments(pcm, models, (fraction) => onProgress(fraction * DETECTION_SHARE));
  if (segments.length === 0) return [];

  const { encoder, decoder, joiner, tokens } = models.files;
  const recognizer = await sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: models.featureDim },
    modelConfig: {
      transducer: { encoder, decoder, joiner },
      modelType: 'nemo_transducer',
      tokens,
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
  });
  const totalMs = segments.reduce((sum, segment) => sum + segment.endMs - segment.startMs, 0);
  let doneMs = 0;
  const words: Word[] = [];
  for (const segment of segments) {
    const lengthMs = segment.endMs - segment.startMs;
    const stream = recognizer.createStream();
    stream.acceptWaveform({
      samples: await pcm.read(segment.startMs * SAMPLES_PER_MS, lengthMs * SAMPLES_PER_MS),
      sampleRate: SAMPLE_RATE,
    });
    const result = await recognizer.decodeAsync(stream);
    words.push(...wordsFromTokens({ ...result, logProbs: result.ys_log_probs }, segment));
    doneMs += lengthMs;
    onProgress(DETECTION_SHARE + (1 - DETECTION_SHARE) * (doneMs / totalMs));
  }
  return words;
}
