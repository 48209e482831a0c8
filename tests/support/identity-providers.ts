import { randomUUID } from 'node:crypto';
import { type RunningCeleste, startCeleste } from './celeste';
import { freePort } from './free-port';
import { startGoogle } from './google';
import { startLinkedin } from './linkedin';
import type { IdentityProvider, OAuthClient, ProviderAccount } from './openid-server';

export type Provider = 'google' | 'linkedin';

export const PROVIDER_NAMES: Record<Provider, string> = { google: 'Google', linkedin: 'LinkedIn' };

/** Another application at both providers, whose operator has tokens of our users. */
export const OTHER_SITE: OAuthClient = {
  id: 'other',
  secret: 'other secret',
  redirectUri: 'https://other.example/back',
};

export interface WithProviders {
  celeste: RunningCeleste;
  /** Celeste as the providers know it. */
  sites: Record<Provider, OAuthClient>;
  providers: Record<Provider, IdentityProvider>;
  stop(): Promise<void>;
}

/** Starts both identity providers, and a Celeste, without a worker, that is registered at them. */
export async function startWithProviders(): Promise<WithProviders> {
  const port = await freePort();
  const site = (provider: Provider): OAuthClient => ({
    id: `celeste-at-${provider}`,
    secret: `the secret that ${provider} gave`,
    redirectUri: `http://127.0.0.1:${port}/auth/${provider}/callback`,
  });
  const sites = { google: site('google'), linkedin: site('linkedin') };
  const providers = {
    google: await startGoogle([sites.google, OTHER_SITE]),
    linkedin: await startLinkedin([sites.linkedin, OTHER_SITE]),
  };
  const celeste = await startCeleste({
    command: 'web',
    env: {
      PORT: String(port),
      AUTH_GOOGLE_ID: sites.google.id,
      AUTH_GOOGLE_SECRET: sites.google.secret,
      AUTH_GOOGLE_BASE_URL: providers.google.address,
      AUTH_LINKEDIN_ID: sites.linkedin.id,
      AUTH_LINKEDIN_SECRET: sites.linkedin.secret,
      AUTH_LINKEDIN_BASE_URL: `${providers.linkedin.address}/`,
    },
  });
  const stop = async () => {
    await celeste.stop();
    await providers.google.stop();
    await providers.linkedin.stop();
  };
  return { celeste, sites, providers, stop };
}

/** Somebody whom no Celeste knows yet. */
export const newAccount = (): ProviderAccount => ({
  sub: randomUUID(),
  name: 'Ana Souza',
  email: `${randomUUID()}@example.com`,
  email_verified: true,
});
