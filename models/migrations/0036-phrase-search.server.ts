import { DataTypes, type QueryInterface, QueryTypes, type Transaction } from 'sequelize';
import { userScopedTerms } from '@/app/domain/library/user-scoped-terms';
import { belongsTo, text } from './column-kinds.server';
import {
  addIndex,
  changeRows,
  createTable,
  type Dialect,
  hasColumn,
  type Step,
  statement,
} from './steps.server';

export const name = '0036-phrase-search';

/**
 * An index of our own for transcripts, with short words, numbers, signs and phrases, in place of the database's. Titles
 * are indexed at once, transcripts and documents by the worker.
 */
export const steps = (dialect: Dialect): Step[] => [
  // MySQL stores rows in the order of this key, so that a word's are read from a few pages.
  createTable('transcript_terms', {
    user_id: { type: DataTypes.BIGINT, allowNull: false, primaryKey: true },
    term: { ...text(64), primaryKey: true },
    transcription_id: { ...belongsTo('transcriptions', 'CASCADE'), primaryKey: true },
    places: { type: DataTypes.BLOB('medium'), allowNull: false },
  }),
  addIndex('transcript_terms', ['transcription_id']),
  ...dropWordIndex(dialect),
  changeRows('index titles anew', indexTitles),
  changeRows('leave texts to the worker', (queries, transaction) =>
    enqueueAll(queries, transaction, {
      job: 'index-transcript',
      payload: `CONCAT('{"transcriptionId":', transcription_id, '}')`,
      subject: `CONCAT('transcription:', transcription_id)`,
      from: 'transcripts',
    }),
  ),
  changeRows('leave documents to the worker', (queries, transaction) =>
    enqueueAll(queries, transaction, {
      job: 'index-document',
      payload: `CONCAT('{"documentId":', documents.id, '}')`,
      subject: 'NULL',
      from: 'documents',
    }),
  ),
];

const TABLE = 'searchable_utterances';

function dropWordIndex(dialect: Dialect): Step[] {
  if (dialect === 'sqlite') {
    return [
      ...['insert', 'delete', 'update'].map((event) =>
        statement(`drop ${TABLE}_index_${event}`, `DROP TRIGGER IF EXISTS ${TABLE}_index_${event}`),
      ),
      statement(`drop ${TABLE}_index`, `DROP TABLE IF EXISTS ${TABLE}_index`),
      statement(`drop ${TABLE}.words`, `ALTER TABLE ${TABLE} DROP COLUMN words`),
    ];
  }
  return [
    statement(
      `drop ${TABLE}.words`,
      `ALTER TABLE ${TABLE} DROP INDEX ${TABLE}_index, DROP COLUMN words`,
      async (queries) => !(await hasColumn(queries, TABLE, 'words')),
    ),
  ];
}

async function indexTitles({ sequelize }: QueryInterface, transaction: Transaction | null): Promise<void> {
  const rows = await sequelize.query<{ id: number; user_id: number; title: string }>(
    'SELECT id, user_id, title FROM transcriptions',
    { type: QueryTypes.SELECT, transaction },
  );
  for (const { id, user_id: userId, title } of rows) {
    await sequelize.query('UPDATE transcriptions SET title_words = :words WHERE id = :id', {
      replacements: { id, words: userScopedTerms(userId, title) },
      transaction,
    });
  }
}

async function enqueueAll(
  { sequelize }: QueryInterface,
  transaction: Transaction | null,
  { job, payload, subject, from }: { job: string; payload: string; subject: string; from: string },
): Promise<void> {
  await sequelize.query(
    `INSERT INTO jobs (name, payload, subject, status, attempts, fence, run_at, created_at, updated_at)
    SELECT '${job}', ${payload}, ${subject}, 'waiting', 0, 0, :now, :now, :now FROM ${from}
    WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE name = '${job}' AND status IN ('waiting', 'running')
      AND payload = ${payload})`,
    { replacements: { now: new Date() }, transaction },
  );
}
