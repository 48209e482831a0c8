import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/app/config/log.server';
import type { IdentityProvider } from '@/app/domain/account/identity-provider';
import { AppError } from '@/app/domain/errors';
import { providerName } from '@/app/services/account/provider-name.server';

/** Timeout for all requests of one sign-in together. */
const OAUTH_TIMEOUT_MS = 8_000;

/** An error status of an identity provider. */
export class ProviderError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
    this.name = 'ProviderError';
  }
}

/** @throws Error when the identity provider does not answer in time */
export const withinOAuthTimeout = <T>(asking: Promise<T>): Promise<T> =>
  Promise.race([asking, rejectAfterTimeout()]);

async function rejectAfterTimeout(): Promise<never> {
  await sleep(OAUTH_TIMEOUT_MS, undefined, { ref: false });
  throw new Error('no answer in time');
}

/** Logs why an identity provider did not identify the user, which the user need not know. */
export function identityFailed(provider: IdentityProvider, error: unknown): AppError {
  const reason = error instanceof Error ? error.message.slice(0, 300) : 'an unexpected answer';
  log.warn({ provider, reason }, 'an identity provider did not identify the user');
  return new AppError('account.identity-failed', { provider: providerName(provider) });
}
