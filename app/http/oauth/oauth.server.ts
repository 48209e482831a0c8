import { randomBytes } from 'node:crypto';
import { createCookieSessionStorage, redirect, type Session } from '@remix-run/node';
import { Authenticator } from 'remix-auth';
import { settings } from '@/app/config/env.server';
import {
  IDENTITY_PROVIDERS,
  type IdentityProvider,
  isIdentityProvider,
  type KnownProvider,
  type OfferedProvider,
  type ProviderProfile,
} from '@/app/domain/account/identity-provider';
import { toLeadOrigin } from '@/app/domain/account/lead-origin';
import { AppError } from '@/app/domain/errors';
import { toTimeZone } from '@/app/domain/format/time-zone';
import { providerName } from '@/app/services/account/provider-name.server';
import { redirectWithToast } from '../forms/toast.server';
import { identityCookie } from '../headers/cookies.server';
import { localPath, withReturnTo } from '../headers/local-path';
import { GoogleIdentityStrategy } from './google-strategy.server';
import { identityFailed, withinOAuthTimeout } from './identity-failure.server';
import { findRegistration } from './identity-registration.server';
import { LinkedinIdentityStrategy } from './linkedin-strategy.server';
import { identifyByOpenId, type OpenIdAttempt, openIdAddress, openIdOrigins } from './openid-provider.server';

/** OAuth error codes for a user who declined. */
const DECLINED_ERRORS = ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize'];

/** `provider`, `codeVerifier`, `nonce`, `returnTo`, `timeZone` and `leadOrigin`, beside remix-auth's own `state`. */
const oauthStateStorage = createCookieSessionStorage({ cookie: identityCookie });

function providerIds(): IdentityProvider[] {
  return Object.keys(IDENTITY_PROVIDERS)
    .filter(isIdentityProvider)
    .filter((provider) => (provider === 'oidc' ? settings.signInWithOidc : findRegistration(provider)));
}

/** The providers that are configured, as the pages offer them. */
export const configuredProviders = (): OfferedProvider[] =>
  providerIds().map((id) => ({ id, name: providerName(id) }));

/** Origins of the redirects to identity providers: theirs, and in local mode our own canonical origin. */
export function signInOrigins(): string[] {
  const providers = providerIds();
  const known = providers
    .filter((provider) => provider !== 'oidc')
    .map((provider) => new URL(findRegistration(provider)!.authorization).origin);
  const own = settings.isLocal && providers.length > 0 ? [new URL(settings.publicUrl).origin] : [];
  return [...known, ...openIdOrigins(), ...own];
}

/** The page that ends the user's session with the provider; null for one that is not configured or has none. */
export function findLogoutPage(name: unknown): { provider: string; href: string } | null {
  const provider = providerIds().find((offered) => offered === name);
  if (!provider || provider === 'oidc') return null;
  return { provider: providerName(provider), href: findRegistration(provider)!.logout };
}

/** The provider named in a path. @throws redirect to the login page when it is not configured */
export function requireProvider(name: unknown): IdentityProvider {
  const provider = providerIds().find((offered) => offered === name);
  if (!provider) throw redirect('/login');
  return provider;
}

/** What is known of who signs in. */
interface Visitor {
  /** Of the browser. */
  timeZone?: string | undefined;
  /** The campaign (utm_source) of the page. */
  leadOrigin?: string | undefined;
}

/**
 * Starts an OAuth sign-in: redirects to the identity provider, which redirects back to finishOAuth.
 * @param visitor kept for the account, if it is a new one
 */
export async function startOAuth(
  provider: IdentityProvider,
  request: Request,
  visitor: Visitor,
): Promise<Response> {
  const { origin, hostname, searchParams } = new URL(request.url);
  const returnTo = localPath(searchParams.get('returnTo'));
  // The OAuth callback has one hostname, so the state cookie must be set under that hostname.
  if (settings.isLocal && hostname !== new URL(settings.publicUrl).hostname)
    return redirect(settings.publicUrl + withReturnTo('/login', returnTo), 303);
  const oauthState = await oauthStateStorage.getSession();
  oauthState.set('provider', provider);
  oauthState.set('codeVerifier', randomBytes(32).toString('base64url'));
  oauthState.set('nonce', randomBytes(32).toString('base64url'));
  oauthState.set('returnTo', returnTo);
  oauthState.set('timeZone', visitor.timeZone);
  oauthState.set('leadOrigin', visitor.leadOrigin);
  if (provider === 'oidc') return startOpenId(oauthState, returnTo);
  // remix-auth throws its redirects, and starts a sign-in at any URL other than the callback.
  const thrown: unknown = await authenticate(provider, oauthState, new Request(origin)).catch(
    (error) => error,
  );
  if (!(thrown instanceof Response)) throw thrown;
  return new Response(null, { status: 303, headers: thrown.headers });
}

/** With a state of our own, and a provider that has to be asked first where its page is. */
async function startOpenId(oauthState: Session, returnTo: string): Promise<Response> {
  oauthState.set('state', randomBytes(32).toString('base64url'));
  try {
    const href = await withinOAuthTimeout(openIdAddress(attemptOf(oauthState)));
    return redirect(href, {
      status: 303,
      headers: { 'Set-Cookie': await oauthStateStorage.commitSession(oauthState) },
    });
  } catch (error) {
    return redirectToLogin(identityFailed('oidc', error), returnTo);
  }
}

const attemptOf = (oauthState: Session): OpenIdAttempt => ({
  codeVerifier: String(oauthState.get('codeVerifier')),
  nonce: String(oauthState.get('nonce')),
  state: String(oauthState.get('state')),
});

interface OAuthWay extends Visitor {
  oauthState: string;
  returnTo: string;
}

/**
 * Exchanges the code, then calls `signIn`. When the user declined or either failed, redirects to the login
 * page with the reason. The OAuth state is used once.
 */
export async function finishOAuth(
  provider: IdentityProvider,
  request: Request,
  signIn: (identity: ProviderProfile, way: OAuthWay) => Promise<Response>,
): Promise<Response> {
  const oauthState = await oauthStateStorage.getSession(request.headers.get('Cookie'));
  const returnTo = localPath(oauthState.get('returnTo'));
  const answer = await verifyIdentity(provider, oauthState, request)
    .then((identity) =>
      signIn(identity, {
        oauthState: String(oauthState.get('codeVerifier')),
        returnTo,
        timeZone: toTimeZone(String(oauthState.get('timeZone'))),
        leadOrigin: toLeadOrigin(oauthState.get('leadOrigin')),
      }),
    )
    .catch((error: unknown) => redirectToLogin(error, returnTo));
  answer.headers.append('Set-Cookie', await identityCookie.serialize('', { maxAge: 0 }));
  return answer;
}

async function verifyIdentity(
  provider: IdentityProvider,
  oauthState: Session,
  request: Request,
): Promise<ProviderProfile> {
  const named = { provider: providerName(provider) };
  // The response of one identity provider must not be accepted for another (mix-up attack).
  if (oauthState.get('provider') !== provider) throw new AppError('account.identity-failed', named);
  try {
    return await withinOAuthTimeout(
      provider === 'oidc'
        ? identifyByOpenId(new URL(request.url).search, attemptOf(oauthState))
        : authenticate(provider, oauthState, request),
    );
  } catch (error) {
    const errorCode = new URL(request.url).searchParams.get('error') ?? '';
    if (DECLINED_ERRORS.includes(errorCode)) throw new AppError('account.identity-refused', named);
    throw identityFailed(provider, error);
  }
}

function authenticate(
  provider: KnownProvider,
  oauthState: Session,
  request: Request,
): Promise<ProviderProfile> {
  // The strategies would read the state from the request, without the values that were just set here.
  const storage = { ...oauthStateStorage, getSession: async () => oauthState };
  const registration = findRegistration(provider)!;
  const strategy =
    provider === 'google'
      ? new GoogleIdentityStrategy(registration, String(oauthState.get('codeVerifier')))
      : new LinkedinIdentityStrategy(registration, String(oauthState.get('nonce')));
  return new Authenticator<ProviderProfile>(storage, { throwOnError: true })
    .use(strategy, provider)
    .authenticate(provider, request);
}

function redirectToLogin(error: unknown, returnTo: string): Promise<Response> {
  if (!(error instanceof AppError)) throw error;
  const { code, params } = error;
  return redirectWithToast(withReturnTo('/login', returnTo), {
    area: 'errors',
    key: code,
    params,
    kind: 'error',
  });
}
