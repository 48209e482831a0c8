import { settings } from '@/app/config/env.server';
import { HOURS, PLAN_PRICES } from '@/app/domain/billing/payments/catalogue';
import { accountSetUp } from '@/app/integrations/payments/index.server';
import { saleItem } from './sale-item.server';

/**
 * Products, prices, customer portal and webhook endpoint at Stripe: makes and repairs them, or only compares.
 * @returns a line for each difference, or for what was done about it
 * @throws Error without a secret key
 */
export async function setUpStripe({ repairs }: { repairs: boolean }): Promise<string[]> {
  const setUp = await accountSetUp();
  if (!setUp) throw new Error('STRIPE_SECRET_KEY is not set; take the secret key of your account at Stripe');
  const setup = {
    items: [
      saleItem(HOURS.id, HOURS.priceCents, null),
      ...PLAN_PRICES.map(({ id, cents, interval }) => saleItem(id, cents, interval)),
    ],
    returnUrl: `${settings.publicUrl}/wallet`,
    webhookUrl: settings.isLocal ? null : `${settings.publicUrl}/webhooks/stripe`,
  };
  const lines: string[] = [];
  for await (const line of setUp(setup, repairs)) lines.push(line);
  return lines;
}
