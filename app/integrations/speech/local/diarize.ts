import sherpa from 'sherpa-onnx-node';
import type { SpeakerTurn } from '@/app/domain/transcription/transcript';
import { type PcmReader, SAMPLE_RATE } from './pcm';
import type { Models } from './task';

/** No speaker is to be told in less, and the engine cannot take an empty recording. */
const SHORTEST_SAMPLES = SAMPLE_RATE / 10;

/** Tells the speakers of a recording apart. Holds the whole recording: 230 MB an hour. */
export async function diarize(pcm: PcmReader, models: Models): Promise<SpeakerTurn[]> {
  if (pcm.sampleCount < SHORTEST_SAMPLES) return [];
  const runtime = { numThreads: 1, provider: 'cpu', debug: 0 } as const;
  const diarizer = new sherpa.OfflineSpeakerDiarization({
    segmentation: {
      ...runtime,
      pyannote: {
        model: models.files.segmentation,
        windowShiftRatio: models.diarization.windowShiftRatio,
      },
    },
    embedding: { ...runtime, model: models.files.embedding },
    clustering: { numClusters: -1, threshold: models.diarization.clusteringThreshold },
    minDurationOn: models.diarization.minTurn,
    minDurationOff: models.diarization.minGap,
  });
  const within = (seconds: number) => Math.min(Math.max(Math.round(seconds * 1000), 0), pcm.durationMs);
  return diarizer
    .process(await pcm.read(0, pcm.sampleCount))
    .map(({ start, end, speaker }) => ({ speaker, startMs: within(start), endMs: within(end) }))
    .filter((turn) => turn.startMs < turn.endMs);
}
