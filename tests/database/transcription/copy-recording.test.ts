import '@/tests/support/data-folder';
import '@/tests/support/remember-media';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { copyKey, recordingStorageKeys } from '@/app/domain/transcription/recording-copies';
import { storage } from '@/app/integrations/storage/index.server';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { enqueue } from '@/app/services/platform/jobs/enqueue.server';
import { type JobRun, LeaseLost } from '@/app/services/platform/jobs/job';
import { sweep } from '@/app/services/platform/system/sweep.server';
import { openRecording } from '@/app/services/transcript/open-recording.server';
import { copyRecording } from '@/app/services/transcription/copy-recording.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';
import { uploadSample } from '@/app/services/upload/upload-sample.server';
import { Job } from '@/models/job.server';
import type { Transcription } from '@/models/transcription.server';
import { transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('the copies of a recording', () => {
  let userId: number;
  let sample: Transcription;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
    sample = await transcriptionOf(
      await uploadSample({ userId, submissionId: randomUUID(), language: 'pt' }),
    );
    await sample.update({ status: 'succeeded', finishedAt: new Date() });
    await Job.destroy({ where: {} });
  });

  async function nextRun(): Promise<JobRun<{ transcriptionId: number }>> {
    const payload = { transcriptionId: sample.id };
    await enqueue('copy-recording', payload);
    const job = (await claimJob(['copy-recording']))!;
    const claim = { jobId: job.id, fence: job.fence };
    return { payload, claim, signal: new AbortController().signal, isLastAttempt: false };
  }

  const sizes = () => Promise.all(recordingStorageKeys(sample.storageKey).map((key) => storage.size(key)));
  const NONE = [null, null, null];

  it('are small, and are opened on request instead of the original', async () => {
    await expect(openRecording(userId, sample.publicId, 'clear')).rejects.toMatchObject({
      code: 'transcription.not-found',
    });
    await copyRecording(await nextRun());
    const opened = async (copy?: 'clear' | 'light') => {
      const { fileName, extension, sizeBytes } = await openRecording(userId, sample.publicId, copy);
      return { fileName, extension, kbitPerSecond: Math.round((sizeBytes * 8) / sample.durationMs) };
    };
    expect(await opened()).toMatchObject({ fileName: 'Reunião de exemplo.wav', kbitPerSecond: 256 });
    const fileName = 'Reunião de exemplo.mp3';
    expect(await opened('clear')).toEqual({ fileName, extension: '.mp3', kbitPerSecond: 48 });
    expect(await opened('light')).toEqual({ fileName, extension: '.mp3', kbitPerSecond: 24 });
  });

  it('are deleted with the recording, not earlier', async () => {
    await copyRecording(await nextRun());
    await sweep();
    expect(await sizes()).not.toContain(null);
    await deleteTranscription({ userId, publicId: sample.publicId, submissionId: randomUUID() });
    expect(await sizes()).toEqual([null, null, null, null]);
  });

  it('are removed when the recording was deleted meanwhile', async () => {
    const run = await nextRun();
    const put = storage.put;
    storage.put = async (...put_) => {
      await sample.update({ recordingGoneAt: new Date() });
      return put(...put_);
    };
    await copyRecording(run).finally(() => {
      storage.put = put;
    });
    await sample.reload();
    expect([sample.copiedAt, ...(await sizes()).slice(0, 3)]).toEqual([null, ...NONE]);
  });

  it('are marked only by the worker that holds the lease', async () => {
    const run = await nextRun();
    await Job.update({ fence: 99 }, { where: {} });
    await expect(copyRecording(run)).rejects.toBeInstanceOf(LeaseLost);
    await sample.reload();
    expect(sample.copiedAt).toBeNull();
    expect(await storage.size(copyKey(sample.storageKey, 'light'))).not.toBeNull();
  });
});
