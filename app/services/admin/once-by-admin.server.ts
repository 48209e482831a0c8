import type { Transaction } from 'sequelize';
import { once } from '../submission/once.server';

/** Who asks for something, and with which form. */
export interface AdminRequest {
  /** Null for whoever is at the server's own terminal. */
  adminId: number | null;
  submissionId: string;
}

/** Does what an administrator asks for, once however often the form comes. */
export function onceByAdmin<T>(
  { adminId, submissionId }: AdminRequest,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return once(`admin:${adminId ?? 'terminal'}`, submissionId, work);
}
