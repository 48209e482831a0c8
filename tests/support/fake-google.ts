import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Request, type Response } from 'express';
import type { CalendarTokens } from '@/app/integrations/calendar/port';
import { type Answer, errorBody } from './google-calendar/answer';
import { CalendarApi } from './google-calendar/calendar-api';
import type { FakeCalendar } from './google-calendar/fake-calendar';
import {
  type Consent,
  EVENTS_SCOPE,
  FAKE_GOOGLE_CLIENT,
  FakeOAuth,
  mistakeInConsent,
} from './google-calendar/fake-oauth';
import { type ApiCall, findCall, type MethodName, mistakeIn } from './google-calendar/validate';

/** A request to the API, by its method's name, or to an endpoint of OAuth. */
export type Action = MethodName | 'authorize' | 'token' | 'revoke';

/** How a request goes wrong. */
export type Fault =
  /** An error answer of the API (of OAuth, where `reason` is its error code). */
  | { status: number; reason?: string; retryAfter?: string }
  /** No answer ever. */
  | 'silence'
  /** The connection ends before anything is done. */
  | 'cut'
  /** Everything is done, then the connection ends without an answer. */
  | 'lost'
  /** An answer that is no JSON. */
  | 'garbage';

interface RecordedRequest {
  action: Action;
  /** Of the account whose token came along; empty without one. */
  email: string;
  query: URLSearchParams;
  body: unknown;
  ifMatch: string | undefined;
  /** Null when no answer went out. */
  status: number | null;
}

/** Google's OAuth and calendars on loopback, as the discovery document of the Calendar API v3 describes them. */
export interface FakeGoogle {
  url: string;
  /** The settings under which Celeste works with it. */
  env: Record<string, string>;
  /** Who is signed in at Google; a calendar named by `login_hint` comes first. */
  account: string;
  /** What the user does on the page of consent. */
  consent: Consent;
  /** Every request, oldest first. */
  requests: RecordedRequest[];
  /** What was wrong with requests, against the discovery document: empty where all is right. */
  mistakes: string[];
  /** Makes the calendar of an account when there is none. */
  calendarOf(email: string): FakeCalendar;
  /** Tokens as from a consent, without its pages. @param scope that the user allows; that of events unless given */
  grant(email: string, scope?: string): CalendarTokens;
  /** Access tokens that were given end; the refresh tokens stay. */
  expireAccess(email: string): void;
  /** The user ends the access at Google. */
  revokeAccess(email: string): void;
  /** Whether any refresh token of an account works. */
  hasAccess(email: string): boolean;
  /** The next `times` requests of a kind go wrong. */
  fail(action: Action | 'any', fault: Fault, times?: number): void;
  /** Asked about every request that `fail` leaves alone: null for one that goes well. */
  chaos: ((action: Action) => Fault | null) | null;
  /** Forgets all faults and requests. */
  calm(): void;
  close(): Promise<void>;
}

interface Work {
  action: Action;
  run(): Answer;
}

export async function startFakeGoogle(): Promise<FakeGoogle> {
  const oauth = new FakeOAuth();
  const api = new CalendarApi();
  const planned: { action: Action | 'any'; fault: Fault; left: number }[] = [];
  const silent: Response[] = [];

  const app = express();
  app.use(express.urlencoded({ extended: false }));
  app.use(express.json({ limit: '4mb', strict: false }));

  const answerBy = (workOf: (request: Request) => Work | null) => (request: Request, response: Response) => {
    const work = workOf(request);
    if (!work) {
      google.mistakes.push(`${request.method} ${request.path} is unknown`);
      send(response, { status: 404, body: errorBody(404, 'notFound') });
      return;
    }
    const record = toRecord(work.action, request, oauth.grantOf(bearerOf(request))?.email ?? '');
    google.requests.push(record);
    const fault = nextFault(work.action);
    if (fault === 'silence') silent.push(response);
    else if (fault === 'cut') response.destroy();
    else record.status = deliver(response, fault, answerUnder(fault, work));
  };

  function nextFault(action: Action): Fault | null {
    const plan = planned.find(({ action: on, left }) => left > 0 && (on === 'any' || on === action));
    if (!plan) return google.chaos?.(action) ?? null;
    plan.left -= 1;
    return plan.fault;
  }

  const authorize = (query: URLSearchParams): Answer => {
    const mistake = mistakeInConsent(query);
    if (mistake) return refuse(mistake);
    const hint = query.get('login_hint') ?? '';
    return oauth.authorize(query, api.has(hint) ? hint : google.account, google.consent);
  };

  const refuse = (mistake: string): Answer => {
    google.mistakes.push(mistake);
    return { status: 400, body: errorBody(400, 'invalid', mistake) };
  };

  const callApi = (call: ApiCall, request: Request): Answer => {
    const grant = oauth.grantOf(bearerOf(request));
    if (!grant) return { status: 401, body: errorBody(401, 'authError', 'Invalid Credentials') };
    if (!grant.scope.split(' ').includes(EVENTS_SCOPE)) {
      return { status: 403, body: errorBody(403, 'insufficientPermissions', 'Insufficient Permission') };
    }
    const query = queryOf(request);
    const body = bodyOf(request);
    const mistake = mistakeIn(call.name, query, body);
    if (mistake) return refuse(mistake);
    return api.answer({ ...call, email: grant.email, query, body, ifMatch: request.get('If-Match') });
  };

  app.get(
    '/o/oauth2/v2/auth',
    answerBy((request) => ({ action: 'authorize', run: () => authorize(queryOf(request)) })),
  );
  app.post(
    '/token',
    answerBy((request) => ({ action: 'token', run: () => oauth.token(formOf(request)) })),
  );
  app.post(
    '/revoke',
    answerBy((request) => {
      const token = queryOf(request).get('token') ?? formOf(request).token ?? '';
      return { action: 'revoke', run: () => oauth.revoke(token) };
    }),
  );
  app.use(
    '/calendar/v3',
    answerBy((request) => {
      const call = findCall(request.method, request.path.slice(1));
      return call && { action: call.name, run: () => callApi(call, request) };
    }),
  );
  app.use(answerBy(() => null));

  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const google: FakeGoogle = {
    url,
    env: {
      AUTH_GOOGLE_ID: FAKE_GOOGLE_CLIENT.id,
      AUTH_GOOGLE_SECRET: FAKE_GOOGLE_CLIENT.secret,
      GOOGLE_BASE_URL: url,
    },
    account: 'ana@example.com',
    consent: 'agree',
    requests: [],
    mistakes: [],
    chaos: null,
    calendarOf: (email) => api.calendarOf(email),
    grant(email, scope) {
      api.calendarOf(email);
      const grant = oauth.makeGrant(email, scope);
      const accessToken = oauth.makeAccess(grant);
      return { accessToken, refreshToken: grant.refreshToken, expiresAtMs: Date.now() + 3_599_000 };
    },
    expireAccess: (email) => oauth.endAccess((grant) => grant.email === email),
    revokeAccess(email) {
      for (const grant of oauth.grantsOf(email)) oauth.end(grant);
    },
    hasAccess: (email) => oauth.grantsOf(email).length > 0,
    fail: (action, fault, times = 1) => void planned.push({ action, fault, left: times }),
    calm() {
      planned.length = 0;
      google.requests.length = 0;
      google.chaos = null;
    },
    async close() {
      for (const response of silent) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return google;
}

const OAUTH_ACTIONS: readonly Action[] = ['authorize', 'token', 'revoke'];

function answerUnder(fault: Fault | null, { action, run }: Work): Answer {
  if (typeof fault !== 'object' || fault === null) return run();
  const { status, reason = 'backendError' } = fault;
  return { status, body: OAUTH_ACTIONS.includes(action) ? { error: reason } : errorBody(status, reason) };
}

/** @returns the status; null when no answer goes out */
function deliver(response: Response, fault: Fault | null, answer: Answer): number | null {
  if (fault === 'lost') {
    response.destroy();
    return null;
  }
  if (typeof fault === 'object' && fault?.retryAfter) response.set('Retry-After', fault.retryAfter);
  if (fault === 'garbage') response.type('json').send('{"kind": "calendar#');
  else send(response, answer);
  return answer.status;
}

function send(response: Response, { status, body, location }: Answer): void {
  if (location) response.redirect(status, location);
  else if (body === undefined) response.status(status).end();
  else response.status(status).json(body);
}

const bearerOf = (request: Request) => /^Bearer (.+)$/.exec(request.get('Authorization') ?? '')?.[1] ?? '';

const queryOf = (request: Request) => new URL(request.originalUrl, 'http://google').searchParams;

const formOf = (request: Request) => (request.body ?? {}) as Record<string, string>;

/** Express makes an empty object of no body. */
const bodyOf = (request: Request): unknown =>
  Number(request.get('Content-Length') ?? 0) > 0 ? (request.body as unknown) : undefined;

const toRecord = (action: Action, request: Request, email: string): RecordedRequest => ({
  action,
  email,
  query: queryOf(request),
  body: bodyOf(request),
  ifMatch: request.get('If-Match'),
  status: null,
});
