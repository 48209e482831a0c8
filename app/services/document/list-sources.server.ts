import { Transcription } from '@/models/transcription.server';

/** Older transcriptions create a document from their own page. */
const MAX_SOURCES = 200;

/** The finished transcriptions that a document can be created from, newest first. */
export async function listSources(userId: number): Promise<{ publicId: string; title: string }[]> {
  const found = await Transcription.findAll({
    where: { userId, status: 'succeeded' },
    attributes: ['publicId', 'title'],
    order: [['id', 'DESC']],
    limit: MAX_SOURCES,
  });
  return found.map(({ publicId, title }) => ({ publicId, title }));
}
