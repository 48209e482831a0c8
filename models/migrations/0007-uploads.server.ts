import { DataTypes, type QueryInterface } from 'sequelize';
import { belongsTo, moment, publicId, rowKey, text } from './column-kinds.server';

export const name = '0007-uploads';

export async function up(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.createTable('uploads', {
    id: rowKey(queryInterface),
    public_id: publicId,
    user_id: belongsTo('users', 'CASCADE'),
    fingerprint: text(64),
    storage_key: text(128),
    file_name: text(255),
    size_bytes: { type: DataTypes.BIGINT, allowNull: false },
    expires_at: moment,
    created_at: moment,
    updated_at: moment,
  });
  await queryInterface.addIndex('uploads', ['user_id', 'fingerprint'], { unique: true });
  await queryInterface.addIndex('uploads', ['storage_key']);
  await queryInterface.addIndex('uploads', ['expires_at']);
}
