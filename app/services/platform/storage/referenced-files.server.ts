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

/** Whether any row references this file; a copy counts as referenced as long as its recording is. */
export async function isReferenced(file: string): Promise<boolean> {
  const key = recordingKeyOf(file);
  for (const [model, column, needing] of FILE_COLUMNS) {
    if ((await model.count({ where: { ...needing, [column]: key } as WhereOptions })) > 0) return true;
  }
  return false;
}

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
