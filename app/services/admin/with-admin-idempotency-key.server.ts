import type { Transaction } from 'sequelize';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';

export interface AdminRequest {
  /** Null for the operator at the server's terminal. */
  adminId: number | null;
  submissionId: string;
}

export function withAdminIdempotencyKey<T>(
  { adminId, submissionId }: AdminRequest,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return withIdempotencyKey(`admin:${adminId ?? 'terminal'}`, submissionId, work);
}
