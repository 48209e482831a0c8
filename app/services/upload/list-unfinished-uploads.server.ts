import { Op } from 'sequelize';
import { Upload } from '@/models/upload.server';
import { receivedBytesOf } from './received-bytes.server';

export interface UnfinishedUpload {
  publicId: string;
  fileName: string;
  sizeBytes: number;
  receivedBytes: number;
}

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
