import type { Transaction } from 'sequelize';
import type { AuditAction, AuditDetails } from '@/app/domain/admin/audit';
import { AuditEntry } from '@/models/audit-entry.server';

/** Writes to the audit log in the transaction of the action. */
export async function recordAudit(
  entry: { adminId: number | null; subjectId?: number; action: AuditAction; details?: AuditDetails },
  transaction: Transaction,
): Promise<void> {
  const { adminId, subjectId = null, action, details = {} } = entry;
  await AuditEntry.create({ adminId, subjectId, action, details: JSON.stringify(details) }, { transaction });
}
