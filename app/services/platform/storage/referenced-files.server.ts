import type { Model, ModelStatic, Transaction, WhereOptions } from 'sequelize';
import { Op } from 'sequelize';
import { COPY_QUALITIES, copyKey, recordingKeyOf } from '@/app/domain/transcription/recording-copies';
import { Ad } from '@/models/ad.server';
import { Transcription } from '@/models/transcription.server';
import { Upload } from '@/models/upload.server';
import { User } from '@/models/user.server';
import { eachRow } from '../each-row.server';

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

/** Without peaks, which are drawn again once somebody asks for them. A page of rows is in memory at a time. */
export async function* referencedKeys(transaction: Transaction | null): AsyncGenerator<string> {
  for (const [model, column, needing] of FILE_COLUMNS) {
    const where = { ...needing, [column]: { [Op.ne]: null } } as WhereOptions;
    for await (const row of rowsWith(model, column, where, transaction)) yield row[column]!;
  }
  const copied = { copiedAt: { [Op.ne]: null }, recordingGoneAt: null };
  for await (const { storageKey } of rowsWith(Transcription, 'storageKey', copied, transaction)) {
    for (const quality of COPY_QUALITIES) yield copyKey(storageKey!, quality);
  }
}

async function* rowsWith(
  model: ModelStatic<Model>,
  column: string,
  where: WhereOptions,
  transaction: Transaction | null,
): AsyncGenerator<Record<string, string>> {
  const rows = eachRow(async (after, page) => {
    const found = await model.findAll({
      attributes: ['id', column],
      where: { [Op.and]: [where, { id: after }] },
      ...page,
      raw: true,
      transaction,
    });
    return found as unknown as (Record<string, string> & { id: number })[];
  });
  yield* rows as AsyncGenerator<Record<string, string>>;
}
