import { Ad } from '@/models/ad.server';
import { type AdminRequest, onceByAdmin } from './once-by-admin.server';
import { recordAudit } from './record-audit.server';

/** Deactivates the active advertisement. */
export function stopAds(request: AdminRequest): Promise<void> {
  return onceByAdmin(request, async (transaction) => {
    await Ad.update({ isActive: false }, { where: { isActive: true }, transaction });
    await recordAudit({ adminId: request.adminId, action: 'ads-off' }, transaction);
  });
}
