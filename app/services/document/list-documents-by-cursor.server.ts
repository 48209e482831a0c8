import { Op } from 'sequelize';
import { Document } from '@/models/document.server';
import { Transcription } from '@/models/transcription.server';
import { pick } from '../platform/pick';

/** The last row of a page: when it was saved, in milliseconds since 1970, and its internal id. */
export type DocumentPlace = [savedAtMs: number, id: number];

/**
 * Documents, last saved first, after a place in the list (keyset pagination).
 * @returns the rows, and the place of the last one; null on the last page
 */
export async function listDocumentsByCursor(
  userId: number,
  { after, limit }: { after: DocumentPlace | null; limit: number },
) {
  const found = await Document.findAll({
    where: { userId, ...(after && pastPlace(after)) },
    attributes: ['id', 'publicId', 'title', 'version', 'savedAt', 'createdAt'],
    include: { model: Transcription, as: 'transcription', attributes: ['publicId'] },
    order: [
      ['savedAt', 'DESC'],
      ['id', 'DESC'],
    ],
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const rows = page.map((document) => ({
    ...pick(document, 'publicId', 'title', 'version', 'savedAt', 'createdAt'),
    transcriptionId: document.transcription?.publicId ?? null,
  }));
  const next: DocumentPlace | null = last && found.length > limit ? [last.savedAt.getTime(), last.id] : null;
  return { rows, next };
}

function pastPlace([savedAtMs, id]: DocumentPlace) {
  const savedAt = new Date(savedAtMs);
  return { [Op.or]: [{ savedAt: { [Op.lt]: savedAt } }, { savedAt, id: { [Op.lt]: id } }] };
}
