import { DataTypes } from 'sequelize';
import {
  belongsTo,
  dateTime,
  optionalDateTime,
  optionalText,
  publicId,
  rowKey,
  text,
} from './column-kinds.server';
import { addColumn, addIndex, changeRows, createTable, type Dialect, type Step } from './steps.server';

export const name = '0039-api';

export const steps = (dialect: Dialect): Step[] => [
  addColumn('users', 'container', optionalText(64)),
  changeRows('name the containers of accounts', ({ sequelize }, transaction) =>
    sequelize.query('UPDATE users SET container = public_id WHERE container IS NULL', { transaction }),
  ),
  addColumn('users', 'confirmed_mail', { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true }),
  addColumn('users', 'occupation_area', optionalText(120)),
  changeRows('take the sector from the answers', ({ sequelize }, transaction) =>
    sequelize.query(
      `UPDATE users SET occupation_area = ${sectorOf(dialect)} WHERE onboarding_answers LIKE '%"sector"%'`,
      { transaction },
    ),
  ),
  addColumn('users', 'lead_origin', optionalText(120)),
  addColumn('login_challenges', 'lead_origin', optionalText(120)),
  createTable('api_tokens', {
    id: rowKey(dialect),
    public_id: publicId,
    user_id: belongsTo('users', 'CASCADE'),
    name: text(80),
    token_hash: { ...text(64), unique: true },
    ending: text(8),
    scopes: text(64),
    expires_at: optionalDateTime,
    last_used_at: optionalDateTime,
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('api_tokens', ['user_id']),
  createTable('api_answers', {
    id: rowKey(dialect),
    key_hash: { ...text(64), unique: true },
    fingerprint: text(64),
    lease_until: dateTime,
    status: { type: DataTypes.INTEGER, allowNull: true },
    headers: { type: DataTypes.TEXT, allowNull: true },
    body: { type: dialect === 'sqlite' ? DataTypes.TEXT : DataTypes.TEXT('long'), allowNull: true },
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('api_answers', ['created_at']),
];

const sectorOf = (dialect: Dialect) =>
  dialect === 'sqlite'
    ? "json_extract(onboarding_answers, '$.sector')"
    : "JSON_UNQUOTE(JSON_EXTRACT(onboarding_answers, '$.sector'))";
