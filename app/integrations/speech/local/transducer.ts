import sherpa from 'sherpa-onnx-node';
import { wordsFromTokens } from '@/app/domain/speech/words-from-tokens';
import { SAMPLE_RATE } from './pcm';
import type { SampleRecognizer } from './recognize';
import type { TransducerModel } from './task';

/** Loads a transducer recognizer, which gives a time and a probability for each token. */
export async function loadTransducer(model: TransducerModel): Promise<SampleRecognizer> {
  const { kind, encoder, decoder, joiner, tokens, featureDim } = model;
  const engine = await sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate: SAMPLE_RATE, featureDim },
    modelConfig: {
      transducer: { encoder, decoder, joiner },
      modelType: kind,
      tokens,
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
  });
  return async (samples, part) => {
    const stream = engine.createStream();
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
    const result = await engine.decodeAsync(stream);
    return wordsFromTokens({ ...result, logProbs: result.ys_log_probs }, part);
  };
}
