import type { Transaction } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import { Submission } from '@/models/submission.server';

/**
 * Makes everybody else who takes the same turn wait until the transaction ends, so that what they count is
 * still true when they write. SQLite writes one transaction after the other anyway; InnoDB needs a row to wait at.
 */
export async function takeTurn(scope: string, transaction: Transaction): Promise<void> {
  await Submission.bulkCreate([{ submissionId: keyedHash('turn', scope), outcome: 'null' }], {
    updateOnDuplicate: ['outcome'],
    conflictAttributes: ['submissionId'],
    transaction,
  });
}
