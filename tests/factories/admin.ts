import { randomUUID } from 'node:crypto';
import type { AuditDetails } from '@/app/domain/admin/audit';
import { AuditEntry } from '@/models/audit-entry.server';
import { User } from '@/models/user.server';
import { makeUser } from './user';

/** Creates an administrator account. @returns its id */
export async function makeAdmin(): Promise<number> {
  const id = await makeUser({ name: 'Clara Chefe' });
  await User.update({ role: 'admin' }, { where: { id } });
  return id;
}

/** Idempotency fields of an administrator's form. */
export const adminForm = (adminId: number | null, submissionId: string = randomUUID()) => ({
  adminId,
  submissionId,
});

/** The audit log of an administrator, in order. */
export async function auditOf(adminId: number | null) {
  const entries = await AuditEntry.findAll({ where: { adminId }, order: ['id'] });
  return entries.map(({ action, subjectId, details }) => ({
    action,
    subjectId,
    details: JSON.parse(details) as AuditDetails,
  }));
}
