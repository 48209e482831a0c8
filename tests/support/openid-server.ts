import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';

/** A user's account at an identity provider. */
export interface ProviderAccount {
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean | string;
}

/** An OAuth client registered with the provider. */
export interface OAuthClient {
  id: string;
  secret: string;
  redirectUri: string;
}

/** What the user consented to: issued as an authorization code, then as an access token. */
export interface Grant {
  client: OAuthClient;
  person: ProviderAccount;
  codeChallenge: string | null;
  nonce: string | undefined;
  /** Seconds since 1970. */
  expiresAt: number;
}

type OAuthError = { status: number; error: string; error_description: string };

/** How a provider's OpenID Connect differs from that of others. */
export interface ProviderProtocol {
  issuer: string;
  paths: { authorization: string; token: string; userInfo: string; logout: string; tokenInfo: string };
  /** Parameters of the redirect after the user refuses consent. */
  cancelled: Record<string, string>;
  /** Describes itself under its address, which is then its issuer (OpenID Connect Discovery 1.0). */
  hasDiscovery?: true;
  /** Whether PKCE is supported (RFC 7636); a provider without it rejects a code verifier. */
  hasPkce: boolean;
  wrongClient: OAuthError;
  wrongCode: OAuthError;
  /** `scope` in the token response. */
  scope: string;
  userInfo(person: ProviderAccount): object;
  idToken(person: ProviderAccount): object;
  /**
   * The endpoint that names the client of an access token. `grantOf` finds what is valid.
   * @returns an answer, and its status unless 200
   */
  tokenInfo(
    sent: Record<string, string>,
    grantOf: (token: string) => Grant | undefined,
    clientOf: (form: Record<string, string>) => OAuthClient | undefined,
  ): { status?: number; body: object };
}

/** How an endpoint fails: no response, HTTP 500, invalid JSON, or an empty object. */
export type Fault = 'silence' | 'error' | 'garbage' | 'emptiness';

/** Fake identity provider (OpenID Connect) on loopback. */
export interface IdentityProvider {
  address: string;
  /** The user signed in there, in every browser. */
  account: ProviderAccount;
  faults: { token?: Fault; userInfo?: Fault; tokenInfo?: Fault };
  /** Claims that override those of the next ID tokens; `undefined` removes one. */
  idToken: Record<string, unknown>;
  /** As `idToken`, of the endpoint that names the client of a token. */
  tokenInfo: Record<string, unknown>;
  /** Presses a button of the consent page at an authorization URL. @returns the redirect target */
  answerConsent(address: string, button: 'agree' | 'cancel'): Promise<string>;
  /** Issues an authorization code without the consent page. */
  issueCode(client: OAuthClient): string;
  /** Issues an access token to a client that never showed a code here, as a program in a browser gets one. */
  issueToken(client: OAuthClient): string;
  /** Ends every access token. */
  expireTokens(): void;
  stop(): Promise<void>;
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Without an icon, which browsers would request. */
const head = '<!doctype html><link rel="icon" href="data:,">';

function signed(claims: object): string {
  const text = `${part({ alg: 'RS256', kid: 'test', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}

export async function startIdentityProvider(
  protocol: ProviderProtocol,
  clients: OAuthClient[],
): Promise<IdentityProvider> {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();
  const silent: Response[] = [];

  const app = express();
  app.use(express.urlencoded({ extended: false }));

  if (protocol.hasDiscovery) {
    app.get('/.well-known/openid-configuration', (_request, response) => {
      const { address } = identityProvider;
      const { authorization, token, userInfo } = protocol.paths;
      response.json({
        issuer: address,
        authorization_endpoint: address + authorization,
        token_endpoint: address + token,
        userinfo_endpoint: address + userInfo,
        jwks_uri: `${address}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    });
  }

  app.get(protocol.paths.authorization, (request, response) => {
    const query = request.query as Record<string, string>;
    const client = clients.find(({ id }) => id === query.client_id);
    // An unregistered client gets an error page instead of a redirect.
    if (!client) return void response.status(401).send('invalid_client');
    if (client.redirectUri !== query.redirect_uri) {
      return void response.status(400).send('redirect_uri_mismatch');
    }
    const back = (answer: Record<string, string>) => {
      const said = new URLSearchParams(answer);
      if (query.state !== undefined) said.set('state', query.state);
      return `${client.redirectUri}?${said}`;
    };
    const mistake = requestErrorIn(query, protocol);
    if (mistake) {
      return void response.redirect(back({ error: 'invalid_request', error_description: mistake }));
    }
    const { code_challenge: codeChallenge = null, nonce } = query;
    const code = issue({ ...grantTo(client), codeChallenge, nonce });
    const link = (id: string, href: string) =>
      `<a id="${id}" href="${href.replaceAll('&', '&amp;')}">${id}</a>`;
    const agreed = link('agree', back({ code }));
    response.send(
      `${head}<title>${protocol.issuer}</title>${agreed} ${link('cancel', back(protocol.cancelled))}`,
    );
  });

  app.post(protocol.paths.token, (request, response) => {
    if (fails(identityProvider.faults.token, response)) return;
    const form = request.body as Record<string, string>;
    const client = clientOf({ ...form, ...credentialsOf(request.get('Authorization')) });
    if (!client || (!protocol.hasPkce && form.code_verifier !== undefined)) {
      return sendError(response, protocol.wrongClient);
    }
    if (form.grant_type !== 'authorization_code') {
      return sendError(response, {
        status: 400,
        error: 'unsupported_grant_type',
        error_description: 'Invalid',
      });
    }
    const grant = codes.get(form.code ?? '');
    codes.delete(form.code ?? '');
    if (grant?.client !== client || form.redirect_uri !== client.redirectUri || !verifiesPkce(form, grant)) {
      return sendError(response, protocol.wrongCode);
    }
    const token = randomUUID();
    tokens.set(token, grant);
    const issuedAt = Math.floor(Date.now() / 1000);
    response.json({
      access_token: token,
      expires_in: 3599,
      scope: protocol.scope,
      token_type: 'Bearer',
      id_token: signed({
        iss: protocol.hasDiscovery ? identityProvider.address : protocol.issuer,
        aud: client.id,
        iat: issuedAt,
        exp: issuedAt + 3600,
        nonce: grant.nonce,
        ...protocol.idToken(grant.person),
        ...identityProvider.idToken,
      }),
    });
  });

  app.get(protocol.paths.userInfo, (request, response) => {
    if (fails(identityProvider.faults.userInfo, response)) return;
    const grant = grantOf(/^Bearer (.+)$/.exec(request.get('Authorization') ?? '')?.[1] ?? '');
    if (!grant) {
      return sendError(response, {
        status: 401,
        error: 'invalid_token',
        error_description: 'Invalid Credentials',
      });
    }
    response.json(protocol.userInfo(grant.person));
  });

  app.all(protocol.paths.tokenInfo, (request, response) => {
    if (fails(identityProvider.faults.tokenInfo, response)) return;
    const sent = { ...request.query, ...request.body } as Record<string, string>;
    const { status = 200, body } = protocol.tokenInfo(sent, grantOf, clientOf);
    response.status(status).json({ ...body, ...identityProvider.tokenInfo });
  });

  app.get(protocol.paths.logout, (_request, response) => void response.send(`${head}signed out`));

  const clientOf = (form: Record<string, string>) =>
    clients.find(({ id, secret }) => id === form.client_id && secret === form.client_secret);

  const grantTo = (client: OAuthClient): Grant => ({
    client,
    person: { ...identityProvider.account },
    codeChallenge: null,
    nonce: undefined,
    expiresAt: Math.floor(Date.now() / 1000) + 3599,
  });

  function grantOf(token: string): Grant | undefined {
    const grant = tokens.get(token);
    return grant && grant.expiresAt * 1000 > Date.now() ? grant : undefined;
  }

  function issue(grant: Grant): string {
    const code = randomUUID();
    codes.set(code, grant);
    return code;
  }

  function fails(fault: Fault | undefined, response: Response): boolean {
    if (fault === 'silence') silent.push(response);
    if (fault === 'error') response.status(500).send('<h1>Server Error</h1>');
    if (fault === 'garbage') response.send('{"access_token": ');
    if (fault === 'emptiness') response.json({});
    return fault !== undefined;
  }

  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  const identityProvider: IdentityProvider = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account: { sub: '' },
    faults: {},
    idToken: {},
    tokenInfo: {},
    answerConsent: async (address, button) => {
      const page = await fetch(address, { redirect: 'manual' });
      const sentBack = page.headers.get('Location');
      if (sentBack) return sentBack;
      const text = await page.text();
      const link = new RegExp(`id="${button}" href="([^"]*)"`).exec(text);
      if (!link) throw new Error(`${address} answered ${page.status} ${text}`);
      return link[1]!.replaceAll('&amp;', '&');
    },
    issueCode: (client) => issue(grantTo(client)),
    issueToken: (client) => {
      const token = randomUUID();
      tokens.set(token, grantTo(client));
      return token;
    },
    expireTokens: () => {
      for (const grant of tokens.values()) grant.expiresAt = 1;
    },
    stop: async () => {
      for (const response of silent) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return identityProvider;
}

/** HTTP Basic (RFC 6749, section 2.3.1), whose parts are form-encoded. */
function credentialsOf(header: string | undefined): Record<string, string> {
  const [, encoded] = /^Basic (.+)$/.exec(header ?? '') ?? [];
  if (!encoded) return {};
  const [id, secret] = Buffer.from(encoded, 'base64').toString().split(':').map(decodeFormPart);
  return { client_id: id!, client_secret: secret! };
}

const decodeFormPart = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

function requestErrorIn(query: Record<string, string>, { hasPkce }: ProviderProtocol): string | null {
  if (query.response_type !== 'code') return 'response_type';
  if (!query.scope?.split(' ').includes('openid')) return 'scope';
  if (!hasPkce || query.code_challenge === undefined) return null;
  const isChallenge = query.code_challenge_method === 'S256' && /^[\w-]{43}$/.test(query.code_challenge);
  return isChallenge ? null : 'code_challenge';
}

function verifiesPkce(form: Record<string, string>, { codeChallenge }: Grant): boolean {
  if (codeChallenge === null) return form.code_verifier === undefined;
  return (
    createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url') === codeChallenge
  );
}

function sendError(response: Response, { status, ...body }: OAuthError): void {
  response.status(status).json(body);
}
