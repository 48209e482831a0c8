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
import { addColumn, addIndex, createTable, type Dialect, type Step } from './steps.server';

export const name = '0037-meetings';

const optionalNumber = { type: DataTypes.INTEGER, allowNull: true } as const;

const longText = (dialect: Dialect) => ({
  type: dialect === 'sqlite' ? DataTypes.TEXT : DataTypes.TEXT('long'),
  allowNull: false,
});

export const steps = (dialect: Dialect): Step[] => [
  addColumn('users', 'meeting_terms_accepted_at', optionalDateTime),
  createTable('meetings', {
    id: rowKey(dialect),
    public_id: publicId,
    user_id: belongsTo('users', 'CASCADE'),
    title: text(255),
    room: text(64),
    type: text(16),
    status: text(16),
    phase: optionalText(16),
    starts_at: dateTime,
    language: text(8),
    bot_name: optionalText(255),
    max_wait_seconds: optionalNumber,
    occupied_room: { ...optionalText(128), unique: true },
    waits_until: optionalDateTime,
    recording_since: optionalDateTime,
    leaves_at: optionalDateTime,
    people: { type: DataTypes.TEXT, allowNull: true },
    stop_requested_at: optionalDateTime,
    ended_at: optionalDateTime,
    end_reason: optionalText(32),
    transcription_id: {
      ...belongsTo('transcriptions', 'SET NULL'),
      allowNull: true,
    },
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('meetings', ['user_id', 'status', 'starts_at']),
  addIndex('meetings', ['status', 'starts_at']),
  addIndex('meetings', ['transcription_id']),
  createTable('meeting_pieces', {
    id: rowKey(dialect),
    meeting_id: belongsTo('meetings', 'CASCADE'),
    number: { type: DataTypes.INTEGER, allowNull: false },
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('meeting_pieces', ['meeting_id', 'number'], { unique: true }),
  createTable('meeting_settings', {
    id: rowKey(dialect),
    user_id: { ...belongsTo('users', 'CASCADE'), unique: true },
    bot_name: optionalText(255),
    max_wait_seconds: optionalNumber,
    created_at: dateTime,
    updated_at: dateTime,
  }),
  createTable('meeting_timelines', {
    transcription_id: { ...belongsTo('transcriptions', 'CASCADE'), primaryKey: true },
    timeline: longText(dialect),
    refused_names: { type: DataTypes.TEXT, allowNull: true },
    created_at: dateTime,
    updated_at: dateTime,
  }),
  createTable('dictations', {
    id: rowKey(dialect),
    public_id: publicId,
    user_id: belongsTo('users', 'CASCADE'),
    language: text(8),
    size_bytes: { type: DataTypes.BIGINT, allowNull: false },
    chunk_count: { type: DataTypes.INTEGER, allowNull: false },
    start_count: { type: DataTypes.INTEGER, allowNull: false },
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('dictations', ['user_id', 'size_bytes']),
  createTable('live_segments', {
    id: rowKey(dialect),
    meeting_id: { ...belongsTo('meetings', 'CASCADE'), allowNull: true },
    dictation_id: { ...belongsTo('dictations', 'CASCADE'), allowNull: true },
    number: { type: DataTypes.INTEGER, allowNull: false },
    start_ms: milliseconds,
    model: text(64),
    content: longText(dialect),
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('live_segments', ['meeting_id', 'number'], { unique: true }),
  addIndex('live_segments', ['dictation_id', 'number'], { unique: true }),
];
