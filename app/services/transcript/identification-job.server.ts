import type { Transaction } from 'sequelize';
import { Job } from '@/models/job.server';
import type { Transcription } from '@/models/transcription.server';
import { transcriptionLane } from '../platform/jobs/transcription-lane';

type TranscriptionKey = Pick<Transcription, 'id' | 'userId'>;

/** The job that repeats speaker diarization; it shares the queue lane of the owner's transcriptions. */
export const identificationJob = ({ id, userId }: TranscriptionKey) => ({
  name: 'identify-speakers',
  payload: { transcriptionId: id },
  lane: transcriptionLane(userId),
});

/** Whether a diarization job of this transcription is running or waiting. */
export async function isIdentificationPending(
  transcription: TranscriptionKey,
  transaction?: Transaction,
): Promise<boolean> {
  const { payload, ...job } = identificationJob(transcription);
  const where = { ...job, payload: JSON.stringify(payload), status: ['waiting', 'running'] };
  return (await Job.count({ where, ...(transaction && { transaction }) })) > 0;
}
