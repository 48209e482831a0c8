import '@/tests/support/data-folder';
import '@/tests/database/billing/payments/stripe-account';
import { afterAll, expect, it } from 'vitest';
import { stripe } from '@/tests/database/billing/payments/stripe-account';
import { deliverToKilledHandler } from '@/tests/soak/payments';
import { Random } from '@/tests/soak/random';
import { databaseAddress, describeOnBothDatabases } from '@/tests/support/databases';

afterAll(() => stripe.stop());

describeOnBothDatabases('payment webhooks', () => {
  it('lead to the paid balance when repeated, reordered and lost, while their handler is killed', async () => {
    // This seed includes refunds, a dispute, a change of plan, and boletos that come late, never or fail.
    const random = new Random(12);
    const figures = await deliverToKilledHandler(stripe, databaseAddress(), {
      histories: 12,
      kills: 2,
      rounds: 2,
      random,
    });
    expect(figures['kills of the handler']).toBe(2);
  });
});
