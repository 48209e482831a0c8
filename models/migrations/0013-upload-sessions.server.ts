import type { QueryInterface } from 'sequelize';
import { optionalText } from './column-kinds.server';

export const name = '0013-upload-sessions';

export async function up(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.addColumn('uploads', 'session_address', optionalText(2048));
}
