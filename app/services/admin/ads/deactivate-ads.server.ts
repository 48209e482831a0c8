import { Ad } from '@/models/ad.server';
import { recordAudit } from '../record-audit.server';
import { type AdminRequest, withAdminIdempotencyKey } from '../with-admin-idempotency-key.server';

export function deactivateAds(request: AdminRequest): Promise<void> {
  return withAdminIdempotencyKey(request, async (transaction) => {
    await Ad.update({ isActive: false }, { where: { isActive: true }, transaction });
    await recordAudit({ adminId: request.adminId, action: 'ads-off' }, transaction);
  });
}
