import type { Feature } from '@/app/domain/admin/flags';
import { recordAudit } from '../record-audit.server';
import { type AdminRequest, withAdminIdempotencyKey } from '../with-admin-idempotency-key.server';
import { setFlag } from './set-flag.server';

export function switchFeature(
  request: AdminRequest & { name: Feature; isOn: boolean; emails?: string[] },
): Promise<void> {
  const { adminId, name, isOn, emails } = request;
  return withAdminIdempotencyKey(request, async (transaction) => {
    await setFlag({ name, isOn, emails }, transaction);
    const details = { name, emails: emails?.join(', ') ?? '' };
    await recordAudit({ adminId, action: isOn ? 'feature-on' : 'feature-off', details }, transaction);
  });
}
