import { settings } from '@/app/config/env.server';
import { keyedHash } from '@/app/config/secret.server';
import { hoursToBuy } from '@/app/domain/billing/wallet/hours-to-buy';
import { AppError } from '@/app/domain/errors';
import { validateFileName } from '@/app/domain/transcription/recording-file';
import { UPLOAD_EXPIRY_DAYS } from '@/app/domain/upload/upload-form';
import { storage } from '@/app/integrations/storage/index.server';
import { inTransaction } from '@/models/database.server';
import { newPublicId } from '@/models/public-id.server';
import { Transcription } from '@/models/transcription.server';
import { Upload } from '@/models/upload.server';
import { User } from '@/models/user.server';
import { lockWallet } from '../billing/wallet/lock-wallet.server';
import { readBalance } from '../billing/wallet/read-balance.server';
import { deleteUpload } from './discard-upload.server';
import { findOwnUpload, storageKeyOf } from './find-own-upload.server';
import { assertMayBegin, evictUpload } from './upload-quota.server';

/** Where a program puts a file: names in a container of its account, which never become a path. */
export interface UploadPlace {
  container: string;
  path: string;
  file: string;
}

const HOUR_S = 3600;
/** A large file may take hours over a slow connection. */
const ADDRESS_HOURS = 24;

/** Which account an address belongs to, until when, and what authorises it. */
export interface SignedUpload {
  container: string;
  publicId: string;
  expires: string;
  signature: string;
}

/** A prepared upload; the file can be PUT to its address: of the bucket, or of this server. */
export interface OpenedUpload {
  publicId: string;
  address: string;
  expiresAt: Date;
}

/**
 * Prepares an upload whose size is not known yet. The same place gives the same upload, until it is registered.
 * @throws AppError 'upload.not-found' for another account's container, 'transcription.already-stored',
 *   'media.name-invalid', 'media.unsupported', 'upload.too-many', 'account.login-required'
 */
export async function openUpload(userId: number, place: UploadPlace): Promise<OpenedUpload> {
  const fileName = validateFileName(place.file);
  if (place.container !== (await containerOf(userId))) throw new AppError('upload.not-found');
  await assertNoneStored(userId);
  const upload = await findOrCreate(userId, place, fileName);
  const { publicId, expiresAt } = upload;
  const address = (await bucketAddress(upload)) ?? signedAddress(place.container, publicId);
  return { publicId, address, expiresAt };
}

/** The names of an account's files stand in it. */
export async function containerOf(userId: number): Promise<string> {
  const user = await User.findByPk(userId, { rejectOnEmpty: true });
  return user.container ?? user.publicId;
}

async function assertNoneStored(userId: number): Promise<void> {
  const stored = await Transcription.findOne({ where: { userId, status: 'stored' } });
  if (!stored) return;
  const hours = hoursToBuy(stored.durationMs, await readBalance(userId));
  throw new AppError('transcription.already-stored', { hours });
}

const fingerprintOf = (path: string) => keyedHash('api-upload', path);
const pathOf = ({ path, file }: UploadPlace) => [path, file].filter((part) => part !== '').join('/');

function findOrCreate(userId: number, place: UploadPlace, fileName: string): Promise<Upload> {
  const fingerprint = fingerprintOf(pathOf(place));
  return inTransaction(async (transaction) => {
    await lockWallet(userId, transaction);
    const user = await User.findByPk(userId, { transaction, rejectOnEmpty: true });
    if (user.deletedAt) throw new AppError('account.login-required');
    const existing = await Upload.findOne({ where: { userId, fingerprint }, transaction });
    if (existing && existing.expiresAt > new Date()) return existing;
    if (existing) await evictUpload(existing, transaction);
    await assertMayBegin(userId, 0, transaction);
    const publicId = newPublicId();
    const expiresAt = new Date(Date.now() + UPLOAD_EXPIRY_DAYS * 24 * HOUR_S * 1000);
    const storageKey = storageKeyOf(publicId);
    const row = { publicId, userId, fingerprint, storageKey, fileName, sizeBytes: 0, expiresAt };
    return Upload.create(row, { transaction });
  });
}

async function bucketAddress(upload: Upload): Promise<string | null> {
  if (!storage.sessions) return null;
  if (upload.sessionAddress) return upload.sessionAddress;
  const address = await storage.sessions.open(upload.storageKey, { origin: settings.publicUrl });
  await upload.update({ sessionAddress: address });
  return address;
}

const signatureOf = (container: string, publicId: string, expires: string) =>
  keyedHash('api-upload-address', JSON.stringify(['PUT', container, publicId, expires]));

function signedAddress(container: string, publicId: string): string {
  const expires = String(Math.floor(Date.now() / 1000) + ADDRESS_HOURS * HOUR_S);
  const signature = signatureOf(container, publicId, expires);
  return `${settings.publicUrl}/api/uploads/${publicId}?${new URLSearchParams({ container, expires, signature })}`;
}

/** Whether an address was signed here for this upload, and has not expired. */
export const isSignedUpload = ({ container, publicId, expires, signature }: SignedUpload): boolean =>
  keyedHash('compare', signature) === keyedHash('compare', signatureOf(container, publicId, expires)) &&
  Number(expires) * 1000 > Date.now();

/**
 * The upload behind a `filePath`: `path/file`, with the container before it or without, or the address itself.
 * @throws AppError 'upload.not-found', 'upload.incomplete', 'media.too-large'
 */
export async function findUploadByPath(userId: number, filePath: string): Promise<string> {
  const container = `${await containerOf(userId)}/`;
  const inContainer = filePath.startsWith(container) ? filePath.slice(container.length) : filePath;
  const publicId = /\/api\/uploads\/([\w-]+)\?/.exec(filePath)?.[1];
  if (publicId) return assertUploaded(userId, publicId);
  const found = await Upload.findOne({ where: { userId, fingerprint: fingerprintOf(inContainer) } });
  if (!found) throw new AppError('upload.not-found');
  return assertUploaded(userId, found.publicId);
}

/** @returns its public id. @throws as findUploadByPath */
export async function assertUploaded(userId: number, publicId: string): Promise<string> {
  const upload = await findOwnUpload(userId, publicId);
  if (Number(upload.sizeBytes) === 0) await learnSize(upload);
  return publicId;
}

/** A bucket tells the size of a file only once it is whole. */
async function learnSize(upload: Upload): Promise<void> {
  const sizeBytes = await storage.size(upload.storageKey);
  if (sizeBytes === null) throw new AppError('upload.incomplete');
  if (sizeBytes > settings.maxFileBytes) {
    await deleteUpload(upload);
    throw new AppError('media.too-large', { limit: settings.maxFileBytes / 1024 ** 3 });
  }
  await upload.update({ sizeBytes });
}
