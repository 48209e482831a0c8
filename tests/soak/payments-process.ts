import { readFile } from 'node:fs/promises';
import Stripe from 'stripe';
import { handleStripeWebhook } from '@/app/services/billing/payments/handle-stripe-webhook.server';
import { openDatabase, switchDatabase } from '@/models/database.server';
import { KillAtStep } from '@/tests/support/kill-at-step';
import type { DatabaseAddress } from '../support/databases';

/**
 * Handles the webhook events of a file, one body per line, and prints which are done; killed before its n-th
 * statement.
 */
const [address, file, fatalStep] = process.argv.slice(2);
const AT_ONCE = 8;

const sequelize = switchDatabase(openDatabase(JSON.parse(address!) as DatabaseAddress));
const mortal = new KillAtStep(Number(fatalStep));
sequelize.query = mortal.countCalls(sequelize.query.bind(sequelize)) as typeof sequelize.query;
const bodies = (await readFile(file!, 'utf8')).split('\n').map((line) => JSON.parse(line) as string);
const secret = process.env.STRIPE_WEBHOOK_SECRET!;
let next = 0;

async function handleWebhooks(): Promise<void> {
  for (let index = next++; index < bodies.length; index = next++) {
    const payload = bodies[index]!;
    await handleStripeWebhook(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret }));
    process.stdout.write(`${index}\n`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, handleWebhooks));
await sequelize.close();
