import { AppError } from '@/app/domain/errors';
import { MAX_TAGS, tagKey } from '@/app/domain/library/tag-form';
import { addTag } from '../tags.server';
import { findSelected } from './find-selected.server';

/**
 * Idempotent; `tag` is a sanitised name. @returns how many have the tag now
 * @throws AppError 'transcription.not-found' when none is the user's, 'tag.too-many' when one has no room for it: none is changed then
 */
export async function tagSelected(form: {
  userId: number;
  publicIds: string[];
  tag: string;
  submissionId: string;
}): Promise<number> {
  const { userId, publicIds, tag, submissionId } = form;
  const rows = await findSelected(userId, publicIds);
  if (rows.length === 0) throw new AppError('transcription.not-found');
  const without = rows.filter(({ tags }) => !tags!.some(({ nameKey }) => nameKey === tagKey(tag)));
  if (without.some(({ tags }) => tags!.length >= MAX_TAGS)) throw new AppError('tag.too-many');
  for (const { publicId } of without) await addTag({ userId, publicId, tag, submissionId });
  return rows.length;
}
