import { DataTypes } from 'sequelize';
import { belongsTo, dateTime, optionalDateTime, optionalText, rowKey, text } from './column-kinds.server';
import { addColumn, addIndex, createTable, type Dialect, type Step } from './steps.server';

export const name = '0038-calendar';

export const steps = (dialect: Dialect): Step[] => [
  addColumn('users', 'calendar_ended_at', optionalDateTime),
  addColumn('meetings', 'guests', { type: DataTypes.TEXT, allowNull: true }),
  createTable('calendar_links', {
    id: rowKey(dialect),
    user_id: { ...belongsTo('users', 'CASCADE'), unique: true },
    sealed_tokens: { type: DataTypes.TEXT, allowNull: false },
    name: text(255),
    sends_to_all: { type: DataTypes.BOOLEAN, allowNull: false },
    sync_token: optionalText(1024),
    synced_at: optionalDateTime,
    sync_started_at: optionalDateTime,
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('calendar_links', ['sync_started_at']),
  createTable('event_assistants', {
    id: rowKey(dialect),
    user_id: belongsTo('users', 'CASCADE'),
    event_key: text(64),
    event_id: text(1024),
    choice: optionalText(8),
    sent: { type: DataTypes.TEXT, allowNull: true },
    meeting_id: { ...belongsTo('meetings', 'SET NULL'), allowNull: true },
    created_at: dateTime,
    updated_at: dateTime,
  }),
  addIndex('event_assistants', ['user_id', 'event_key'], { unique: true }),
  addIndex('event_assistants', ['meeting_id']),
];
