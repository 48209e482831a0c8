import '@/tests/support/data-folder';
import '@/tests/support/remember-media';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Model, ModelStatic } from 'sequelize';
import { beforeEach, expect, it } from 'vitest';
import { storage } from '@/app/integrations/storage/index.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { addTag } from '@/app/services/library/tags.server';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import type { JobHandlers } from '@/app/services/platform/jobs/job';
import { runJobs } from '@/app/services/platform/jobs/run-jobs.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';
import { failTranscription } from '@/app/services/transcription/fail-transcription.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { uploadSample } from '@/app/services/upload/upload-sample.server';
import { Checkpoint } from '@/models/checkpoint.server';
import { Job } from '@/models/job.server';
import { SearchableUtterance } from '@/models/searchable-utterance.server';
import { Tagging } from '@/models/tagging.server';
import { Transcript } from '@/models/transcript.server';
import { Transcription } from '@/models/transcription.server';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { speechProcessesOf, speechProcessOf } from '@/tests/integrations/speech/speech-processes';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { OFTEN } from '@/tests/support/until';

const MINUTE_MS = 60_000;
const FULL = { trial: 30 * MINUTE_MS, reserved: 0 };

describeOnBothDatabases('deleting a transcription', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
  });

  async function registered(minutes = 10): Promise<Transcription> {
    const transcription = await transcriptionOf(await register(userId, { durationMs: minutes * MINUTE_MS }));
    await storage.put(transcription.storageKey, Readable.from(['recording']), { maxBytes: 100 });
    return transcription;
  }

  const remove = ({ publicId }: Transcription, submissionId: string = randomUUID(), by = userId) =>
    deleteTranscription({ userId: by, publicId, submissionId });

  /** Claims the next job, as a worker does. */
  async function nextRun() {
    const job = (await claimJob(['transcribe']))!;
    return {
      payload: JSON.parse(job.payload) as { transcriptionId: number },
      claim: { jobId: job.id, fence: job.fence },
      signal: new AbortController().signal,
      isLastAttempt: false,
    };
  }

  async function expectGone({ id, storageKey }: Transcription): Promise<void> {
    expect(await Transcription.findByPk(id)).toBeNull();
    expect(await storage.size(storageKey)).toBeNull();
    const rows = [Transcript, Checkpoint, SearchableUtterance, Tagging] as ModelStatic<Model>[];
    for (const model of rows) expect(await model.count()).toBe(0);
    expect(await Job.count({ where: { name: 'transcribe', status: ['waiting', 'running'] } })).toBe(0);
    expect(await checkLedger()).toEqual([]);
  }

  it('releases the hold of a pending transcription and cancels its job', async () => {
    const transcription = await registered();
    await addTag({ userId, publicId: transcription.publicId, tag: 'x', submissionId: randomUUID() });
    await remove(transcription);
    await expectGone(transcription);
    expect(await readBalances(userId)).toMatchObject(FULL);
    expect(await claimJob(['transcribe'])).toBeNull();
  });

  it('does the same when the worker died in the middle', async () => {
    const transcription = await registered();
    await nextRun();
    await transcription.update({ status: 'processing' });
    await Checkpoint.create({ transcriptionId: transcription.id, stage: 'words', content: '[]' });
    await remove(transcription);
    await expectGone(transcription);
    expect(await readBalances(userId)).toMatchObject(FULL);
  });

  it('stops the running worker, which writes nothing more', async () => {
    const sent = await uploadSample({ userId, submissionId: randomUUID(), language: 'pt' });
    const transcription = await transcriptionOf(sent);
    const stop = new AbortController();
    const ended: unknown[] = [];
    const handler: JobHandlers['transcribe'] = {
      run: (run) =>
        transcribe(run)
          .catch((error: unknown) => ended.push(error))
          .then(() => undefined),
    };
    const working = runJobs([{ handlers: { transcribe: handler }, slots: 1 }], stop.signal);
    await speechProcessOf(process.pid);
    await remove(transcription);
    await expect.poll(() => ended.length, OFTEN).toBeGreaterThan(0);
    stop.abort();
    await working;
    expect(speechProcessesOf(process.pid)).toEqual([]);
    await expectGone(transcription);
    expect(await readBalances(userId)).toMatchObject(FULL);
  });

  it('neither charges nor refunds a finished transcription', async () => {
    const failed = await registered();
    await failTranscription(await nextRun(), 'media.no-speech');
    await Job.update({ status: 'done' }, { where: {} });
    await remove(failed);
    await expectGone(failed);
    expect(await readBalances(userId)).toMatchObject(FULL);

    const succeeded = await transcriptionOf(
      await uploadSample({ userId, submissionId: randomUUID(), language: 'pt' }),
    );
    await transcribe(await nextRun());
    expect(await Transcript.count()).toBe(1);
    await remove(succeeded);
    await expectGone(succeeded);
    expect(await readBalances(userId)).toMatchObject({
      trial: 30 * MINUTE_MS - succeeded.durationMs,
      reserved: 0,
    });
  });

  it('allows storing another recording afterwards', async () => {
    await registered(25);
    const stored = await registered(20);
    expect(stored.status).toBe('stored');
    await remove(stored);
    expect((await registered(20)).status).toBe('stored');
  });

  it('takes effect once for twenty concurrent calls', async () => {
    const transcription = await registered();
    const submissionId = randomUUID();
    await Promise.all(Array.from({ length: 20 }, () => remove(transcription, submissionId)));
    await expectGone(transcription);
    expect(await readBalances(userId)).toMatchObject(FULL);
    const second = await registered();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => remove(second)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectGone(second);
    expect(await readBalances(userId)).toMatchObject(FULL);
  });

  it('is allowed for the owner only', async () => {
    const transcription = await registered();
    await expect(remove(transcription, randomUUID(), await makeUser())).rejects.toMatchObject({
      code: 'transcription.not-found',
    });
    expect(await Transcription.count()).toBe(1);
    expect(await storage.size(transcription.storageKey)).toBe(9);
    expect(await Job.count({ where: { status: 'waiting' } })).toBe(1);
  });
});
