import { Op, type Transaction } from 'sequelize';
import type { AuditAction, AuditDetails } from '@/app/domain/admin/audit';
import { AuditEntry } from '@/models/audit-entry.server';
import { pick } from '../platform/pick';

/** Writes to the audit log in the transaction of the action. */
export async function recordAudit(
  entry: { adminId: number | null; subjectId?: number; action: AuditAction; details?: AuditDetails },
  transaction: Transaction,
): Promise<void> {
  const { adminId, subjectId = null, action, details = {} } = entry;
  await AuditEntry.create({ adminId, subjectId, action, details: JSON.stringify(details) }, { transaction });
}

export interface AuditLine {
  id: number;
  createdAt: Date;
  /** Null for the terminal. */
  adminName: string | null;
  subject: { publicId: string; name: string } | null;
  action: AuditAction;
  details: AuditDetails;
}

/** Newest first, one page after `before`; `subjectId` limits it to one account. */
export async function listAudit(
  limit: number,
  about: { subjectId?: number; before?: number | undefined } = {},
): Promise<{ rows: AuditLine[]; older: number | null }> {
  const { subjectId, before } = about;
  const found = await AuditEntry.findAll({
    where: { ...(subjectId ? { subjectId } : {}), ...(before ? { id: { [Op.lt]: before } } : {}) },
    include: ['admin', 'subject'],
    order: [['id', 'DESC']],
    limit: limit + 1,
  });
  const rows = found.slice(0, limit).map(toAuditLine);
  return { rows, older: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

function toAuditLine({ id, createdAt, admin, subject, action, details }: AuditEntry): AuditLine {
  return {
    id,
    createdAt,
    adminName: admin?.name ?? null,
    subject: subject ? pick(subject, 'publicId', 'name') : null,
    action: action as AuditAction,
    details: JSON.parse(details) as AuditDetails,
  };
}
