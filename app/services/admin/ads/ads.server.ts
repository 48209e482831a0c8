import { pictureFormatOf } from '@/app/domain/account/picture';
import { AppError } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { storage } from '@/app/integrations/storage/index.server';
import { Ad } from '@/models/ad.server';
import { AdDismissal } from '@/models/ad-dismissal.server';
import { recordAudit } from '../audit.server';
import { type AdminRequest, withAdminIdempotencyKey } from '../with-admin-idempotency-key.server';

export interface AdView {
  publicId: string;
  title: string;
  message: string;
  /** Sanitised. */
  html: string;
  hasImage: boolean;
}

function adView({ publicId, title, message, html, imageKey }: Ad): AdView {
  return { publicId, title, message, html, hasImage: imageKey !== null };
}

/** The newest advertisement, active or not; null without one. */
export async function readAd(): Promise<(AdView & { isActive: boolean }) | null> {
  const ad = await Ad.findOne({ order: [['id', 'DESC']] });
  return ad && { ...adView(ad), isActive: ad.isActive };
}

/** The newest active advertisement, unless the user dismissed it. */
export async function findAdFor(userId: number): Promise<AdView | null> {
  const ad = await Ad.findOne({ where: { isActive: true }, order: [['id', 'DESC']] });
  if (!ad || (await AdDismissal.findOne({ where: { adId: ad.id, userId } }))) return null;
  return adView(ad);
}

/** @throws AppError 'ad.not-found', also for an advertisement without an image */
export async function openAdImage(publicId: string) {
  const ad = isPublicId(publicId) ? await Ad.findOne({ where: { publicId } }) : null;
  const key = ad?.imageKey;
  const sizeBytes = key ? await storage.size(key) : null;
  if (!key || sizeBytes === null) throw new AppError('ad.not-found');
  return { contentType: `image/${pictureFormatOf(key)}`, sizeBytes, read: () => storage.read(key) };
}

/** For good. @throws AppError 'ad.not-found' */
export async function dismissAd(userId: number, publicId: string): Promise<void> {
  const ad = isPublicId(publicId) ? await Ad.findOne({ where: { publicId } }) : null;
  if (!ad) throw new AppError('ad.not-found');
  await AdDismissal.bulkCreate([{ adId: ad.id, userId }], {
    updateOnDuplicate: ['updatedAt'],
    conflictAttributes: ['adId', 'userId'],
  });
}

export function deactivateAds(request: AdminRequest): Promise<void> {
  return withAdminIdempotencyKey(request, async (transaction) => {
    await Ad.update({ isActive: false }, { where: { isActive: true }, transaction });
    await recordAudit({ adminId: request.adminId, action: 'ads-off' }, transaction);
  });
}
