import type { Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { MAX_TAGS, tagKey } from '@/app/domain/library/tag-form';
import { database } from '@/models/database.server';
import { Tag } from '@/models/tag.server';
import { Tagging } from '@/models/tagging.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { findOwnTranscription } from '../transcript/find-own-transcription.server';

/** The names of all tags in use on a user's transcriptions, sorted. */
export async function listTags(userId: number): Promise<string[]> {
  const tags = await database().select<{ name: string }>(
    `SELECT name FROM tags WHERE user_id = :userId AND EXISTS (SELECT 1 FROM taggings WHERE tag_id = tags.id)
    ORDER BY name_key`,
    { userId },
  );
  return tags.map(({ name }) => name);
}

/** The names are sorted. @throws AppError 'transcription.not-found' */
export async function listTagsOf(userId: number, publicId: string) {
  const { title, tags } = await findOwnTranscription(userId, publicId, {
    include: { model: Tag, as: 'tags', through: { attributes: [] } },
  });
  const inOrder = tags!.toSorted((a, b) => (a.nameKey < b.nameKey ? -1 : 1));
  return { title, tags: inOrder.map(({ name }) => name) };
}

interface TagForm {
  userId: number;
  publicId: string;
  tag: string;
  submissionId: string;
}

/** Idempotent; `tag` is a sanitised name. @throws AppError 'transcription.not-found', 'tag.too-many' */
export function addTag(form: TagForm): Promise<void> {
  const { userId, publicId, tag, submissionId } = form;
  return withIdempotencyKey(`tag:${userId}:${publicId}`, submissionId, async (transaction) => {
    const { id: transcriptionId } = await findOwnTranscription(userId, publicId, {
      lock: transaction.LOCK.UPDATE,
      transaction,
    });
    const tagId = await upsertTag(userId, tag, transaction);
    await Tagging.bulkCreate([{ tagId, transcriptionId }], {
      updateOnDuplicate: ['updatedAt'],
      conflictAttributes: ['tagId', 'transcriptionId'],
      transaction,
    });
    if ((await Tagging.count({ where: { transcriptionId }, transaction })) > MAX_TAGS) {
      throw new AppError('tag.too-many');
    }
  });
}

/** Upserts the user's tag; its spelling becomes the one given. */
async function upsertTag(userId: number, name: string, transaction: Transaction): Promise<number> {
  const nameKey = tagKey(name);
  await Tag.bulkCreate([{ userId, name, nameKey }], {
    updateOnDuplicate: ['name'],
    conflictAttributes: ['userId', 'nameKey'],
    transaction,
  });
  const tag = await Tag.findOne({ where: { userId, nameKey }, rejectOnEmpty: true, transaction });
  return tag.id;
}

/** Idempotent. @throws AppError 'transcription.not-found' */
export function removeTag(form: TagForm): Promise<void> {
  const { userId, publicId, tag, submissionId } = form;
  return withIdempotencyKey(`untag:${userId}:${publicId}`, submissionId, async (transaction) => {
    const { id: transcriptionId } = await findOwnTranscription(userId, publicId, { transaction });
    const found = await Tag.findOne({ where: { userId, nameKey: tagKey(tag) }, transaction });
    if (found) await Tagging.destroy({ where: { tagId: found.id, transcriptionId }, transaction });
  });
}
