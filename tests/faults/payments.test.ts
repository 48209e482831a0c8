import '../services/data-folder';
import '../services/checkout/stripe-account';
import { afterAll, expect, it } from 'vitest';
import { stripe } from '../services/checkout/stripe-account';
import { deliverToKilledHandler } from '../soak/payments';
import { Random } from '../soak/random';
import { databaseAddress, describeOnBothDatabases } from '../support/databases';

afterAll(() => stripe.stop());

describeOnBothDatabases('payment webhooks', () => {
  it('lead to the paid balance when repeated, reordered and lost, while their handler is killed', async () => {
    // This seed includes refunds, disputes and a change of plan.
    const random = new Random(15);
    const figures = await deliverToKilledHandler(stripe, databaseAddress(), {
      webhooks: 36,
      kills: 2,
      random,
    });
    expect(figures['kills of the handler']).toBe(2);
  }, 120_000);
});
