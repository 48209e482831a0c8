import { AppError } from '@/app/domain/errors';
import { videoFileName, videoTitle } from '@/app/domain/transcription/video-link';
import { videoSite } from '@/app/integrations/video-site/index.server';
import { newPublicId } from '@/models/public-id.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { lockWallet } from '../../billing/wallet/lock-wallet.server';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.server';
import { enqueue } from '../../platform/jobs/enqueue.server';
import { assertDiskSpace } from '../../platform/storage/disk-space.server';

/** @throws AppError 'video.not-found', 'video.unreachable' */
export function findVideoTitle(videoId: string): Promise<string> {
  return videoSite.readTitle(videoId);
}

/**
 * Registers a video, by the site's title unless another is given. The fetch job holds its minutes, once it has read the duration.
 * @throws AppError 'video.not-found', 'video.unreachable', 'account.login-required' for a deleted account;
 *   DiskFull
 */
export async function registerVideo(registration: {
  userId: number;
  submissionId: string;
  videoId: string;
  language: string;
  title?: string;
}): Promise<{ publicId: string }> {
  const { userId, submissionId, videoId, language } = registration;
  await assertDiskSpace();
  const siteTitle = videoTitle(await videoSite.readTitle(videoId));
  const title = registration.title ?? siteTitle;
  return withIdempotencyKey(`user:${userId}`, submissionId, async (transaction) => {
    await lockWallet(userId, transaction);
    const user = await User.findByPk(userId, { transaction, rejectOnEmpty: true });
    if (user.deletedAt) throw new AppError('account.login-required');
    const transcription = await Transcription.create(
      {
        publicId: newPublicId(),
        userId,
        title,
        fileName: videoFileName(title, ''),
        language,
        videoId,
        storageKey: `recordings/${newPublicId()}`,
        sizeBytes: 0,
        durationMs: 0,
        status: 'pending',
      },
      { transaction },
    );
    await enqueue('fetch-video', { transcriptionId: transcription.id }, { userId, transaction });
    return { publicId: transcription.publicId };
  });
}
