import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { hoursToBuy } from '@/app/domain/billing/wallet/hours-to-buy';
import { AppError } from '@/app/domain/errors';
import { STORED_RETENTION_DAYS } from '@/app/domain/library/retention';
import { titleFromFileName } from '@/app/domain/transcription/recording-file';
import { newPublicId } from '@/models/public-id.server';
import { Transcription } from '@/models/transcription.server';
import { Upload } from '@/models/upload.server';
import { User } from '@/models/user.server';
import { holdMinutes } from '../billing/wallet/hold-minutes.server';
import { availableMs, type LockedWallet, lockWallet } from '../billing/wallet/lock-wallet.server';
import { isTooFewMinutes } from '../billing/wallet/month-minutes.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import { emitEvent } from '../webhook/emit-event.server';
import { subjectOf } from '../webhook/subject-of';
import { assertDurationAllowed } from './upload-limits.server';

export interface RecordingInStorage {
  storageKey: string;
  fileName: string;
  sizeBytes: number;
  durationMs: number;
  language: string;
  speakerCount: number | null;
  isSample: boolean;
}

export interface RegisteredTranscription {
  publicId: string;
  /** 'stored' when the balance was too low. */
  status: 'pending' | 'stored';
  storageKey: string;
}

/**
 * Accepts a recording: holds its minutes, inserts its row and enqueues its job, in one commit. When the
 * balance is too low, stores it (ARMAZENADO) instead, at most one per user; where nothing is sold, refuses it.
 * @throws AppError 'media.too-long' (params: limit in hours), 'wallet.trial-file-too-long' and
 *   'transcription.already-stored' (params: hours to buy), 'wallet.month-used-up' (params: renewsAt), 'account.login-required' when the account was
 *   deleted meanwhile, 'upload.not-found' when its upload was registered or discarded meanwhile
 */
export async function registerTranscription(registration: {
  userId: number;
  submissionId: string;
  recording: RecordingInStorage;
  /** The resumable upload that it arrived by; its row is deleted here. */
  uploadId?: number;
  /** That of the file name when absent. */
  title?: string | undefined;
}): Promise<RegisteredTranscription> {
  const { userId, submissionId, recording, uploadId, title } = registration;
  return withIdempotencyKey(`user:${userId}`, submissionId, async (transaction) => {
    const wallet = await lockWallet(userId, transaction);
    const user = await User.findByPk(userId, { transaction, rejectOnEmpty: true });
    if (user.deletedAt) throw new AppError('account.login-required');
    const duration = {
      durationMs: recording.durationMs,
      availableMs: await availableMs(userId, wallet, transaction),
    };
    await assertDurationAllowed(user, duration, transaction);
    if (uploadId) await endUpload(uploadId, transaction);
    const transcription = await insertTranscription({ userId, wallet, recording, title }, transaction);
    const { publicId, storageKey } = transcription;
    return { publicId, storageKey, status: transcription.status === 'stored' ? 'stored' : 'pending' };
  });
}

/**
 * Inserts the transcription of a stored recording, holds its minutes and enqueues its job; when the balance is too low,
 * stores it (ARMAZENADO) instead.
 * @param storesMany for what nobody can send again: even when others are stored; otherwise at most one per user
 * @throws AppError 'transcription.already-stored' (params: hours to buy)
 */
export async function insertTranscription(
  {
    userId,
    wallet,
    recording,
    title,
    storesMany = false,
  }: {
    userId: number;
    wallet: LockedWallet;
    recording: RecordingInStorage;
    /** That of the file name when absent. */
    title?: string | undefined;
    storesMany?: boolean;
  },
  transaction: Transaction,
): Promise<Transcription> {
  const transcription = await Transcription.create(
    {
      publicId: newPublicId(),
      userId,
      title: title ?? titleFromFileName(recording.fileName),
      status: 'pending',
      ...recording,
    },
    { transaction },
  );
  await startOrStore(transcription, { wallet, storesMany }, transaction);
  return transcription;
}

/** Two browser tabs that finish the same upload must not create two transcriptions of one file. */
async function endUpload(uploadId: number, transaction: Transaction): Promise<void> {
  const ended = await Upload.destroy({ where: { id: uploadId }, transaction });
  if (ended === 0) throw new AppError('upload.not-found');
}

async function startOrStore(
  transcription: Transcription,
  { wallet, storesMany }: { wallet: LockedWallet; storesMany: boolean },
  transaction: Transaction,
): Promise<void> {
  const { id, userId, durationMs } = transcription;
  try {
    const holdId = await holdMinutes(
      { userId, amountMs: durationMs, reason: 'transcription', reference: `transcription:${id}` },
      transaction,
      wallet,
    );
    await transcription.update({ holdId }, { transaction });
    await enqueue('transcribe', { transcriptionId: id }, { userId, transaction });
  } catch (error) {
    if (!isTooFewMinutes(error) || (!settings.sells && !storesMany)) throw error;
    if (
      !storesMany &&
      (await Transcription.count({ where: { userId, status: 'stored' }, transaction })) > 0
    ) {
      const hours = hoursToBuy(durationMs, await availableMs(userId, wallet, transaction));
      throw new AppError('transcription.already-stored', { hours });
    }
    const storedUntil = new Date(Date.now() + STORED_RETENTION_DAYS * 24 * 3_600_000);
    await transcription.update({ status: 'stored', storedUntil }, { transaction });
    await emitEvent(userId, 'transcription.stored', subjectOf(transcription), transaction);
  }
}
