import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { PeakMeter, peakCountOf } from '@/app/domain/transcription/peaks';
import { peaksKey } from '@/app/domain/transcription/recording-copies';
import { storage } from '@/app/integrations/storage/index.server';
import { Transcription } from '@/models/transcription.server';
import type { JobRun } from '../platform/jobs/job';
import { withDecodedRecording } from './with-decoded-recording.server';

/**
 * Job: the peaks of a recording that was copied before there were any. A second run writes the same bytes.
 * Peaks of a recording deleted meanwhile are removed at once, or by the sweep.
 */
export async function drawPeaks({ payload, signal }: JobRun<{ transcriptionId: number }>): Promise<void> {
  const transcription = await Transcription.findByPk(payload.transcriptionId);
  if (transcription?.status !== 'succeeded' || transcription.recordingGoneAt) return;
  const { id, storageKey } = transcription;
  if ((await storage.size(peaksKey(storageKey))) !== null) return;
  await withDecodedRecording(transcription, signal, (samples) => storePeaks(storageKey, samples));
  const kept = await Transcription.count({ where: { id, recordingGoneAt: null } });
  if (kept === 0) await storage.remove(peaksKey(storageKey));
}

/** Of the file of samples that the recording was decoded to. */
export async function storePeaks(storageKey: string, samples: string): Promise<void> {
  const sampleCount = Math.floor((await stat(samples)).size / 2);
  const meter = new PeakMeter(sampleCount, peakCountOf(sampleCount));
  for await (const chunk of createReadStream(samples)) meter.add(chunk as Buffer);
  const peaks = meter.peaks();
  await storage.put(peaksKey(storageKey), Readable.from([Buffer.from(peaks)]), { maxBytes: peaks.length });
}
