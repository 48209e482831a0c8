import { Op } from 'sequelize';
import { Upload } from '@/models/upload.server';
import { receivedBytesOf } from './received-bytes.server';

/** A resumable upload that is not registered yet. */
export interface UnfinishedUpload {
  publicId: string;
  fileName: string;
  sizeBytes: number;
  receivedBytes: number;
}

/** A user's interrupted uploads that can be resumed, latest first. */
export async function listUnfinishedUploads(userId: number): Promise<UnfinishedUpload[]> {
  const uploads = await Upload.findAll({
    where: { userId, expiresAt: { [Op.gt]: new Date() } },
    order: [
      ['updatedAt', 'DESC'],
      ['id', 'DESC'],
    ],
  });
  return Promise.all(
    uploads.map(async (upload) => ({
      publicId: upload.publicId,
      fileName: upload.fileName,
      sizeBytes: Number(upload.sizeBytes),
      receivedBytes: await receivedBytesOf(upload),
    })),
  );
}
