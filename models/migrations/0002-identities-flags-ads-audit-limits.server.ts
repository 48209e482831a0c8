import { DataTypes, type QueryInterface } from 'sequelize';
import { belongsTo, flag, moment, optionalMoment, optionalText, rowKey, text } from './column-kinds.server';

export const name = '0002-identities-flags-ads-audit-limits';

export async function up(queryInterface: QueryInterface): Promise<void> {
  const id = rowKey(queryInterface);
  const longText = { type: DataTypes.TEXT, allowNull: false };
  const times = { created_at: moment, updated_at: moment };

  await queryInterface.addColumn('users', 'language', optionalText(8));
  await queryInterface.addColumn('users', 'picture_key', optionalText(128));
  await queryInterface.addColumn('users', 'onboarding_step', { ...text(1), defaultValue: '1' });
  await queryInterface.addColumn('users', 'onboarding_answers', { type: DataTypes.TEXT, allowNull: true });
  await queryInterface.addColumn('users', 'wants_notices', { ...flag, defaultValue: true });
  await queryInterface.addColumn('users', 'deleted_at', optionalMoment);
  await queryInterface.addIndex('users', ['picture_key']);

  await queryInterface.addColumn('sessions', 'method', { ...text(16), defaultValue: 'email' });
  await queryInterface.addColumn('sessions', 'acting_as_user_id', {
    ...belongsTo('users', 'SET NULL'),
    allowNull: true,
  });

  await queryInterface.addColumn('login_challenges', 'user_id', {
    ...belongsTo('users', 'CASCADE'),
    allowNull: true,
  });

  await queryInterface.createTable('identities', {
    id,
    user_id: belongsTo('users', 'CASCADE'),
    provider: text(16),
    subject: text(255),
    ...times,
  });
  await queryInterface.addIndex('identities', ['provider', 'subject'], { unique: true });
  await queryInterface.addIndex('identities', ['user_id']);

  await queryInterface.createTable('rate_limits', {
    id,
    scope: { ...text(64), unique: true },
    hits: { type: DataTypes.INTEGER, allowNull: false },
    ends_at: moment,
    ...times,
  });
  await queryInterface.addIndex('rate_limits', ['ends_at']);

  await queryInterface.createTable('flags', {
    id,
    name: { ...text(64), unique: true },
    is_on: flag,
    emails: longText,
    ...times,
  });

  await queryInterface.createTable('ads', {
    id,
    public_id: { ...text(32), unique: true },
    title: text(120),
    message: longText,
    html: longText,
    image_key: optionalText(128),
    is_active: flag,
    ...times,
  });

  await queryInterface.createTable('ad_dismissals', {
    id,
    ad_id: belongsTo('ads', 'CASCADE'),
    user_id: belongsTo('users', 'CASCADE'),
    ...times,
  });
  await queryInterface.addIndex('ad_dismissals', ['ad_id', 'user_id'], { unique: true });

  await queryInterface.createTable('audit_entries', {
    id,
    admin_id: { ...belongsTo('users', 'RESTRICT'), allowNull: true },
    subject_id: { ...belongsTo('users', 'RESTRICT'), allowNull: true },
    action: text(64),
    details: longText,
    ...times,
  });
  await queryInterface.addIndex('audit_entries', ['subject_id', 'id']);
}
