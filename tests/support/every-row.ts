import { database } from '@/models/database.server';

/** Every row by model, without the columns that a restored job may not keep. */
export async function everyRow(): Promise<Record<string, object[]>> {
  const tables = Object.values(database().models).map(async (model) => {
    const rows = await model.findAll({ order: [...model.primaryKeyAttributes] });
    return [model.name, rows.map((row) => ({ ...row.get({ plain: true }), fence: 0 }))] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}
