import { recordAudit } from '../record-audit.server';
import { type AdminRequest, withAdminIdempotencyKey } from '../with-admin-idempotency-key.server';
import { setFlag } from './set-flag.server';

/** Switches maintenance mode: only administrators can use the site. Running servers apply it at once. */
export function switchMaintenance(request: AdminRequest & { isOn: boolean }): Promise<void> {
  const { adminId, isOn } = request;
  return withAdminIdempotencyKey(request, async (transaction) => {
    await setFlag({ name: 'maintenance', isOn, emails: [] }, transaction);
    await recordAudit({ adminId, action: isOn ? 'maintenance-on' : 'maintenance-off' }, transaction);
  });
}
