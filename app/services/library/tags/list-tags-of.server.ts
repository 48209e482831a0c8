import { Tag } from '@/models/tag.server';
import { findOwnTranscription } from '../../transcript/find-own-transcription.server';

/** The names are sorted. @throws AppError 'transcription.not-found' */
export async function listTagsOf(
  userId: number,
  publicId: string,
): Promise<{ title: string; tags: string[] }> {
  const { title, tags } = await findOwnTranscription(userId, publicId, {
    include: { model: Tag, as: 'tags', through: { attributes: [] } },
  });
  const inOrder = tags!.toSorted((a, b) => (a.nameKey < b.nameKey ? -1 : 1));
  return { title, tags: inOrder.map(({ name }) => name) };
}
