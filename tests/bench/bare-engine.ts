import { readFileSync } from 'node:fs';
import sherpa from 'sherpa-onnx-node';
import type { Models } from '@/app/integrations/speech/local/task';

/**
 * The speech engine alone, used as in its own examples. Child process with the stage, the models as JSON and
 * a file of raw samples as arguments. Prints the seconds of work, without loading the models, and the result.
 */
const [stage, modelsJson = '', pcmPath = ''] = process.argv.slice(2);
const models: Models = JSON.parse(modelsJson);
const bytes = readFileSync(pcmPath);
const whole = Float32Array.from(
  new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2),
  (value) => value / 32768,
);
const runtime = { numThreads: 1, provider: 'cpu', debug: 0 } as const;

/** Voice activity detection. @param onFound receives the samples of each speech segment */
function detect(onFound: (samples: Float32Array) => void): () => void {
  const vad = new sherpa.Vad(
    {
      sileroVad: {
        model: models.files.vad,
        threshold: models.vad.threshold,
        minSilenceDuration: models.vad.minSilence,
        minSpeechDuration: models.vad.minSpeech,
        maxSpeechDuration: 30,
        windowSize: 512,
      },
      sampleRate: 16000,
      ...runtime,
    },
    60,
  );
  const takeFound = () => {
    while (!vad.isEmpty()) {
      onFound(vad.front(false).samples);
      vad.pop();
    }
  };
  return () => {
    for (let start = 0; start + 512 <= whole.length; start += 512) {
      vad.acceptWaveform(whole.subarray(start, start + 512));
      takeFound();
    }
    vad.flush();
    takeFound();
  };
}

function recognize(): () => string[] {
  const { tokens, featureDim, encoder, decoder, ...rest } = models.recognizer;
  const common = { tokens, ...runtime };
  const recognizer = new sherpa.OfflineRecognizer({
    featConfig: { sampleRate: 16000, featureDim },
    modelConfig:
      rest.kind === 'whisper'
        ? {
            modelType: rest.kind,
            whisper: { encoder, decoder, language: 'pt', task: 'transcribe', enableSegmentTimestamps: 1 },
            ...common,
          }
        : { modelType: rest.kind, transducer: { encoder, decoder, joiner: rest.joiner }, ...common },
  });
  const texts: string[] = [];
  const work = detect((samples) => {
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples, sampleRate: 16000 });
    recognizer.decode(stream);
    texts.push(recognizer.getResult(stream).text);
  });
  return () => {
    work();
    return texts;
  };
}

function diarize(): () => unknown {
  const { files, diarization } = models;
  const diarizer = new sherpa.OfflineSpeakerDiarization({
    segmentation: {
      ...runtime,
      pyannote: { model: files.segmentation, windowShiftRatio: diarization.windowShiftRatio },
    },
    embedding: { ...runtime, model: files.embedding },
    clustering: { numClusters: -1, threshold: diarization.clusteringThreshold },
    minDurationOn: diarization.minTurn,
    minDurationOff: diarization.minGap,
  });
  return () => diarizer.process(whole);
}

const stages = { detect: () => detect(() => undefined), recognize, diarize };
const work = stages[stage as keyof typeof stages]();
const startedAt = performance.now();
const result = work() ?? null;
process.stdout.write(JSON.stringify({ seconds: (performance.now() - startedAt) / 1000, result }));
