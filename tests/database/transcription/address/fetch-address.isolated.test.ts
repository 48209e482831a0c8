import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { transcriptionSubject } from '@/app/domain/jobs';
import { storage } from '@/app/integrations/storage/index.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { completeJob } from '@/app/services/platform/jobs/finish-job.server';
import { isJobUnfinished } from '@/app/services/platform/jobs/unfinished-jobs.server';
import { fetchAddress } from '@/app/services/transcription/address/fetch-address.server';
import { registerAddress } from '@/app/services/transcription/address/register-address.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';
import { resendOwnTranscription } from '@/app/services/transcription/resend-transcription.server';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { makeUser } from '@/tests/factories/user';
import { silentWav } from '@/tests/factories/wav';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const TRIAL_MS = 30 * 60_000;
/** Until what a server on this machine sent has been read. */
const HANDED_OVER_MS = 200;

let server: Server;
let address: string;
let answer: RequestListener;

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.closeAllConnections());

afterEach(() => void vi.useRealTimers());

describeOnBothDatabases('fetching an address', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
    answer = (_request, response) => response.end(silentWav(3));
  });

  const registered = (path = '/ata%20da%20obra.wav?sig=1', submissionId: string = randomUUID()) =>
    registerAddress({ userId, submissionId, url: address + path, language: 'pt' });

  /** Runs one attempt of the next job, as a worker does. */
  async function attempt(signal = new AbortController().signal): Promise<void> {
    const job = (await claimJob(['fetch-address']))!;
    const claim = { jobId: job.id, fence: job.fence };
    const payload = JSON.parse(job.payload) as { transcriptionId: number; url: string };
    await fetchAddress({ payload, claim, signal, isLastAttempt: false });
    await completeJob(claim);
  }

  const only = () => Transcription.findOne({ rejectOnEmpty: true });

  it('holds the measured minutes and has the recording transcribed', async () => {
    await registered();
    expect(await only()).toMatchObject({
      title: 'ata da obra',
      status: 'pending',
      recordingGoneAt: expect.any(Date),
    });
    answer = (request, response) =>
      request.url!.startsWith('/ata')
        ? response.writeHead(302, { Location: '/moved.wav' }).end()
        : response.end(silentWav(3));
    await attempt();
    const row = await only();
    expect(row).toMatchObject({ status: 'pending', durationMs: 3000, recordingGoneAt: null });
    expect(await storage.size(row.storageKey)).toBe(silentWav(3).length);
    expect(await readBalances(userId)).toMatchObject({ trial: TRIAL_MS - 3000 });
    expect(await Job.count({ where: { name: 'transcribe' } })).toBe(1);
    expect(await checkLedger()).toEqual([]);
  });

  it('registers once for its key, and no address of something else', async () => {
    const key = randomUUID();
    expect(await registered('/a.mp3', key)).toBe(await registered('/a.mp3', key));
    expect(await Transcription.count()).toBe(1);
    for (const path of ['/', '/a.exe', '/a'])
      await expect(registered(path)).rejects.toMatchObject({ code: 'media.unsupported' });
  });

  it.each<[string, RequestListener, string]>([
    ['answers with an error', (_request, response) => response.writeHead(404).end(), 'address.unreachable'],
    ['is no recording', (_request, response) => response.end('<html>'), 'media.invalid'],
    [
      'announces more than is allowed',
      (_request, response) => void response.writeHead(200, { 'Content-Length': 1e15 }).write('a'),
      'media.too-large',
    ],
    [
      'breaks off',
      (_request, response) => {
        response.writeHead(200, { 'Content-Length': 1000 }).write('a');
        setTimeout(() => response.destroy(), 20);
      },
      'address.unreachable',
    ],
    [
      'redirects for ever',
      (_request, response) => response.writeHead(302, { Location: '/b.wav' }).end(),
      'address.unreachable',
    ],
  ])('fails one that %s, and charges nothing', async (_what, answers, errorCode) => {
    answer = answers;
    const publicId = await registered();
    await attempt();
    expect(await only()).toMatchObject({ status: 'failed', errorCode, sizeBytes: 0 });
    expect(await readBalances(userId)).toMatchObject({ trial: TRIAL_MS });
    const again = resendOwnTranscription({ userId, publicId, submissionId: randomUUID() });
    await expect(again).rejects.toMatchObject({ code: 'transcription.recording-gone' });
  });

  it('fails one that trickles, although it is never silent for long', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    answer = (_request, response) => void response.write('a');
    await registered();
    const attempted = attempt();
    const aMinuteLater = async () => {
      vi.advanceTimersByTime(60_000);
      return (await only()).errorCode;
    };
    await expect.poll(aMinuteLater).toBe('address.unreachable');
    await attempted;
  });

  it('fetches one that takes minutes at a steady rate', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const parts = [1, 2, 3].map((part) => silentWav(9).subarray((part - 1) * 96_015, part * 96_015));
    answer = async (_request, response) => {
      for (const part of parts) {
        await new Promise<unknown>((sent) => response.write(part, sent));
        await sleep(HANDED_OVER_MS);
        vi.advanceTimersByTime(60_000);
      }
      response.end();
    };
    await registered();
    await attempt();
    expect(await only()).toMatchObject({ status: 'pending', durationMs: 9000 });
  });

  it('fails one that leads inside', async () => {
    await registered();
    answer = (_request, response) => response.writeHead(302, { Location: 'file:///etc/passwd' }).end();
    await attempt();
    expect(await only()).toMatchObject({ status: 'failed', errorCode: 'address.forbidden' });
  });

  it('goes on later when the worker stops, and ends with the transcription', async () => {
    answer = (_request, response) => void response.write('a');
    const publicId = await registered();
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    await expect(attempt(stop.signal)).rejects.toThrow();
    const { id, status } = await only();
    expect(status).toBe('pending');
    const isUnderWay = () => isJobUnfinished('fetch-address', transcriptionSubject(id));
    expect(await isUnderWay()).toBe(true);
    await deleteTranscription({ userId, publicId, submissionId: randomUUID() });
    expect(await isUnderWay()).toBe(false);
  });
});
