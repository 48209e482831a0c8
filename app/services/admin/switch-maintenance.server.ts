import { setFlag } from '../flag/set-flag.server';
import { type AdminRequest, withAdminIdempotencyKey } from './once-by-admin.server';
import { recordAudit } from './record-audit.server';

/** Switches maintenance mode: only administrators can use the site. Running servers apply it at once. */
export function switchMaintenance(request: AdminRequest & { isOn: boolean }): Promise<void> {
  const { adminId, isOn } = request;
  return withAdminIdempotencyKey(request, async (transaction) => {
    await setFlag({ name: 'maintenance', isOn, emails: [] }, transaction);
    await recordAudit({ adminId, action: isOn ? 'maintenance-on' : 'maintenance-off' }, transaction);
  });
}
