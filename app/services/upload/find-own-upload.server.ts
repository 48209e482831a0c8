import { Op } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { Upload } from '@/models/upload.server';

/** @throws AppError 'upload.not-found', for another user's and for an expired upload too */
export async function findOwnUpload(userId: number, publicId: string): Promise<Upload> {
  const upload = await Upload.findOne({
    where: { userId, publicId, expiresAt: { [Op.gt]: new Date() } },
  });
  if (!upload) throw new AppError('upload.not-found');
  return upload;
}
