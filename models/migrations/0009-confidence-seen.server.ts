import type { QueryInterface } from 'sequelize';
import { optionalMoment } from './column-kinds.server';

export const name = '0009-confidence-seen';

export async function up(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.addColumn('transcriptions', 'confidence_seen_at', optionalMoment);
}
