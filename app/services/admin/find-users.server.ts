import { col, fn, Op, type WhereOptions, where } from 'sequelize';
import { isPublicId } from '@/app/domain/public-id';
import { User } from '@/models/user.server';
import { pick } from '../platform/pick';

const PAGE_SIZE = 20;

/**
 * Newest first; `before` is the last public id of the previous page. A text with an '@' is a prefix of an
 * e-mail address, which uses the index; any other a case-insensitive part of e-mail or name.
 */
export async function findUsers(text: string, before?: string) {
  const last = before && isPublicId(before) ? await User.findOne({ where: { publicId: before } }) : null;
  const found = await User.findAll({
    where: {
      [Op.and]: [{ deletedAt: null }, matches(text.trim()), last ? { id: { [Op.lt]: last.id } } : {}],
    },
    order: [['id', 'DESC']],
    limit: PAGE_SIZE + 1,
  });
  const rows = found.slice(0, PAGE_SIZE).map((user) => pick(user, 'publicId', 'name', 'email', 'role'));
  return { rows, older: found.length > PAGE_SIZE ? (rows.at(-1)?.publicId ?? null) : null };
}

function matches(text: string): WhereOptions {
  if (text === '') return {};
  const lower = text.toLowerCase();
  if (text.includes('@')) return { email: { [Op.gte]: lower, [Op.lt]: `${lower}\u{10ffff}` } };
  const holds = (column: string, part: unknown) =>
    where(fn('INSTR', fn('LOWER', col(column)), part), { [Op.gt]: 0 });
  // Lower-cased by the database on both sides: SQLite leaves accented capitals unchanged.
  return { [Op.or]: [holds('email', lower), holds('name', fn('LOWER', text))] };
}
