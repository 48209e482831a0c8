import { rm } from 'node:fs/promises';
import type { Transaction } from 'sequelize';
import { Dictation } from '@/models/dictation.server';
import { dictationFile } from '../../../platform/storage/dictation-file.server';
import { findOwnDictation } from './find-own-dictation.server';

/** With its text. @throws AppError 'upload.not-found' */
export async function discardDictation(userId: number, publicId: string): Promise<void> {
  await deleteDictation(await findOwnDictation(userId, publicId));
}

/** Of an account that is deleted. */
export async function discardAllDictations(userId: number, transaction: Transaction): Promise<void> {
  const all = await Dictation.findAll({ where: { userId }, transaction });
  for (const dictation of all) await deleteDictation(dictation, transaction);
}

/** Its job finds the row gone and ends. */
async function deleteDictation(dictation: Dictation, transaction?: Transaction): Promise<void> {
  await dictation.destroy({ ...(transaction && { transaction }) });
  await rm(dictationFile(dictation.publicId), { force: true });
}
