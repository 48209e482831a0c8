import { Op } from 'sequelize';
import { payments } from '@/app/integrations/payments/index.server';
import type { Subject } from '@/app/integrations/payments/port';
import { Order } from '@/models/order.server';
import { Subscription } from '@/models/subscription.server';
import { applySubject } from './apply-subject.server';

/** How long the payment provider keeps its events. */
const MEMORY_MS = 30 * 24 * 3_600_000;

/**
 * Reconciles with the payment provider, to repair lost webhook events: everything that changed there within
 * 30 days, our open checkouts, and subscriptions that have not ended. A failure does not stop the rest.
 * @throws Error that lists the failures
 */
export async function reconcilePayments(): Promise<void> {
  if (!payments) return;
  const since = new Date(Date.now() - MEMORY_MS);
  const subjects = new Map((await ownSubjects(since)).map((subject) => [subject.id, subject]));
  for await (const subject of payments.changesSince(since)) subjects.set(subject.id, subject);
  const failures: string[] = [];
  for (const subject of subjects.values()) {
    await applySubject(subject).catch((error: Error) => failures.push(`${subject.id}: ${error.message}`));
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

async function ownSubjects(since: Date): Promise<Subject[]> {
  const orders = await Order.findAll({
    where: {
      ...{ kind: 'hours', status: ['open', 'pending'] },
      ...{ checkoutId: { [Op.ne]: null }, createdAt: { [Op.gte]: since } },
    },
  });
  const running = await Subscription.findAll({ where: { status: ['waiting', 'active', 'pastDue'] } });
  return [
    ...orders.map(({ checkoutId }) => ({ kind: 'purchase' as const, id: checkoutId! })),
    ...running.map(({ externalId }) => ({ kind: 'subscription' as const, id: externalId })),
  ];
}
