import { Readable } from 'node:stream';
import type { Transaction } from 'sequelize';
import { MAX_PICTURE_BYTES, MAX_PICTURE_SIDE_PX, readPicture } from '@/app/domain/account/picture';
import { AppError } from '@/app/domain/errors';
import { storage } from '@/app/integrations/storage/index.server';
import { Ad } from '@/models/ad.server';
import { newPublicId } from '@/models/public-id.server';
import { recordAudit } from '../audit.server';
import { type AdminRequest, withAdminIdempotencyKey } from '../with-admin-idempotency-key.server';
import { sanitiseAdHtml } from './sanitise-ad-html.server';

export interface AdForm {
  title: string;
  message: string;
  html: string;
  isActive: boolean;
  image: Uint8Array | null;
  /** Removes the current image when no new one is given. */
  withoutImage: boolean;
  /** Creates a new advertisement, shown also to users who dismissed the previous one. */
  asNew: boolean;
}

/**
 * Updates the newest, or publishes a new one in its place; the sweep removes images without a row.
 * @throws AppError 'ad.image-invalid' (params: limit in pixels), 'ad.image-too-large'
 */
export async function saveAd(request: AdminRequest & AdForm): Promise<void> {
  const kept = request.image && (await storeImage(request.image));
  try {
    const imageKey = await saveRow(request, kept);
    if (kept && kept !== imageKey) await storage.remove(kept);
  } catch (error) {
    if (kept) await storage.remove(kept);
    throw error;
  }
}

/** @returns the image key; for a repeated form, that of the first one */
function saveRow(request: AdminRequest & AdForm, kept: string | null): Promise<string | null> {
  const { adminId, title, message, isActive, withoutImage, asNew } = request;
  const html = sanitiseAdHtml(request.html);
  return withAdminIdempotencyKey(request, async (transaction) => {
    const newest = await Ad.findOne({ order: [['id', 'DESC']], transaction });
    const imageKey = kept ?? (withoutImage ? null : (newest?.imageKey ?? null));
    const values = { title, message, html, isActive, imageKey };
    const isNew = asNew || !newest;
    if (isNew) await publish(values, transaction);
    else await newest.update(values, { transaction });
    const action = isNew ? 'ad-published' : 'ad-changed';
    await recordAudit({ adminId, action, details: { title } }, transaction);
    return imageKey;
  });
}

async function publish(
  values: Pick<Ad, 'title' | 'message' | 'html' | 'isActive' | 'imageKey'>,
  transaction: Transaction,
): Promise<void> {
  await Ad.update({ isActive: false }, { where: { isActive: true }, transaction });
  await Ad.create({ publicId: newPublicId(), ...values }, { transaction });
}

async function storeImage(image: Uint8Array): Promise<string> {
  if (image.length > MAX_PICTURE_BYTES) throw new AppError('ad.image-too-large');
  const picture = readPicture(image);
  if (!picture) throw new AppError('ad.image-invalid', { limit: MAX_PICTURE_SIDE_PX });
  const imageKey = `ads/${newPublicId()}-${picture.format}`;
  await storage.put(imageKey, Readable.from([image]), { maxBytes: MAX_PICTURE_BYTES });
  return imageKey;
}
