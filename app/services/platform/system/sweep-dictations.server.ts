import { readdir, rm, stat } from 'node:fs/promises';
import { Op } from 'sequelize';
import { DICTATION_EXPIRY_MS } from '@/app/domain/upload/dictation';
import { Dictation } from '@/models/dictation.server';
import { dictationFile, dictationsFolder } from '../storage/dictation-file.server';

/** Deletes dictations that were left, and files that a crash left without a row. */
export async function sweepDictations(now: number): Promise<void> {
  const left = { updatedAt: { [Op.lt]: new Date(now - DICTATION_EXPIRY_MS) } };
  for (const dictation of await Dictation.findAll({ where: left })) {
    await dictation.destroy();
    await rm(dictationFile(dictation.publicId), { force: true });
  }
  for (const publicId of await readdir(dictationsFolder()).catch(() => [])) {
    const found = await stat(dictationFile(publicId)).catch(() => null);
    const isOld = found && now - found.mtimeMs > DICTATION_EXPIRY_MS;
    if (isOld && (await Dictation.count({ where: { publicId } })) === 0) {
      await rm(dictationFile(publicId), { force: true });
    }
  }
}
