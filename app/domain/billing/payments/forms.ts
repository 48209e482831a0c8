import { z } from 'zod';
import { HOURS, planPriceOf } from './catalogue';

export const submissionId = z
  .string({ error: 'form.malformed' })
  .min(1, 'form.malformed')
  .max(64, 'form.malformed');

const wholeHours = (text: string | undefined) =>
  text !== undefined && /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN;

export const CUSTOM_QUANTITY = 'custom';

/** Purchase of hours: one of the choices, or `custom` with the amount in `customQuantity`. */
export const hoursSchema = z
  .object({
    submissionId,
    productId: z.literal(HOURS.id, 'checkout.product-unknown'),
    quantity: z.string({ error: 'checkout.quantity-invalid' }),
    customQuantity: z.string().optional(),
  })
  .transform(({ quantity, customQuantity, ...rest }, context) => {
    const hours = wholeHours(quantity === CUSTOM_QUANTITY ? customQuantity : quantity);
    if (hours >= 1 && hours <= HOURS.most) return { ...rest, hours };
    context.addIssue({ code: 'custom', path: ['customQuantity'], message: 'checkout.quantity-invalid' });
    return z.NEVER;
  });

export const subscriptionSchema = z
  .object({
    submissionId,
    priceId: z.string({ error: 'checkout.product-unknown' }),
    quantity: z.literal('1', 'checkout.quantity-invalid').optional(),
  })
  .transform(({ submissionId: id, priceId }, context) => {
    const price = planPriceOf(priceId);
    if (price) return { submissionId: id, price };
    context.addIssue({ code: 'custom', path: ['priceId'], message: 'checkout.product-unknown' });
    return z.NEVER;
  });

export const portalSchema = z.object({ submissionId });
