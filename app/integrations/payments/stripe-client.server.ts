import Stripe from 'stripe';
import { boundedResponse } from '@/app/config/bounded-response.server';
import { countOutcome } from '@/app/config/metrics.server';
import { tracedFetch } from '@/app/config/traced-fetch.server';
import { UnknownObject } from './port';

const TIMEOUT_MS = 10_000;
/** Response size limit; a page of a hundred expanded invoices takes a tenth of it. */
const MAX_RESPONSE_BYTES = 16 * 1024 ** 2;

export interface StripeAccess {
  secretKey: string;
  /** Base URL of a Stripe-compatible server; Stripe itself when undefined. */
  apiBase: string | undefined;
}

export function stripeClient({ secretKey, apiBase }: StripeAccess): Stripe {
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(boundedFetch),
    ...(apiBase ? apiBaseOptions(apiBase) : {}),
  });
}

/** Whether Stripe answered that it does not know an object, as one of the other mode (test, live). */
export const isUnknownObject = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** @throws UnknownObject when Stripe answers that it does not know the very object that is asked for by `id` */
export async function known<T>(id: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (isUnknownObject(error) && (error as Stripe.errors.StripeError).statusCode === 404) {
      throw new UnknownObject(id);
    }
    throw error;
  }
}

/** Bounded fetch: Stripe's own client limits neither the time nor the size of a response body. */
const boundedFetch: typeof fetch = (address, init) =>
  countOutcome(
    'celeste_payment_calls_total',
    boundedResponse(
      { maxBytes: MAX_RESPONSE_BYTES, timeoutMs: TIMEOUT_MS, ...(init?.signal && { signal: init.signal }) },
      (signal) => tracedFetch(address, { ...init, redirect: 'error', signal }),
    ),
    // An answer to the very question, such as that a card was declined, is no failure of the service.
    ({ status }) => status < 500 && status !== 429 && status !== 401,
  );

function apiBaseOptions(base: string) {
  const { protocol, hostname, port } = new URL(base);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  };
}
