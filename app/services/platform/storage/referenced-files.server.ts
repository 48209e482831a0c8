import type { Model, ModelStatic, Transaction, WhereOptions } from 'sequelize';
import { Op } from 'sequelize';
import { COPY_QUALITIES, copyKey, recordingKeyOf } from '@/app/domain/transcription/recording-copies';
import { Ad } from '@/models/ad.server';
import { Transcription } from '@/models/transcription.server';
import { Upload } from '@/models/upload.server';
import { User } from '@/models/user.server';

/** Every column that holds a storage key, with the condition for rows that still need the file. */
const FILE_COLUMNS: [ModelStatic<Model>, string, WhereOptions][] = [
  [Transcription, 'storageKey', { recordingGoneAt: null }],
  [Upload, 'storageKey', {}],
  [User, 'pictureKey', {}],
  [Ad, 'imageKey', {}],
];

/**
 * Those of some files that no row references, with a statement for each table; a copy counts as referenced as long as
 * its recording is.
 */
export async function findUnreferenced(files: string[]): Promise<string[]> {
  let left = files;
  for (const [model, column, needing] of FILE_COLUMNS) {
    if (left.length === 0) break;
    const where = { ...needing, [column]: [...new Set(left.map(recordingKeyOf))] } as WhereOptions;
    const rows = await model.findAll({ attributes: [column], where, raw: true });
    const referenced = new Set(rows.map((row) => (row as unknown as Record<string, string>)[column]));
    left = left.filter((file) => !referenced.has(recordingKeyOf(file)));
  }
  return left;
}

export const isReferenced = async (file: string): Promise<boolean> =>
  (await findUnreferenced([file])).length === 0;

/** Without peaks, which are drawn again once somebody asks for them. */
export async function* referencedKeys(transaction: Transaction): AsyncGenerator<string> {
  for (const [model, column, needing] of FILE_COLUMNS) {
    const where = { ...needing, [column]: { [Op.ne]: null } } as WhereOptions;
    const rows = await model.findAll({ attributes: [column], where, raw: true, transaction });
    for (const row of rows) yield (row as unknown as Record<string, string>)[column]!;
  }
  const copied = await Transcription.findAll({
    attributes: ['storageKey'],
    where: { copiedAt: { [Op.ne]: null }, recordingGoneAt: null },
    transaction,
  });
  for (const { storageKey } of copied) {
    for (const quality of COPY_QUALITIES) yield copyKey(storageKey, quality);
  }
}
