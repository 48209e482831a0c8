import { randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { projectDir } from '@/app/config/env.server';
import type { JobName } from '@/app/domain/jobs';
import type { Transcript as Text, Utterance } from '@/app/domain/transcript/transcript';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import type { JobRun } from '@/app/services/platform/jobs/job';
import { uploadRecording } from '@/app/services/upload/upload-recording.server';
import { Job } from '@/models/job.server';
import { Transcript } from '@/models/transcript.server';
import type { Transcription } from '@/models/transcription.server';
import { transcriptionOf } from './recording';

/** Claims the named job for a worker, now, regardless of its lease and its due time. */
export async function claimAttempt<Payload = { transcriptionId: number }>(
  name: JobName,
): Promise<JobRun<Payload>> {
  const due = { runAt: new Date(), leasedUntil: new Date(Date.now() - 1) };
  await Job.update(due, { where: { name, status: ['waiting', 'running'] } });
  const job = (await claimJob([name]))!;
  const claim = { jobId: job.id, fence: job.fence };
  const { signal } = new AbortController();
  return { payload: JSON.parse(job.payload), claim, signal, isLastAttempt: false };
}

/** Uploads the sample recording as a user's own file, which goes through the configured recognizer. */
export async function uploadOwnSample(userId: number): Promise<Transcription> {
  const file = path.join(projectDir, 'public/sample/reuniao.wav');
  const form = {
    userId,
    submissionId: randomUUID(),
    language: 'pt',
    fileName: 'reuniao.wav',
    body: createReadStream(file),
    announcedBytes: statSync(file).size,
  };
  return transcriptionOf(await uploadRecording(form));
}

/** The utterances of a finished transcription. */
export async function utterancesOf(transcription: Transcription): Promise<Text['utterances']> {
  const where = { transcriptionId: transcription.id };
  return JSON.parse((await Transcript.findOne({ where, rejectOnEmpty: true })).utterances) as Utterance[];
}
