import type { Readable } from 'node:stream';
import { pictureFormatOf } from '@/app/domain/account/picture';
import { AppError } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { storage } from '@/app/integrations/storage/index.server';
import { Ad } from '@/models/ad.server';

/** @throws AppError 'ad.not-found', also for an advertisement without an image */
export async function openAdImage(
  publicId: string,
): Promise<{ contentType: string; sizeBytes: number; read(): Readable }> {
  const ad = isPublicId(publicId) ? await Ad.findOne({ where: { publicId } }) : null;
  const key = ad?.imageKey;
  const sizeBytes = key ? await storage.size(key) : null;
  if (!key || sizeBytes === null) throw new AppError('ad.not-found');
  return { contentType: `image/${pictureFormatOf(key)}`, sizeBytes, read: () => storage.read(key) };
}
