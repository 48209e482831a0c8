import { DataTypes } from 'sequelize';
import { belongsTo, dateTime, rowKey, text } from './column-kinds.server';
import { createTable, type Dialect, type Step } from './steps.server';

export const name = '0024-degravacoes';

export const steps = (dialect: Dialect): Step[] => [
  createTable('degravacoes', {
    id: rowKey(dialect),
    transcription_id: { ...belongsTo('transcriptions', 'CASCADE'), unique: true },
    version: { type: DataTypes.INTEGER, allowNull: false },
    profile: text(16),
    quoted: text(16),
    case_number: text(25),
    court: text(160),
    act_kind: text(160),
    hearing_date: text(10),
    recording_date: text(10),
    participants: {
      type: dialect === 'sqlite' ? DataTypes.TEXT : DataTypes.TEXT('medium'),
      allowNull: false,
    },
    responsible: text(160),
    registration: text(60),
    created_at: dateTime,
    updated_at: dateTime,
  }),
];
