import type { Transaction } from 'sequelize';
import { Job } from '@/models/job.server';
import type { Transcription } from '@/models/transcription.server';
import { transcriptionLane } from '../transcription/transcription-lane';

type Which = Pick<Transcription, 'id' | 'userId'>;

/** The work of telling a transcription's speakers apart again; it takes its turn with the recordings of its owner. */
export const identificationJob = ({ id, userId }: Which) => ({
  name: 'identify-speakers',
  payload: { transcriptionId: id },
  lane: transcriptionLane(userId),
});

/** Whether that is under way, or waits for its turn. */
export async function areBeingIdentified(transcription: Which, transaction?: Transaction): Promise<boolean> {
  const { payload, ...job } = identificationJob(transcription);
  const where = { ...job, payload: JSON.stringify(payload), status: ['waiting', 'running'] };
  return (await Job.count({ where, ...(transaction && { transaction }) })) > 0;
}
