import type { Transaction } from 'sequelize';
import { once } from '../submission/once.server';

export interface AdminRequest {
  /** Null for the operator at the server's terminal. */
  adminId: number | null;
  submissionId: string;
}

/** Runs an administrator's action under the form's idempotency key. */
export function onceByAdmin<T>(
  { adminId, submissionId }: AdminRequest,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return once(`admin:${adminId ?? 'terminal'}`, submissionId, work);
}
