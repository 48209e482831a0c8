import { AppError } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { Ad } from '@/models/ad.server';
import { AdDismissal } from '@/models/ad-dismissal.server';

/** For good. @throws AppError 'ad.not-found' */
export async function dismissAd(userId: number, publicId: string): Promise<void> {
  const ad = isPublicId(publicId) ? await Ad.findOne({ where: { publicId } }) : null;
  if (!ad) throw new AppError('ad.not-found');
  await AdDismissal.bulkCreate([{ adId: ad.id, userId }], {
    updateOnDuplicate: ['updatedAt'],
    conflictAttributes: ['adId', 'userId'],
  });
}
