import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS, planPriceOf } from '@/app/domain/billing/payments/catalogue';
import { testPayments } from '@/app/integrations/payments/index.server';
import { startPurchase, startSubscription } from '@/app/services/billing/payments/start-checkout.server';
import { closeTestCheckout } from '@/app/services/billing/payments/test-checkout.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { User } from '@/models/user.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

describeOnBothDatabases('a test checkout', () => {
  let userId: number;
  let publicId: string;

  beforeEach(async () => {
    userId = await makeUser();
    publicId = (await User.findByPk(userId, { rejectOnEmpty: true })).publicId;
  });

  const buyer = () => ({ userId, submissionId: randomUUID(), language: 'pt' as const, isDirect: true });
  const pay = (url: string) =>
    closeTestCheckout({ userId: publicId, isDirect: true }, url.split('/').at(-1)!, 'paid');
  const hours = async () => {
    const { subscription, bought } = await readBalances(userId);
    return [subscription / HOUR_MS, bought / HOUR_MS];
  };

  it('is paid once by many tabs at once', async () => {
    await pay(await startPurchase(buyer(), 1));
    const plan = await startSubscription(buyer(), planPriceOf('celeste_light_monthly')!);
    let [open, most] = [0, 0];
    const close = testPayments!.closeCheckout;
    vi.spyOn(testPayments!, 'closeCheckout').mockImplementation(async (...order) => {
      open += 1;
      most = Math.max(most, open);
      await sleep(5);
      const webhook = await close(...order);
      open -= 1;
      return webhook;
    });
    await Promise.all(Array.from({ length: 10 }, () => pay(plan)));
    vi.restoreAllMocks();
    expect(most).toBe(1);
    expect(await hours()).toEqual([5, 1]);
    expect(await WalletTransaction.count({ where: { userId, kind: 'expire' } })).toBe(0);
    expect(await checkLedger()).toEqual([]);
  });
});
