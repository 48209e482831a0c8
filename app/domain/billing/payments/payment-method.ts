/** Ways to pay that texts name; a payment provider may offer others. */
export const PAYMENT_METHODS = ['card', 'boleto', 'pix'] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const toPaymentMethod = (name: string | null | undefined): PaymentMethod | null =>
  PAYMENT_METHODS.find((method) => method === name) ?? null;
