import { literal, Op } from 'sequelize';
import { Tag } from '@/models/tag.server';

const IS_USED = literal('EXISTS (SELECT 1 FROM taggings WHERE taggings.tag_id = Tag.id)');

/** The names of all tags in use on a user's transcriptions, sorted. */
export async function listTags(userId: number): Promise<string[]> {
  const tags = await Tag.findAll({
    where: { userId, [Op.and]: IS_USED },
    order: ['nameKey'],
    attributes: ['name'],
  });
  return tags.map(({ name }) => name);
}
