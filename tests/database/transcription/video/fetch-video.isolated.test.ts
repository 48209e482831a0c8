import '@/tests/support/data-folder';
import './video-site';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/app/domain/errors';
import { storage } from '@/app/integrations/storage/index.server';
import { videoSite } from '@/app/integrations/video-site/index.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { completeJob } from '@/app/services/platform/jobs/finish-job.server';
import { runJobs } from '@/app/services/platform/jobs/run-jobs.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';
import { resendOwnTranscription } from '@/app/services/transcription/resend-transcription.server';
import { fetchVideo } from '@/app/services/transcription/video/fetch-video.server';
import { registerVideo } from '@/app/services/transcription/video/register-video.server';
import { handlers } from '@/jobs/handlers';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { register } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { silentWav } from '@/tests/factories/wav';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { findYtdlp } from '@/tests/support/ytdlp';
import { videoServer } from './video-site';

const MINUTE_MS = 60_000;
const TRIAL_MS = 30 * MINUTE_MS;
const ID = 'abc-EFG_123';

afterAll(() => videoServer.stop());

describe.skipIf(!findYtdlp())('with yt-dlp', () => {
  describeOnBothDatabases('fetching a video', () => {
    let userId: number;

    beforeEach(async () => {
      await resetDatabase();
      userId = await makeUser();
      serve(3);
    });

    afterEach(() => {
      vi.restoreAllMocks();
    });

    /** Serves a video that declares `seconds` and has three seconds of audio. */
    function serve(seconds: number, more: { stallsAfter?: number } = {}): void {
      videoServer.videos.set(ID, { title: 'Ata/da reunião', seconds, sound: silentWav(3), ...more });
    }

    /**
     * A site with that video instead of yt-dlp, whose start takes half a second: what yt-dlp answers is tested
     * with the adapter.
     */
    function mockSite(seconds: number) {
      serve(seconds);
      vi.spyOn(videoSite, 'readDurationMs').mockResolvedValue(seconds * 1000);
      vi.spyOn(videoSite, 'download').mockImplementation(async (_id, folder) => {
        const file = path.join(folder, 'audio.wav');
        await writeFile(file, silentWav(3));
        return file;
      });
    }

    const registered = (submissionId: string = randomUUID()) =>
      registerVideo({ userId, submissionId, videoId: ID, language: 'pt' });

    /** Runs one attempt of the next job, as a worker does. */
    async function attempt(): Promise<void> {
      const job = (await claimJob(['fetch-video']))!;
      const claim = { jobId: job.id, fence: job.fence };
      const payload = JSON.parse(job.payload) as { transcriptionId: number };
      await fetchVideo({ payload, claim, signal: new AbortController().signal, isLastAttempt: false });
      await completeJob(claim);
    }

    const only = () => Transcription.findOne({ rejectOnEmpty: true });
    const waiting = (name: string) => Job.count({ where: { name, status: 'waiting' } });

    it('holds its minutes, stores its audio and enqueues its transcription once', async () => {
      const submissionId = randomUUID();
      await registered(submissionId);
      await registered(submissionId);
      expect(await only()).toMatchObject({
        status: 'pending',
        title: 'Ata/da reunião',
        durationMs: 0,
        holdId: null,
      });
      await attempt();
      const row = await only();
      expect(row).toMatchObject({
        status: 'pending',
        stage: null,
        durationMs: 3_000,
        fileName: 'Ata-da reunião.wav',
      });
      expect(await storage.size(row.storageKey)).toBe(silentWav(3).length);
      expect(await readBalances(userId)).toMatchObject({ trial: TRIAL_MS - 3_000, reserved: 3_000 });
      expect([await waiting('transcribe'), await waiting('fetch-video')]).toEqual([1, 0]);
      await checkLedger();
    });

    it('charges the measured duration, not the declared one', async () => {
      mockSite(600);
      await registered();
      await attempt();
      expect(await readBalances(userId)).toMatchObject({ trial: TRIAL_MS - 3_000, reserved: 3_000 });
      await checkLedger();
    });

    it('downloads nothing that is too long or that the balance does not cover', async () => {
      mockSite(31 * 60);
      await registered();
      await attempt();
      expect(await only()).toMatchObject({
        status: 'failed',
        errorCode: 'wallet.trial-file-too-long',
        sizeBytes: 0,
      });
      await Transcription.destroy({ where: {} });

      await register(userId, { durationMs: 29 * MINUTE_MS });
      mockSite(120);
      await registered();
      await attempt();
      const row = await Transcription.findOne({ where: { videoId: ID }, rejectOnEmpty: true });
      expect(row).toMatchObject({ status: 'failed', errorCode: 'wallet.insufficient-funds', sizeBytes: 0 });
      expect(await readBalances(userId)).toMatchObject({ trial: MINUTE_MS, reserved: 29 * MINUTE_MS });
      expect(videoSite.download).not.toHaveBeenCalled();
      await checkLedger();
    });

    it('fails and releases its hold when the site rejects it, and can be retried', async () => {
      await registered();
      mockSite(3);
      vi.mocked(videoSite.readDurationMs).mockRejectedValueOnce(new AppError('video.refused'));
      await attempt();
      const { publicId, ...row } = (await only()).get();
      expect(row).toMatchObject({ status: 'failed', errorCode: 'video.refused' });
      expect(await readBalances(userId)).toMatchObject({ trial: TRIAL_MS, reserved: 0 });
      await resendOwnTranscription({ userId, publicId, submissionId: randomUUID() });
      await attempt();
      expect(await only()).toMatchObject({ status: 'pending', durationMs: 3_000, errorCode: null });
      expect(await waiting('transcribe')).toBe(1);
      await checkLedger();
    });

    it('stops when cancelled, and releases its hold', async () => {
      serve(3, { stallsAfter: 5_000 });
      await registered();
      const stop = new AbortController();
      const worker = runJobs(
        [{ handlers: { 'fetch-video': handlers['fetch-video'] }, slots: 1 }],
        stop.signal,
      );
      await expect.poll(async () => (await only()).stage, { timeout: 60_000 }).toBe('downloading');
      const { publicId } = await only();
      await deleteTranscription({ userId, publicId, submissionId: randomUUID() });
      expect(await readBalances(userId)).toMatchObject({ trial: TRIAL_MS, reserved: 0 });
      stop.abort();
      await worker;
      expect(await Transcription.count()).toBe(0);
      expect(await Job.count({ where: { status: ['waiting', 'running'] } })).toBe(0);
      await checkLedger();
    });
  });
});
