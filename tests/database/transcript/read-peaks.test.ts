import '@/tests/support/data-folder';
import '@/tests/support/remember-media';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { peaksKey } from '@/app/domain/transcription/recording-copies';
import { storage } from '@/app/integrations/storage/index.server';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { enqueue } from '@/app/services/platform/jobs/enqueue.server';
import { isReferenced } from '@/app/services/platform/storage/referenced-files.server';
import { readPeaks } from '@/app/services/transcript/read-peaks.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';
import { drawPeaks } from '@/app/services/transcription/draw-peaks.server';
import { uploadSample } from '@/app/services/upload/upload-sample.server';
import { Job } from '@/models/job.server';
import type { Transcription } from '@/models/transcription.server';
import { transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const NOT_FOUND = { code: 'transcription.not-found' };

describeOnBothDatabases('the peaks of a recording', () => {
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

  const read = (by = userId) => readPeaks(by, sample.publicId);
  const isStored = async () => (await storage.size(peaksKey(sample.storageKey))) !== null;

  /** Runs the job that was enqueued. */
  async function draw(): Promise<void> {
    const { id: jobId, fence, payload } = (await claimJob(['draw-peaks']))!;
    const signal = new AbortController().signal;
    await drawPeaks({
      payload: JSON.parse(payload),
      claim: { jobId, fence },
      signal,
      isLastAttempt: false,
    });
    await Job.update({ status: 'done' }, { where: { id: jobId } });
  }

  it('are drawn once they are asked for, by a single job', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => read()));
    expect(answers.every((peaks) => peaks === null)).toBe(true);
    expect(await read()).toBeNull();
    expect(await Job.count()).toBe(1);
    await draw();
    const peaks = (await read())!;
    expect(Math.abs(peaks.length - sample.durationMs / 100)).toBeLessThanOrEqual(1);
    expect([Math.max(...peaks), Math.min(...peaks) < 128]).toEqual([255, true]);
    expect(await Job.count()).toBe(1);
  });

  it('are waited for while the recording is being copied', async () => {
    await enqueue('copy-recording', { transcriptionId: sample.id });
    expect(await read()).toBeNull();
    expect(await Job.count({ where: { name: 'draw-peaks' } })).toBe(0);
  });

  it('are not drawn again after a job that failed for good', async () => {
    await read();
    await Job.update({ status: 'dead' }, { where: {} });
    await expect(read()).rejects.toMatchObject(NOT_FOUND);
    expect(await Job.count()).toBe(1);
  });

  it('are for the owner of a finished transcription whose recording is kept', async () => {
    await expect(read(await makeUser({ email: 'outra@example.com' }))).rejects.toMatchObject(NOT_FOUND);
    await sample.update({ status: 'processing' });
    await expect(read()).rejects.toMatchObject(NOT_FOUND);
    await sample.update({ status: 'succeeded', recordingGoneAt: new Date() });
    await expect(read()).rejects.toMatchObject(NOT_FOUND);
    expect(await Job.count()).toBe(0);
  });

  it('are not kept when the recording was deleted while they were drawn', async () => {
    await read();
    const put = storage.put;
    storage.put = async (...put_) => {
      await sample.update({ recordingGoneAt: new Date() });
      return put(...put_);
    };
    await draw().finally(() => {
      storage.put = put;
    });
    expect(await isStored()).toBe(false);
  });

  it('stay and go with the recording', async () => {
    await storage.put(peaksKey(sample.storageKey), Readable.from([Buffer.from([1, 2])]), { maxBytes: 2 });
    expect(await isReferenced(peaksKey(sample.storageKey))).toBe(true);
    await deleteTranscription({ userId, publicId: sample.publicId, submissionId: randomUUID() });
    expect(await isStored()).toBe(false);
  });
});
