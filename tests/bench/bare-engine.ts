import { readFileSync } from 'node:fs';
import path from 'node:path';
import sherpa from 'sherpa-onnx-node';

/**
 * The engine by itself, as its own examples use it: run as a process of its own with the stage, the pack's
 * folder and a file of raw samples. Prints the seconds the work took, without loading the models.
 */
const [stage, packDir = '', pcmPath = ''] = process.argv.slice(2);
const pack = JSON.parse(readFileSync(path.join(packDir, 'pack.json'), 'utf8'));
const file = (name: string) => path.join(packDir, pack.files[name]);
const bytes = readFileSync(pcmPath);
const whole = Float32Array.from(
  new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2),
  (value) => value / 32768,
);
const runtime = { numThreads: 1, provider: 'cpu', debug: 0 } as const;

function recognize(): () => void {
  const vad = new sherpa.Vad(
    {
      sileroVad: {
        model: file('vad'),
        threshold: pack.vad.threshold,
        minSilenceDuration: pack.vad.minSilence,
        minSpeechDuration: pack.vad.minSpeech,
        maxSpeechDuration: 30,
        windowSize: 512,
      },
      sampleRate: 16000,
      ...runtime,
    },
    60,
  );
  const { encoder, decoder, joiner } = {
    encoder: file('encoder'),
    decoder: file('decoder'),
    joiner: file('joiner'),
  };
  const recognizer = new sherpa.OfflineRecognizer({
    featConfig: { sampleRate: 16000, featureDim: pack.featureDim },
    modelConfig: {
      transducer: { encoder, decoder, joiner },
      modelType: 'nemo_transducer',
      tokens: file('tokens'),
      ...runtime,
    },
  });
  return () => {
    const decodeFound = () => {
      while (!vad.isEmpty()) {
        const stream = recognizer.createStream();
        stream.acceptWaveform({ samples: vad.front(false).samples, sampleRate: 16000 });
        recognizer.decode(stream);
        recognizer.getResult(stream);
        vad.pop();
      }
    };
    for (let start = 0; start + 512 <= whole.length; start += 512) {
      vad.acceptWaveform(whole.subarray(start, start + 512));
      decodeFound();
    }
    vad.flush();
    decodeFound();
  };
}

function diarize(): () => void {
  const diarizer = new sherpa.OfflineSpeakerDiarization({
    segmentation: {
      ...runtime,
      pyannote: { model: file('segmentation'), windowShiftRatio: pack.diarization.windowShiftRatio },
    },
    embedding: { ...runtime, model: file('embedding') },
    clustering: { numClusters: -1, threshold: pack.diarization.clusteringThreshold },
    minDurationOn: pack.diarization.minTurn,
    minDurationOff: pack.diarization.minGap,
  });
  return () => void diarizer.process(whole);
}

const work = stage === 'recognize' ? recognize() : diarize();
const startedAt = performance.now();
work();
process.stdout.write(`${(performance.now() - startedAt) / 1000}\n`);
