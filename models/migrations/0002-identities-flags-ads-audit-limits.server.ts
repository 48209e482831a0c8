import { DataTypes } from 'sequelize';
import {
  belongsTo,
  dateTime,
  flag,
  optionalDateTime,
  optionalText,
  rowKey,
  text,
} from './column-kinds.server';
import { addColumn, addIndex, createTable, type Dialect, type Step } from './steps.server';

export const name = '0002-identities-flags-ads-audit-limits';

export function steps(dialect: Dialect): Step[] {
  const id = rowKey(dialect);
  const longText = { type: DataTypes.TEXT, allowNull: false };
  const times = { created_at: dateTime, updated_at: dateTime };

  return [
    addColumn('users', 'language', optionalText(8)),
    addColumn('users', 'picture_key', optionalText(128)),
    addColumn('users', 'onboarding_step', { ...text(1), defaultValue: '1' }),
    addColumn('users', 'onboarding_answers', { type: DataTypes.TEXT, allowNull: true }),
    addColumn('users', 'wants_notices', { ...flag, defaultValue: true }),
    addColumn('users', 'deleted_at', optionalDateTime),
    addIndex('users', ['picture_key']),

    addColumn('sessions', 'method', { ...text(16), defaultValue: 'email' }),
    addColumn('sessions', 'acting_as_user_id', {
      ...belongsTo('users', 'SET NULL'),
      allowNull: true,
    }),

    addColumn('login_challenges', 'user_id', {
      ...belongsTo('users', 'CASCADE'),
      allowNull: true,
    }),

    createTable('identities', {
      id,
      user_id: belongsTo('users', 'CASCADE'),
      provider: text(16),
      subject: text(255),
      ...times,
    }),
    addIndex('identities', ['provider', 'subject'], { unique: true }),
    addIndex('identities', ['user_id']),

    createTable('rate_limits', {
      id,
      scope: { ...text(64), unique: true },
      hits: { type: DataTypes.INTEGER, allowNull: false },
      ends_at: dateTime,
      ...times,
    }),
    addIndex('rate_limits', ['ends_at']),

    createTable('flags', {
      id,
      name: { ...text(64), unique: true },
      is_on: flag,
      emails: longText,
      ...times,
    }),

    createTable('ads', {
      id,
      public_id: { ...text(32), unique: true },
      title: text(120),
      message: longText,
      html: longText,
      image_key: optionalText(128),
      is_active: flag,
      ...times,
    }),

    createTable('ad_dismissals', {
      id,
      ad_id: belongsTo('ads', 'CASCADE'),
      user_id: belongsTo('users', 'CASCADE'),
      ...times,
    }),
    addIndex('ad_dismissals', ['ad_id', 'user_id'], { unique: true }),

    createTable('audit_entries', {
      id,
      admin_id: { ...belongsTo('users', 'RESTRICT'), allowNull: true },
      subject_id: { ...belongsTo('users', 'RESTRICT'), allowNull: true },
      action: text(64),
      details: longText,
      ...times,
    }),
    addIndex('audit_entries', ['subject_id', 'id']),
  ];
}
