import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Op } from 'sequelize';
import { beforeEach, expect, it, vi } from 'vitest';
import { settings } from '@/app/config/env.server';
import { SESSION_IDLE_MS } from '@/app/domain/account/session';
import { storage } from '@/app/integrations/storage/index.server';
import { findSessionUser } from '@/app/services/account/find-session-user.server';
import { withIdempotencyKey } from '@/app/services/platform/idempotency/with-idempotency-key.server';
import { markLostRecordings } from '@/app/services/platform/system/mark-lost-recordings.server';
import { sweep } from '@/app/services/platform/system/sweep.server';
import { resendOwnTranscription } from '@/app/services/transcription/resend-transcription.server';
import { Ad } from '@/models/ad.server';
import { Job } from '@/models/job.server';
import { LoginChallenge } from '@/models/login-challenge.server';
import { newPublicId } from '@/models/public-id.server';
import { Session } from '@/models/session.server';
import { Submission } from '@/models/submission.server';
import { Transcription } from '@/models/transcription.server';
import { insertJob } from '@/tests/factories/job';
import { register } from '@/tests/factories/recording';
import { startSession } from '@/tests/factories/session';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number) => new Date(Date.now() - ms);

describeOnBothDatabases('the sweep', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
  });

  it('deletes sessions that are expired or idle for too long', async () => {
    const [current, unused, old] = [
      await startSession(userId, 'browser'),
      await startSession(userId, 'browser'),
      await startSession(userId, 'browser'),
    ];
    const [, second, third] = await Session.findAll({ order: ['id'] });
    await second!.update({ lastUsedAt: ago(SESSION_IDLE_MS + HOUR_MS) });
    await third!.update({ expiresAt: ago(1) });
    expect(await findSessionUser(unused)).toBeNull();
    expect(await findSessionUser(old)).toBeNull();
    await sweep();
    expect(await Session.count()).toBe(1);
    expect(await findSessionUser(current)).toMatchObject({ id: userId });
  });

  it('deletes challenges a day after they expired', async () => {
    const challenge = (expiresAt: Date) =>
      LoginChallenge.create({
        publicId: newPublicId(),
        purpose: 'login',
        email: 'a@example.com',
        name: null,
        language: 'pt',
        codeHash: 'a',
        linkHash: 'b',
        addressHash: 'c',
        expiresAt,
      });
    await challenge(ago(DAY_MS + HOUR_MS));
    const recent = await challenge(ago(DAY_MS - HOUR_MS));
    await sweep();
    expect((await LoginChallenge.findAll()).map(({ id }) => id)).toEqual([recent.id]);
  });

  it('deletes idempotency keys after seven days', async () => {
    const submit = () => withIdempotencyKey('test', randomUUID(), async () => 'done');
    await submit();
    await Submission.update({ createdAt: ago(7 * DAY_MS + HOUR_MS) }, { where: {}, silent: true });
    await submit();
    await sweep();
    expect(await Submission.count()).toBe(1);
  });

  it('deletes jobs 30 days after they were done, and keeps dead letters and waiting ones', async () => {
    for (const name of ['old', 'recent', 'dead', 'waiting']) await insertJob(name, {});
    const set = (name: string, values: Partial<Job>) => Job.update(values, { where: { name } });
    await set('old', { status: 'done', finishedAt: ago(30 * DAY_MS + HOUR_MS) });
    await set('recent', { status: 'done', finishedAt: ago(30 * DAY_MS - HOUR_MS) });
    await set('dead', { status: 'dead', finishedAt: ago(60 * DAY_MS) });
    await set('waiting', { runAt: ago(60 * DAY_MS) });
    await sweep();
    expect((await Job.findAll({ order: ['id'] })).map(({ name }) => name)).toEqual([
      'recent',
      'dead',
      'waiting',
    ]);
  });

  it('removes unreferenced files a day old, unfinished ones too', async () => {
    const root = path.join(settings.dataDir, 'storage');
    const put = async (file: string, hours: number) => {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), 'bytes');
      await utimes(path.join(root, file), ago(hours * HOUR_MS), ago(hours * HOUR_MS));
    };
    await put('recordings/owned', 100);
    await register(userId, { storageKey: 'recordings/owned' });
    await put('recordings/orphan', 25);
    await put('recordings/arriving', 23);
    await put('recordings/broken-off.partial', 25);
    await put('recordings/being-written.partial', 23);
    await put('ads/shown', 100);
    await Ad.create({
      publicId: newPublicId(),
      title: 'a',
      message: 'b',
      html: '',
      isActive: true,
      imageKey: 'ads/shown',
    });
    await put('ads/replaced', 25);
    await sweep();
    expect(await readdir(path.join(root, 'ads'))).toEqual(['shown']);
    expect((await readdir(path.join(root, 'recordings'))).sort()).toEqual([
      'arriving',
      'being-written.partial',
      'owned',
    ]);
  });

  it('looks for another share of the recordings each day, where there are many', async () => {
    await storage.put('recordings/kept', Readable.from(['bytes']), { maxBytes: 100 });
    await storage.put('recordings/kept-too', Readable.from(['bytes']), { maxBytes: 100 });
    const ids: number[] = [];
    for (const name of ['kept', 'lost', 'kept-too', 'lost-too']) {
      const { publicId } = await register(userId, { storageKey: `recordings/${name}` });
      await Transcription.update({ status: 'succeeded' }, { where: { publicId } });
      ids.push((await Transcription.findOne({ where: { publicId }, rejectOnEmpty: true })).id);
    }
    const markedOn = async (day: number) => {
      vi.setSystemTime(day * DAY_MS);
      await markLostRecordings(ids[1]!);
      const rows = await Transcription.findAll({ where: { recordingGoneAt: { [Op.not]: null } } });
      return rows.map(({ storageKey }) => storageKey).toSorted();
    };
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const even = 2 * Math.floor(Date.now() / DAY_MS / 2);
      expect(await markedOn(even)).toEqual(['recordings/lost']);
      expect(await markedOn(even + 1)).toEqual(['recordings/lost', 'recordings/lost-too']);
    } finally {
      vi.useRealTimers();
      await Promise.all(['recordings/kept', 'recordings/kept-too'].map((key) => storage.remove(key)));
    }
  });

  it('marks transcriptions without their recording, unless the whole storage seems lost', async () => {
    await storage.put('recordings/kept', Readable.from(['bytes']), { maxBytes: 100 });
    const states = ['succeeded', 'failed', 'stored', 'pending', 'processing'] as const;
    for (const status of states) {
      const { publicId } = await register(userId, { storageKey: `recordings/lost-${status}` });
      await Transcription.update({ status }, { where: { publicId } });
    }
    const marked = async () => {
      const rows = await Transcription.findAll({
        where: { recordingGoneAt: { [Op.not]: null } },
        order: ['id'],
      });
      return rows.map(({ storageKey, status, errorCode }) => [storageKey, status, errorCode]);
    };
    await sweep();
    expect(await marked()).toEqual([]);
    const { publicId } = await register(userId, { storageKey: 'recordings/kept' });
    await Transcription.update({ status: 'succeeded' }, { where: { publicId } });
    await sweep();
    expect(await marked()).toEqual([
      ['recordings/lost-succeeded', 'succeeded', null],
      ['recordings/lost-failed', 'failed', null],
      ['recordings/lost-stored', 'failed', 'transcription.recording-gone'],
    ]);
    const lost = await Transcription.findOne({ where: { storageKey: 'recordings/lost-stored' } });
    const resend = { userId, publicId: lost!.publicId, submissionId: randomUUID() };
    await expect(resendOwnTranscription(resend)).rejects.toMatchObject({
      code: 'transcription.recording-gone',
    });
    await storage.remove('recordings/kept');
  });

  it('removes work folders left by a killed worker', async () => {
    const parent = path.join(settings.dataDir, 'tmp');
    for (const [name, hours] of [
      ['transcribe-left', 25],
      ['transcribe-running', 23],
    ] as const) {
      await mkdir(path.join(parent, name), { recursive: true });
      await writeFile(path.join(parent, name, 'audio.s16'), 'samples');
      await utimes(path.join(parent, name), ago(hours * HOUR_MS), ago(hours * HOUR_MS));
    }
    await sweep();
    await expect(access(path.join(parent, 'transcribe-left'))).rejects.toThrow();
    await access(path.join(parent, 'transcribe-running', 'audio.s16'));
  });

  it('may run eight times at once', async () => {
    for (let index = 0; index < 20; index += 1) {
      const key = `recordings/${newPublicId()}`;
      await storage.put(key, Readable.from(['bytes']), { maxBytes: 100 });
      const folder = path.join(settings.dataDir, 'tmp', newPublicId());
      await mkdir(folder, { recursive: true });
      for (const left of [path.join(settings.dataDir, 'storage', key), folder]) {
        await utimes(left, ago(25 * HOUR_MS), ago(25 * HOUR_MS));
      }
    }
    await Promise.all(Array.from({ length: 8 }, () => sweep()));
  });
});
