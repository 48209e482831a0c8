import { Op } from 'sequelize';
import { storage } from '@/app/integrations/storage/index.server';
import { Upload } from '@/models/upload.server';

/** Those of a program that has sent nothing yet have no size, and are not shown. */
export async function listUnfinishedUploads(userId: number) {
  const uploads = await Upload.findAll({
    where: { userId, expiresAt: { [Op.gt]: new Date() }, sizeBytes: { [Op.gt]: 0 } },
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
      rejection: upload.rejection,
    })),
  );
}

/** Bytes received of an upload, through this server or directly at the bucket. */
export async function receivedBytesOf({ storageKey, sessionAddress, sizeBytes }: Upload): Promise<number> {
  const throughServer = await storage.receivedBytes(storageKey);
  if (throughServer > 0 || !sessionAddress) return throughServer;
  return (await storage.sessions?.receivedBytes(sessionAddress, Number(sizeBytes))) ?? 0;
}
