import '@/tests/support/data-folder';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import { settings } from '@/app/config/env.server';
import { MAX_PICTURE_BYTES } from '@/app/domain/account/picture';
import {
  deactivateAds,
  dismissAd,
  findAdFor,
  openAdImage,
  readAd,
} from '@/app/services/admin/ads/ads.server';
import { type AdForm, saveAd } from '@/app/services/admin/ads/save-ad.server';
import { Ad } from '@/models/ad.server';
import { AdDismissal } from '@/models/ad-dismissal.server';
import { adminForm, auditOf, makeAdmin } from '@/tests/factories/admin';
import { png, REAL_PICTURES } from '@/tests/factories/pictures';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const PNG = png(2, 1);
const JPEG = REAL_PICTURES['JPEG, baseline']!;

describeOnBothDatabases('the advertisement', () => {
  let adminId: number;
  let ana: number;
  let rui: number;

  beforeEach(async () => {
    await resetDatabase();
    await rm(path.join(settings.dataDir, 'storage'), { recursive: true, force: true });
    adminId = await makeAdmin();
    ana = await makeUser();
    rui = await makeUser();
  });

  const save = (values: Partial<AdForm> = {}, form = adminForm(adminId)) =>
    saveAd({
      ...form,
      title: 'Novidade',
      message: 'Legendas',
      html: '<p>a</p><script>b</script>',
      image: null,
      isActive: true,
      withoutImage: false,
      asNew: false,
      ...values,
    });

  const titleFor = async (userId: number) => (await findAdFor(userId))?.title ?? null;
  const imageNow = async () => {
    const { contentType, read } = await openAdImage((await readAd())!.publicId);
    return [contentType, await buffer(read())];
  };

  it('is shown, sanitised, to each user until dismissed', async () => {
    expect(await titleFor(ana)).toBeNull();
    await save();
    const ad = (await findAdFor(ana))!;
    expect(ad).toMatchObject({ title: 'Novidade', message: 'Legendas', html: '<p>a</p>', hasImage: false });
    await dismissAd(ana, ad.publicId);
    expect([await titleFor(ana), await titleFor(rui)]).toEqual([null, 'Novidade']);
  });

  it('stays dismissed when it is changed, and is shown again when published as new', async () => {
    await save();
    await dismissAd(ana, (await readAd())!.publicId);
    await save({ title: 'Sem erro' });
    expect([await titleFor(ana), await titleFor(rui)]).toEqual([null, 'Sem erro']);
    await save({ title: 'Outra', asNew: true });
    expect([await titleFor(ana), await titleFor(rui)]).toEqual(['Outra', 'Outra']);
    expect((await auditOf(adminId)).map(({ action }) => action)).toEqual([
      ...['ad-published', 'ad-changed', 'ad-published'],
    ]);
  });

  it('is not replaced by an older one when deactivated', async () => {
    await save({ title: 'A velha' });
    await save({ asNew: true });
    await save({ isActive: false });
    expect(await titleFor(ana)).toBeNull();
    await save();
    await deactivateAds(adminForm(null));
    expect(await titleFor(ana)).toBeNull();
    expect(await Ad.count({ where: { isActive: true } })).toBe(0);
  });

  it('keeps its image until it is replaced or removed', async () => {
    await save({ image: PNG });
    expect(await imageNow()).toEqual(['image/png', PNG]);
    await save();
    await save({ asNew: true });
    expect(await imageNow()).toEqual(['image/png', PNG]);
    await save({ image: JPEG, withoutImage: true });
    expect(await imageNow()).toEqual(['image/jpeg', JPEG]);
    await save({ withoutImage: true });
    await expect(imageNow()).rejects.toMatchObject({ code: 'ad.not-found' });
    await expect(openAdImage('unknown')).rejects.toMatchObject({ code: 'ad.not-found' });
  });

  it.each([
    ['ad.image-invalid', Buffer.from('<svg onload=hit()>')],
    ['ad.image-too-large', Buffer.concat([PNG, Buffer.alloc(MAX_PICTURE_BYTES - PNG.length + 1)])],
  ])('is not changed when its image is rejected: %s', async (code, image) => {
    await expect(save({ image })).rejects.toMatchObject({ code });
    expect(await Ad.count()).toBe(0);
    expect(await auditOf(adminId)).toEqual([]);
  });

  it('is saved and dismissed once, twenty times at the same moment', async () => {
    const form = adminForm(adminId);
    await Promise.all(Array.from({ length: 20 }, () => save({ asNew: true, image: PNG }, form)));
    expect(await Ad.count()).toBe(1);
    expect(await imageNow()).toEqual(['image/png', PNG]);
    expect(await readdir(path.join(settings.dataDir, 'storage/ads'))).toHaveLength(1);
    const { publicId } = (await readAd())!;
    await Promise.all(Array.from({ length: 20 }, () => dismissAd(ana, publicId)));
    expect(await AdDismissal.count()).toBe(1);
    await expect(dismissAd(ana, 'unknown')).rejects.toMatchObject({ code: 'ad.not-found' });
  });
});
