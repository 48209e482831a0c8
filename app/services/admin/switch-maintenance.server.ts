import { setFlag } from '../flag/set-flag.server';
import { type AdminRequest, onceByAdmin } from './once-by-admin.server';
import { recordAudit } from './record-audit.server';

/** Closes the site to everybody but administrators, or opens it again. Running servers follow at once. */
export function switchMaintenance(request: AdminRequest & { isOn: boolean }): Promise<void> {
  const { adminId, isOn } = request;
  return onceByAdmin(request, async (transaction) => {
    await setFlag({ name: 'maintenance', isOn, emails: [] }, transaction);
    await recordAudit({ adminId, action: isOn ? 'maintenance-on' : 'maintenance-off' }, transaction);
  });
}
