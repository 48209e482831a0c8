import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/app/config/log.server';
import type { PaymentMethod } from '@/app/domain/billing/payments/payment-method';
import { payments } from '@/app/integrations/payments/index.server';

const FRESH_MS = 10 * 60_000;
const RETRY_MS = 60_000;
/** How long a page waits for the first answer; later ones are fetched beside it. */
const WAIT_MS = 1_000;

let known: PaymentMethod[] | null = null;
let nextAt = 0;
let asking: Promise<void> | null = null;

/** The ways to pay that the account offers, at most some minutes old; none while they are unknown. */
export async function listPaymentMethods(): Promise<PaymentMethod[]> {
  if (!payments) return [];
  if (!asking && Date.now() >= nextAt) asking = refresh();
  if (asking && known === null) await Promise.race([asking, sleep(WAIT_MS, null, { ref: false })]);
  return known ?? [];
}

async function refresh(): Promise<void> {
  try {
    known = await payments!.listPaymentMethods();
    nextAt = Date.now() + FRESH_MS;
  } catch (error) {
    log.warn({ error }, 'the ways to pay could not be read');
    nextAt = Date.now() + RETRY_MS;
  } finally {
    asking = null;
  }
}
