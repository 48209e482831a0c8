import { DataTypes } from 'sequelize';
import {
  belongsTo,
  dateTime,
  milliseconds,
  optionalDateTime,
  optionalText,
  publicId,
  rowKey,
  text,
} from './column-kinds.server';
import { addIndex, createTable, type Dialect, type Step } from './steps.server';

export const name = '0001-accounts-wallet-transcriptions-jobs';

export function steps(dialect: Dialect): Step[] {
  const isSqlite = dialect === 'sqlite';
  const key = rowKey(dialect);
  const longText = { type: isSqlite ? DataTypes.TEXT : DataTypes.TEXT('long'), allowNull: false };

  return [
    createTable('users', {
      id: key,
      public_id: publicId,
      email: { ...text(254), unique: true },
      name: text(120),
      role: { ...text(16), defaultValue: 'user' },
      consumption_rule: { ...text(16), defaultValue: 'TRIAL' },
      created_at: dateTime,
      updated_at: dateTime,
    }),

    createTable('login_challenges', {
      id: key,
      public_id: publicId,
      purpose: text(16),
      email: text(254),
      name: optionalText(120),
      language: text(8),
      code_hash: text(64),
      link_hash: text(64),
      tries: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      address_hash: text(64),
      expires_at: dateTime,
      used_at: optionalDateTime,
      created_at: dateTime,
      updated_at: dateTime,
    }),
    addIndex('login_challenges', ['email', 'created_at']),
    addIndex('login_challenges', ['address_hash', 'created_at']),
    addIndex('login_challenges', ['expires_at']),

    createTable('sessions', {
      id: key,
      token_hash: { ...text(64), unique: true },
      user_id: belongsTo('users', 'CASCADE'),
      user_agent: text(255),
      last_used_at: dateTime,
      expires_at: dateTime,
      created_at: dateTime,
      updated_at: dateTime,
    }),
    addIndex('sessions', ['user_id']),
    addIndex('sessions', ['expires_at']),

    createTable('submissions', {
      id: key,
      submission_id: { ...text(64), unique: true },
      outcome: longText,
      created_at: dateTime,
      updated_at: dateTime,
    }),
    addIndex('submissions', ['created_at']),

    createTable('wallet_accounts', {
      id: key,
      user_id: belongsTo('users', 'RESTRICT'),
      kind: text(16),
      balance_ms: { ...milliseconds, defaultValue: 0 },
      created_at: dateTime,
      updated_at: dateTime,
    }),
    addIndex('wallet_accounts', ['user_id', 'kind'], { unique: true }),

    createTable('wallet_transactions', {
      id: key,
      user_id: belongsTo('users', 'RESTRICT'),
      kind: text(16),
      reason: text(64),
      reference: { ...text(128), unique: true },
      created_at: dateTime,
      updated_at: dateTime,
    }),
    addIndex('wallet_transactions', ['user_id', 'id']),

    createTable('wallet_entries', {
      id: key,
      transaction_id: belongsTo('wallet_transactions', 'RESTRICT'),
      account_id: belongsTo('wallet_accounts', 'RESTRICT'),
      amount_ms: milliseconds,
      created_at: dateTime,
      updated_at: dateTime,
    }),
    addIndex('wallet_entries', ['transaction_id']),
    addIndex('wallet_entries', ['account_id']),

    createTable('transcriptions', {
      id: key,
      public_id: publicId,
      user_id: belongsTo('users', 'CASCADE'),
      title: text(255),
      file_name: text(255),
      language: text(8),
      is_sample: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      storage_key: { ...text(128), unique: true },
      size_bytes: { type: DataTypes.BIGINT, allowNull: false },
      duration_ms: milliseconds,
      status: text(16),
      stage: optionalText(16),
      progress_percent: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      hold_id: {
        type: DataTypes.BIGINT,
        allowNull: true,
        references: { model: 'wallet_transactions', key: 'id' },
      },
      model_name: optionalText(64),
      confidence_score: { type: DataTypes.DOUBLE, allowNull: true },
      has_speakers: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
      error_code: optionalText(64),
      started_at: optionalDateTime,
      finished_at: optionalDateTime,
      stored_until: optionalDateTime,
      created_at: dateTime,
      updated_at: dateTime,
    }),
    addIndex('transcriptions', ['user_id', 'id']),
    addIndex('transcriptions', ['user_id', 'status']),

    createTable('transcripts', {
      id: key,
      transcription_id: { ...belongsTo('transcriptions', 'CASCADE'), unique: true },
      utterances: longText,
      created_at: dateTime,
      updated_at: dateTime,
    }),

    createTable('checkpoints', {
      id: key,
      transcription_id: belongsTo('transcriptions', 'CASCADE'),
      stage: text(16),
      content: longText,
      created_at: dateTime,
      updated_at: dateTime,
    }),
    addIndex('checkpoints', ['transcription_id', 'stage'], { unique: true }),

    createTable('jobs', {
      id: key,
      name: text(64),
      payload: longText,
      lane: optionalText(64),
      unique_key: { ...optionalText(128), unique: true },
      status: text(16),
      attempts: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      run_at: dateTime,
      leased_until: optionalDateTime,
      fence: { type: DataTypes.BIGINT, allowNull: false, defaultValue: 0 },
      last_error: { type: DataTypes.TEXT, allowNull: true },
      finished_at: optionalDateTime,
      created_at: dateTime,
      updated_at: dateTime,
    }),
    addIndex('jobs', ['status', 'run_at', 'id']),
    addIndex('jobs', ['lane', 'status', 'id']),
  ];
}
