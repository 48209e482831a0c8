import { QueryTypes } from 'sequelize';
import { database } from '@/models/database.server';
import { Document } from '@/models/document.server';
import { Transcription } from '@/models/transcription.server';
import { matchWords } from '@/models/word-index.server';
import { pick } from '../platform/pick';

const DOCUMENTS_PER_PAGE = 9;

export interface DocumentRow {
  publicId: string;
  title: string;
  savedAt: Date;
  transcriptionTitle: string | null;
}

export interface DocumentPage {
  rows: DocumentRow[];
  /** From 1, clamped to `pages`. */
  page: number;
  pages: number;
  /** Of all pages. */
  count: number;
}

/** Last saved first; `words` (from parseSearch) must all occur in title or text. */
export async function listDocuments(
  userId: number,
  requestedPage: number,
  words: string[] = [],
  perPage = DOCUMENTS_PER_PAGE,
): Promise<DocumentPage> {
  const match = words.length > 0 ? matchWords('documents', userId, words) : null;
  const from = match?.from ?? 'documents AS found';
  const where = `found.user_id = :userId${match ? ` AND ${match.where}` : ''}`;
  const replacements = { userId, ...match?.values };
  const [counted] = await database().query<{ count: number }>(
    `SELECT COUNT(*) AS count FROM ${from} WHERE ${where}`,
    { type: QueryTypes.SELECT, replacements },
  );
  const count = Number(counted!.count);
  const pages = Math.max(1, Math.ceil(count / perPage));
  const page = Math.min(Math.max(1, requestedPage), pages);
  const found = await database().query<{ id: number }>(
    `SELECT found.id AS id FROM ${from} WHERE ${where}
    ORDER BY found.saved_at DESC, found.id DESC LIMIT :limit OFFSET :offset`,
    {
      type: QueryTypes.SELECT,
      replacements: {
        ...replacements,
        limit: perPage,
        offset: (page - 1) * perPage,
      },
    },
  );
  return { rows: await rowsOf(found.map(({ id }) => id)), page, pages, count };
}

async function rowsOf(ids: number[]): Promise<DocumentRow[]> {
  const documents = await Document.findAll({
    where: { id: ids },
    attributes: ['publicId', 'title', 'savedAt'],
    include: { model: Transcription, as: 'transcription', attributes: ['title'] },
    order: [
      ['savedAt', 'DESC'],
      ['id', 'DESC'],
    ],
  });
  return documents.map((document) => ({
    ...pick(document, 'publicId', 'title', 'savedAt'),
    transcriptionTitle: document.transcription?.title ?? null,
  }));
}
