import { Op } from 'sequelize';
import { Session } from '@/models/session.server';
import type { Role } from '@/models/user.server';
import { recordAudit } from './audit.server';
import { lockUser } from './lock-user.server';
import { type AdminRequest, withAdminIdempotencyKey } from './with-admin-idempotency-key.server';

/** Every impersonation by or of the user ends, either way. @throws AppError 'admin.user-unknown' */
export function setRole(request: AdminRequest & { email: string; role: Role }): Promise<void> {
  const { adminId, email, role } = request;
  return withAdminIdempotencyKey(request, async (transaction) => {
    const user = await lockUser({ email }, transaction);
    await user.update({ role }, { transaction });
    await Session.update(
      { actingAsUserId: null },
      { where: { [Op.or]: [{ userId: user.id }, { actingAsUserId: user.id }] }, transaction },
    );
    await recordAudit({ adminId, subjectId: user.id, action: `role-${role}` }, transaction);
  });
}
