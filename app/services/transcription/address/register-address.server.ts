import { AppError } from '@/app/domain/errors';
import { titleFromFileName, validateFileName } from '@/app/domain/transcription/recording-file';
import { newPublicId } from '@/models/public-id.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { lockWallet } from '../../billing/wallet/lock-wallet.server';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.server';
import { enqueue } from '../../platform/jobs/enqueue.server';
import { assertDiskSpace } from '../../platform/storage/disk-space.server';

/**
 * Registers the recording at an address, by the name of its file unless a title is given. The fetch job reads it, and
 * holds its minutes once it is here.
 * @returns the public id
 * @throws AppError 'media.name-invalid', 'media.unsupported', 'account.login-required' for a deleted account; DiskFull
 */
export async function registerAddress(registration: {
  userId: number;
  submissionId: string;
  url: string;
  language: string;
  title?: string | undefined;
  speakers?: number | undefined;
}): Promise<string> {
  const { userId, submissionId, url, language, speakers: speakerCount = null } = registration;
  const fileName = validateFileName(fileNameOf(url));
  const title = registration.title ?? titleFromFileName(fileName).slice(0, 255);
  await assertDiskSpace();
  return withIdempotencyKey(`user:${userId}`, submissionId, async (transaction) => {
    await lockWallet(userId, transaction);
    const user = await User.findByPk(userId, { transaction, rejectOnEmpty: true });
    if (user.deletedAt) throw new AppError('account.login-required');
    const publicId = newPublicId();
    const { id: transcriptionId } = await Transcription.create(
      {
        ...{ publicId, userId, title, fileName, language, speakerCount, status: 'pending' },
        ...{ storageKey: `recordings/${newPublicId()}`, sizeBytes: 0, durationMs: 0 },
        // Until it is fetched, so that nobody is offered to play it, or to send it again without its address.
        recordingGoneAt: new Date(),
      },
      { transaction },
    );
    await enqueue('fetch-address', { transcriptionId, url }, { userId, transaction });
    return publicId;
  });
}

function fileNameOf(url: string): string {
  const last = new URL(url).pathname.split('/').pop()!;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
