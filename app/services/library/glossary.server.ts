import { database } from '@/models/database.server';
import { Glossary } from '@/models/glossary.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';

export async function readGlossary(userId: number): Promise<string[]> {
  const [kept] = await database().select<{ terms: string }>(
    'SELECT terms FROM glossaries WHERE user_id = :userId',
    { userId },
  );
  return kept ? (JSON.parse(kept.terms) as string[]) : [];
}

export async function saveGlossary(update: {
  userId: number;
  submissionId: string;
  terms: string[];
}): Promise<void> {
  const { userId, submissionId, terms } = update;
  await withIdempotencyKey(`glossary:${userId}`, submissionId, async (transaction) => {
    await Glossary.bulkCreate([{ userId, terms: JSON.stringify(terms) }], {
      updateOnDuplicate: ['terms', 'updatedAt'],
      conflictAttributes: ['userId'],
      transaction,
    });
    return null;
  });
}
