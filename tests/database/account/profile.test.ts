import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import { settings } from '@/app/config/env.server';
import { MAX_PICTURE_BYTES } from '@/app/domain/account/picture';
import { storage } from '@/app/integrations/storage/index.server';
import { openPicture, removePicture, savePicture } from '@/app/services/account/picture.server';
import { chooseLanguage, readProfile, updateProfile } from '@/app/services/account/profile.server';
import { sweep } from '@/app/services/platform/system/sweep.server';
import { User } from '@/models/user.server';
import { png, REAL_PICTURES } from '@/tests/factories/pictures';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('a profile', () => {
  let userId: number;
  let neighbour: number;

  beforeEach(async () => {
    await resetDatabase();
    for (const file of await pictures()) await storage.remove(`pictures/${file}`);
    userId = await makeUser({ name: 'Ana' });
    neighbour = await makeUser({ name: 'Rui' });
  });

  const folder = path.join(settings.dataDir, 'storage/pictures');
  const pictures = () => readdir(folder).catch(() => []);

  const save = (bytes: Buffer, submissionId: string = randomUUID(), by = userId) =>
    savePicture({ userId: by, submissionId, body: Readable.from([bytes]) });

  const shown = async (of = userId) => {
    const picture = await openPicture(of);
    return picture && { contentType: picture.contentType, bytes: await buffer(picture.read()) };
  };

  it('changes for its owner only', async () => {
    const profile = {
      name: 'Ana Souza',
      language: 'en' as const,
      timeZone: 'Asia/Tokyo',
      wantsNotices: false,
      keepAudioDays: 30,
    };
    await updateProfile({ userId, submissionId: randomUUID(), profile });
    expect(await readProfile(userId)).toEqual(profile);
    expect(await readProfile(neighbour)).toEqual({
      name: 'Rui',
      language: null,
      timeZone: 'America/Sao_Paulo',
      wantsNotices: true,
      keepAudioDays: null,
    });
    await chooseLanguage(userId, 'pt');
    expect((await readProfile(userId)).language).toBe('pt');
  });

  it('keeps its time zone when a form names none', async () => {
    const profile = { name: 'Ana', language: 'pt' as const, wantsNotices: true, keepAudioDays: null };
    await updateProfile({
      userId,
      submissionId: randomUUID(),
      profile: { ...profile, timeZone: 'Asia/Tokyo' },
    });
    await updateProfile({ userId, submissionId: randomUUID(), profile });
    expect((await readProfile(userId)).timeZone).toBe('Asia/Tokyo');
  });

  it('is not reverted by a late duplicate of a form', async () => {
    const submissionId = randomUUID();
    const named = (name: string) => ({
      name,
      language: 'pt' as const,
      wantsNotices: true,
      keepAudioDays: null,
    });
    await updateProfile({ userId, submissionId, profile: named('First') });
    await updateProfile({ userId, submissionId: randomUUID(), profile: named('Second') });
    await updateProfile({ userId, submissionId, profile: named('First') });
    expect((await readProfile(userId)).name).toBe('Second');
  });

  it('detects the format of a picture from its content', async () => {
    await save(REAL_PICTURES['WebP, lossy']!);
    expect(await shown()).toEqual({ contentType: 'image/webp', bytes: REAL_PICTURES['WebP, lossy'] });
    expect(await shown(neighbour)).toBeNull();
  });

  it('keeps only the newest picture', async () => {
    await save(png(10, 10));
    await save(REAL_PICTURES['JPEG, baseline']!);
    expect(await pictures()).toHaveLength(1);
    expect(await shown()).toMatchObject({ contentType: 'image/jpeg' });
    await removePicture(userId, randomUUID());
    expect(await shown()).toBeNull();
    expect(await pictures()).toEqual([]);
  });

  it('keeps one picture of ten duplicates of a form at once', async () => {
    const submissionId = randomUUID();
    await Promise.all(Array.from({ length: 10 }, () => save(png(10, 10), submissionId)));
    expect(await pictures()).toHaveLength(1);
    expect(await shown()).toEqual({ contentType: 'image/png', bytes: png(10, 10) });
  });

  it('keeps one picture of ten concurrent forms', async () => {
    await Promise.all(Array.from({ length: 10 }, () => save(png(10, 10))));
    expect(await pictures()).toHaveLength(1);
    expect(await shown()).not.toBeNull();
  });

  it('keeps its picture when the next one is rejected, and stores nothing of that one', async () => {
    await save(png(10, 10));
    const before = await pictures();
    await expect(save(Buffer.from('<svg/>'))).rejects.toMatchObject({ code: 'account.picture-invalid' });
    await expect(save(png(6001, 1))).rejects.toMatchObject({ code: 'account.picture-invalid' });
    const heavy = Buffer.concat([png(10, 10), Buffer.alloc(MAX_PICTURE_BYTES)]);
    await expect(save(heavy)).rejects.toMatchObject({ code: 'account.picture-too-large' });
    expect(await pictures()).toEqual(before);
    expect(await shown()).not.toBeNull();
  });

  it('keeps a picture in use from the sweep', async () => {
    await save(png(10, 10));
    await storage.put('pictures/left-png', Readable.from([png(10, 10)]), { maxBytes: MAX_PICTURE_BYTES });
    const dayBefore = new Date(Date.now() - 25 * 3_600_000);
    for (const file of await pictures()) await utimes(path.join(folder, file), dayBefore, dayBefore);
    await sweep();
    expect(await pictures()).toHaveLength(1);
    expect(await shown()).not.toBeNull();
  });

  it('rejects a picture for an account deleted meanwhile', async () => {
    await User.update({ deletedAt: new Date() }, { where: { id: userId } });
    await expect(save(png(10, 10))).rejects.toMatchObject({ code: 'account.login-required' });
    expect((await User.findByPk(userId, { rejectOnEmpty: true })).pictureKey).toBeNull();
  });
});
