import type { Payments } from '@/app/integrations/payments/port';
import { User } from '@/models/user.server';

/**
 * The buyer's customer id at the payment provider, who makes one when there is none, or when the stored one is
 * unknown there: deleted, of a test checkout, or of test keys before live ones.
 */
export async function ensureCustomer(payments: Payments, user: User): Promise<string> {
  const { id, publicId: userId, email, name, customerId } = user;
  if (customerId && (await payments.hasCustomer(customerId))) return customerId;
  const made = await payments.createCustomer({ userId, email, name, replaces: customerId });
  await User.update({ customerId: made }, { where: { id } });
  return made;
}
