import type { Transaction } from 'sequelize';
import { log } from '@/app/config/log.server';
import {
  type SummaryLine,
  type SummarySentence,
  type SummaryState,
  summaryLines,
} from '@/app/domain/transcript/summary/summary';
import type { Utterance } from '@/app/domain/transcript/transcript';
import { database } from '@/models/database.server';
import { Summary } from '@/models/summary.server';
import { findOwnTranscription } from '../find-own-transcription.server';
import { readTranscript } from '../read-transcript.server';

/** Null before one was generated. @throws AppError 'transcription.not-found' */
export async function findOwnSummary(
  userId: number,
  publicId: string,
  transaction: Transaction | null = null,
): Promise<Summary | null> {
  const { id } = await findOwnTranscription(userId, publicId, { transaction });
  return Summary.findOne({ where: { transcriptionId: id }, transaction });
}

/** A summary line with the index of its source utterance in the current text. */
export type LinkedLine = SummaryLine & { utterance: number | null };

export interface SummaryView {
  publicId: string;
  title: string;
  language: string;
  summary: {
    version: number;
    /** Null before they accepted the generated summary, and after they deleted their copy. */
    copy: { text: string; lines: LinkedLine[] } | null;
  } | null;
  isUnreadable: boolean;
}

/** @throws AppError 'transcription.not-found' */
export async function readSummary(userId: number, publicId: string): Promise<SummaryView> {
  const { title, language, utterances } = await readTranscript(userId, publicId);
  const found = await findOwnSummary(userId, publicId);
  const about = { publicId, title, language, isUnreadable: false };
  if (!found) return { ...about, summary: null };
  try {
    return { ...about, summary: { version: found.version, copy: copyOf(found, utterances) } };
  } catch (error) {
    log.error({ error, publicId }, 'a summary could not be read');
    return { ...about, summary: null, isUnreadable: true };
  }
}

function copyOf({ summaryCopy, sentences }: Summary, utterances: Utterance[]) {
  if (summaryCopy === null) return null;
  const lines = summaryLines(summaryCopy, JSON.parse(sentences) as SummarySentence[]);
  const spokenAt = (startMs: number) => utterances.findLastIndex((utterance) => utterance.startMs <= startMs);
  return {
    text: summaryCopy,
    lines: lines.map((line) => ({
      ...line,
      utterance: line.startMs === null ? null : spokenAt(line.startMs),
    })),
  };
}

/** 'none' of an unknown transcription, too. */
export async function readSummaryState(userId: number, publicId: string): Promise<SummaryState> {
  const [found] = await database().select<{ isTaken: number }>(
    `SELECT summary_copy IS NOT NULL AS isTaken FROM summaries
    WHERE transcription_id = (SELECT id FROM transcriptions WHERE user_id = :userId AND public_id = :publicId)`,
    { userId, publicId },
  );
  if (!found) return 'none';
  return found.isTaken ? 'taken' : 'offered';
}
