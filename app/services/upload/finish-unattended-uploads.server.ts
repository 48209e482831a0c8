import { Op } from 'sequelize';
import { log } from '@/app/config/log.server';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { Upload } from '@/models/upload.server';
import { finishUpload } from './finish-upload.server';
import { receivedBytesOf } from './list-unfinished-uploads.server';

/** The page registers what it has sent by itself, if it is still open. */
const PAGE_PATIENCE_MS = 60_000;
/** Bounds the requests to a bucket of one run. */
const MAX_UPLOADS = 200;
/** Another run may succeed. */
const PASSING: AppErrorCode[] = ['media.not-checked', 'upload.incomplete', 'upload.not-found'];

/**
 * Registers uploads that arrived whole from a page that was closed before it could, as it would have. What is
 * rejected then waits for its user with the reason.
 */
export async function finishUnattendedUploads(): Promise<void> {
  const now = Date.now();
  const uploads = await Upload.findAll({
    where: {
      language: { [Op.ne]: null },
      rejection: null,
      expiresAt: { [Op.gt]: new Date(now) },
      updatedAt: { [Op.lt]: new Date(now - PAGE_PATIENCE_MS) },
    },
    order: [
      ['updatedAt', 'DESC'],
      ['id', 'DESC'],
    ],
    limit: MAX_UPLOADS,
  });
  for (const upload of uploads) {
    // One that fails for a reason of ours must not keep the others from being finished.
    await finishIfWhole(upload).catch((error: unknown) =>
      log.error({ error, upload: upload.publicId }, 'an upload that arrived could not be finished'),
    );
  }
}

async function finishIfWhole(upload: Upload): Promise<void> {
  const { userId, publicId, speakerCount } = upload;
  if ((await receivedBytesOf(upload)) !== Number(upload.sizeBytes)) return;
  const language = upload.language!;
  const speakers = speakerCount ?? undefined;
  const form = { userId, publicId, submissionId: `upload:${publicId}`, language, speakers };
  try {
    await finishUpload({ ...form, isUnattended: true });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (!PASSING.includes(error.code)) await upload.update({ rejection: error.code }, { silent: true });
  }
}
