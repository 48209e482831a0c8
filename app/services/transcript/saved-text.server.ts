import { gunzipSync, gzipSync } from 'node:zlib';
import type { Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import type { Utterance } from '@/app/domain/transcript/transcript';
import type { EditableUtterance } from '@/app/domain/transcript/transcript-change';
import { database, inTransaction } from '@/models/database.server';
import { momentOf } from '@/models/moment.server';
import { Transcript } from '@/models/transcript.server';
import { TranscriptVersion } from '@/models/transcript-version.server';
import { Transcription } from '@/models/transcription.server';
import { dropOldVersions } from '../platform/versions/limit-versions.server';
import { indexTranscript } from './index-transcript.server';

/** A saved version of a transcript. Version 1 is the machine's transcript, which never changes. */
export interface SavedText {
  version: number;
  utterances: Utterance[];
  savedAt: Date;
}

/** By default the newest. @throws AppError 'transcription.not-found' without a transcript or the version */
export async function readSavedText(
  transcriptionId: number,
  { version, transaction = null }: { version?: number; transaction?: Transaction | null } = {},
): Promise<SavedText> {
  const [saved] = await database().select<VersionRow>(
    version === undefined ? NEWEST : NUMBERED,
    { transcriptionId, version },
    transaction,
  );
  if (saved) {
    const { number, content, savedAt } = saved;
    return { version: number, utterances: decompress(content), savedAt: momentOf(savedAt) };
  }
  const [machine] = await database().select<MachineRow>(MACHINE, { transcriptionId }, transaction);
  if (!machine || (version ?? 1) !== 1) throw new AppError('transcription.not-found');
  const utterances = JSON.parse(machine.utterances) as Utterance[];
  return { version: 1, utterances, savedAt: momentOf(machine.savedAt) };
}

interface VersionRow {
  number: number;
  content: Buffer;
  savedAt: string;
}

type MachineRow = Pick<Transcript, 'utterances'> & { savedAt: string };

const VERSIONS = `SELECT number, content, CAST(created_at AS CHAR(23)) AS savedAt FROM transcript_versions
  WHERE transcription_id = :transcriptionId`;
const NEWEST = `${VERSIONS} ORDER BY number DESC LIMIT 1`;
const NUMBERED = `${VERSIONS} AND number = :version`;
const MACHINE = `SELECT utterances, CAST(created_at AS CHAR(23)) AS savedAt FROM transcripts
  WHERE transcription_id = :transcriptionId`;

/** Number and time of the newest version, without its text; null without a transcript. */
export async function readSavedHead(transcriptionId: number): Promise<Omit<SavedText, 'utterances'> | null> {
  const where = { transcriptionId };
  const [saved] = await TranscriptVersion.findAll({
    where,
    attributes: ['number', 'createdAt'],
    order: [['number', 'DESC']],
    limit: 1,
  });
  if (saved) return { version: saved.number, savedAt: saved.createdAt };
  const machine = await Transcript.findOne({ where, attributes: ['createdAt'] });
  return machine && { version: 1, savedAt: machine.createdAt };
}

/**
 * The machine's text, with its writing restored where it was.
 * @throws AppError 'transcription.not-found' without a transcript
 */
export async function readMachineText(transcriptionId: number): Promise<SavedText> {
  const machine = await readSavedText(transcriptionId, { version: 1 });
  const where = { transcriptionId, number: 2 };
  const second = await TranscriptVersion.findOne({ where, attributes: ['createdAt'] });
  const hasRestored = second !== null && isRestored(2, { savedAt: second.createdAt, machine });
  return hasRestored ? readSavedText(transcriptionId, { version: 2 }) : machine;
}

/** Whether a version is the machine's text with its writing restored: both were saved at the same time. */
export const isRestored = (
  version: number,
  { savedAt, machine }: { savedAt: Date; machine: Pick<SavedText, 'savedAt'> },
): boolean => version === 2 && savedAt.getTime() === machine.savedAt.getTime();

/** Writes a text as the next version, saved now by default, drops versions beyond the limit, and updates the search index. */
export async function writeSavedText(
  transcriptionId: number,
  { version, utterances, savedAt }: Omit<SavedText, 'savedAt'> & Partial<Pick<SavedText, 'savedAt'>>,
  transaction: Transaction,
): Promise<void> {
  const content = gzipSync(JSON.stringify(utterances));
  const createdAt = savedAt ?? new Date();
  await TranscriptVersion.create({ transcriptionId, number: version, content, createdAt }, { transaction });
  await dropOldVersions({ transcriptionId }, transaction);
  await indexTranscript(transcriptionId, utterances, transaction);
}

const decompress = (content: Buffer) => JSON.parse(gunzipSync(content).toString()) as Utterance[];

export function withUtteranceIds({ version, utterances }: Omit<SavedText, 'savedAt'>): EditableUtterance[] {
  return utterances.map((utterance, index) => ({ id: `${version}.${index}`, ...utterance }));
}

/** Indexes a transcript that was saved before full-text search existed (backfill). */
export async function indexSavedTranscript(transcriptionId: number): Promise<void> {
  await inTransaction(async (transaction) => {
    const isThere = await Transcription.count({ where: { id: transcriptionId }, transaction });
    if (!isThere) return;
    const { utterances } = await readSavedText(transcriptionId, { transaction });
    await indexTranscript(transcriptionId, utterances, transaction);
  });
}
