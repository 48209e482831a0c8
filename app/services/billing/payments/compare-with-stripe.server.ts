import { Op } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { payments } from '@/app/integrations/payments/index.server';
import { type Payments, UnknownObject } from '@/app/integrations/payments/port';
import { Order } from '@/models/order.server';
import { Subscription } from '@/models/subscription.server';

const BATCH = 500;

/**
 * Compares every payment with the provider's present state, and changes nothing. Yields one sentence for each
 * difference, in English: for the operator at the terminal.
 * @throws AppError 'checkout.failed' without a provider
 */
export async function* compareWithStripe(): AsyncGenerator<string> {
  if (!payments) throw new AppError('checkout.failed');
  for await (const order of eachOrder()) yield* compareOrder(payments, order);
  const subscriptions = await Subscription.findAll({ order: ['id'] });
  for (const subscription of subscriptions) yield* compareSubscription(payments, subscription);
}

async function* eachOrder(): AsyncGenerator<Order> {
  for (let after = 0; ; ) {
    const orders = await Order.findAll({
      where: { id: { [Op.gt]: after }, kind: 'hours', checkoutId: { [Op.ne]: null } },
      order: ['id'],
      limit: BATCH,
    });
    yield* orders;
    if (orders.length < BATCH) return;
    after = orders.at(-1)!.id;
  }
}

async function* compareOrder(provider: Payments, order: Order): AsyncGenerator<string> {
  const what = `order ${order.publicId}`;
  const there = await readOrExplain(provider.readPurchase(order.checkoutId!));
  if (typeof there === 'string') {
    if (!hasEnded(order) || there !== IS_UNKNOWN) yield `${what}: its checkout ${there}`;
    return;
  }
  if (there.orderId !== order.publicId) yield `${what}: its checkout is of order ${there.orderId}`;
  yield* differences(what, [
    [
      'status',
      order.status,
      order.status === 'paid' || there.status === 'paid' ? there.status : order.status,
    ],
    ['paid', order.paidCents, there.status === 'paid' ? there.amountCents : null],
    ['refunded', order.refundedCents, there.refundedCents],
    ['disputed', order.disputedCents, there.disputedCents],
  ]);
}

/** One that has ended here and is unknown there, as after other keys, does not differ. */
const hasEnded = ({ status }: Order | Subscription): boolean =>
  status === 'ended' || status === 'expired' || status === 'failed';

const IS_UNKNOWN = 'is unknown there';

const readOrExplain = <T>(reading: Promise<T>): Promise<T | string> =>
  reading.catch((error: unknown) => (error instanceof UnknownObject ? IS_UNKNOWN : 'could not be read'));

async function* compareSubscription(provider: Payments, subscription: Subscription): AsyncGenerator<string> {
  const what = `subscription ${subscription.externalId}`;
  const there = await readOrExplain(provider.readSubscription(subscription.externalId));
  if (typeof there === 'string') {
    if (!hasEnded(subscription) || there !== IS_UNKNOWN) yield `${what}: it ${there}`;
    return;
  }
  yield* differences(what, [['status', subscription.status, there.status]]);
  const orders = await Order.findAll({ where: { subscriptionId: subscription.id } });
  const known = new Map(orders.map((order) => [order.invoiceId, order]));
  for (const invoice of there.invoices) {
    const order = known.get(invoice.id);
    known.delete(invoice.id);
    if (!order) {
      yield `${what}: invoice ${invoice.id} is missing here`;
      continue;
    }
    yield* differences(`order ${order.publicId}`, [
      ['status', order.status === 'paid', invoice.isPaid],
      ['amount', order.amountCents, invoice.amountCents],
      ['refunded', order.refundedCents, invoice.refundedCents],
      ['disputed', order.disputedCents, invoice.disputedCents],
    ]);
  }
  for (const order of known.values()) yield `order ${order.publicId}: its invoice is missing there`;
}

type Figure = string | number | boolean | null;

function* differences(
  what: string,
  figures: [name: string, here: Figure, there: Figure][],
): Generator<string> {
  for (const [name, here, there] of figures) {
    if (here !== there) yield `${what}: ${name} is ${here} here and ${there} there`;
  }
}
