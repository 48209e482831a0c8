import { randomUUID } from 'node:crypto';
import type { AuditDetails } from '@/app/domain/admin/audit';
import { AuditEntry } from '@/models/audit-entry.server';
import { User } from '@/models/user.server';
import { makeUser } from './user';

/** A new account of an administrator. @returns its id */
export async function makeAdmin(): Promise<number> {
  const id = await makeUser({ name: 'Clara Chefe' });
  await User.update({ role: 'admin' }, { where: { id } });
  return id;
}

/** A form of an administrator's own. */
export const askedBy = (adminId: number | null, submissionId: string = randomUUID()) => ({
  adminId,
  submissionId,
});

/** What an administrator did, in order. */
export async function auditOf(adminId: number | null) {
  const entries = await AuditEntry.findAll({ where: { adminId }, order: ['id'] });
  return entries.map(({ action, subjectId, details }) => ({
    ...{ action, subjectId },
    details: JSON.parse(details) as AuditDetails,
  }));
}
