import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { log } from '@/app/config/log.server';
import { isDiskFull } from '@/app/domain/disk-full';
import { AppError, isAppErrorCode } from '@/app/domain/errors';
import { networksOf } from '@/app/domain/network';
import { DEFAULT_LANGUAGE, type InterfaceLanguage, isInterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import { isFlagOn } from '@/app/services/admin/flags.server';
import { answerOnce, type KeyedCall } from '@/app/services/api/answer-once.server';
import type { ApiCaller } from '@/app/services/api/api-user.server';
import { findCaller } from '@/app/services/api/find-caller.server';
import { parseBoundedJson } from '../forms/bounded-json';
import { mapDiskFull } from '../forms/full-disk.server';
import { readBodyText } from '../forms/request-body.server';
import { bearerTokenOf } from '../headers/bearer-token';
import type { LoadContext, Rejection } from '../server/load-context.server';
import { isOutage, OUTAGE_RETRY_SECONDS } from '../server/outage.server';
import { type ApiFailure, errorResponse, failureOf } from './api-error.server';
import { describeIssue } from './describe-issue';
import { idempotencyKeyOf } from './idempotency-key';
import { jsonAnswer } from './json-answer';
import { createOperationTable, type MatchedOperation } from './match-operation';
import { isRepeatable, isV1, type Operation } from './operation';
import { createRateLimiter, type RateState, rateHeaders } from './rate-limit.server';

const DEFAULT_BODY_BYTES = 64 * 1024;

/** What the server shows in place of any path; see showInstead. */
const MAINTENANCE_PATH = '/maintenance';
const INSTEAD_PATHS = ['/outage', '/refused', MAINTENANCE_PATH];

const perToken = createRateLimiter({ most: 600, seconds: 60 });
/** Calls without a token, and those whose token opens nothing. */
const perNetwork = createRateLimiter({ most: 120, seconds: 60 });

/** An error whose messages belong to fields. */
class InvalidCall extends Error {
  constructor(readonly issues: z.core.$ZodIssue[]) {
    super('the call is invalid');
  }
}

/**
 * Answers every path below /api by the table of operations. The token of the header `Authorization` is all that
 * counts: cookies are never read, so that no page can call in the name of whoever is signed in.
 */
export function createApi(operations: Operation[]): (args: ActionFunctionArgs) => Promise<Response> {
  const table = createOperationTable(operations);
  return async ({ request: seen, context: loadContext }) => {
    const context = loadContext as unknown as LoadContext;
    const request = new Request(new URL(context.called!, seen.url), seen);
    const path = new URL(request.url).pathname.replace(/^\/api/, '');
    const state: CallState = { language: askedLanguage(request) ?? DEFAULT_LANGUAGE, rate: null };
    const answer = async () => {
      const instead = await failureInstead(path, context);
      if (instead) return errorResponse(path, instead, state.language);
      const caller = await admit(request, context, state);
      const matched = table.match(request.method === 'HEAD' ? 'GET' : request.method, path);
      if (!matched) return errorResponse(path, unmatched(table.methodsOf(path)), state.language);
      assertAccess(matched.operation, request, caller);
      return run(matched, { request, context, caller, language: state.language });
    };
    const response = await answer().catch((error: unknown) =>
      errorResponse(path, describeFailure(error, state.language, context), state.language),
    );
    return withRateHeaders(response, path, state);
  };
}

/** What becomes known of a call before it is carried out, and is part of every answer. */
interface CallState {
  language: InterfaceLanguage;
  rate: RateState | null;
}

/** Finds out who calls, and counts the call. @throws AppError 'api.too-many' */
async function admit(request: Request, context: LoadContext, state: CallState): Promise<ApiCaller | null> {
  const caller = await callerOf(request);
  if (caller) state.language = askedLanguage(request) ?? ownLanguage(caller) ?? state.language;
  state.rate = caller ? perToken(caller.key) : perNetwork(networksOf(context.address ?? '').narrow);
  if (state.rate.isOver) throw new AppError('api.too-many', { seconds: state.rate.reset });
  return caller;
}

/** The language that the request asks for, of those that the interface has. */
function askedLanguage(request: Request): InterfaceLanguage | null {
  const asked = /^\s*([a-z]{2})/i.exec(request.headers.get('Accept-Language') ?? '')?.[1]?.toLowerCase();
  return isInterfaceLanguage(asked) ? asked : null;
}

const ownLanguage = ({ user: { language } }: ApiCaller): InterfaceLanguage | null =>
  isInterfaceLanguage(language) ? language : null;

/** During an outage or maintenance, and when no process could take the request. */
async function failureInstead(asked: string, context: LoadContext): Promise<ApiFailure | null> {
  const path = asked.replace(/^\/v1/, '');
  if (!INSTEAD_PATHS.includes(path)) return null;
  const retry = (seconds: number) => ({ headers: { 'Retry-After': String(seconds) } });
  if (context.isOutage) return { status: 503, code: 'api.unavailable', ...retry(OUTAGE_RETRY_SECONDS) };
  if (context.refusal) return rejectionOf(context.refusal);
  const isClosed = path === MAINTENANCE_PATH && (await isFlagOn('maintenance'));
  return isClosed ? { status: 503, code: 'api.maintenance', ...retry(300) } : null;
}

/** Why no process took the request. */
function rejectionOf({ status, retrySeconds = 10 }: Rejection): ApiFailure {
  if (status === 413) return { status, code: 'api.body-too-large' };
  if (status === 408) return { status, code: 'form.too-slow' };
  const headers = { 'Retry-After': String(retrySeconds) };
  if (status === 429) return { status, code: 'api.too-many', params: { seconds: retrySeconds }, headers };
  return { status: 503, code: 'api.unavailable', headers };
}

async function callerOf(request: Request): Promise<ApiCaller | null> {
  const token = bearerTokenOf(request.headers.get('Authorization'));
  return token ? findCaller(token) : null;
}

function unmatched(methods: string[]): ApiFailure {
  if (methods.length === 0) return { status: 404, code: 'api.unknown-path' };
  return { status: 405, code: 'api.unknown-method', headers: { Allow: methods.join(', ') } };
}

/** @throws AppError 'api.token-required', 'api.token-invalid', 'api.scope-missing', 'api.sign-in-required' */
function assertAccess({ access }: Operation, request: Request, caller: ApiCaller | null): void {
  if (access === 'open') return;
  if (!caller)
    throw new AppError(request.headers.has('Authorization') ? 'api.token-invalid' : 'api.token-required');
  if (access === 'sign-in') {
    if (caller.sessionId === null) throw new AppError('api.sign-in-required');
  } else if (!caller.scopes.includes(access)) throw new AppError('api.scope-missing', { scope: access });
}

interface Circumstances {
  request: Request;
  context: LoadContext;
  caller: ApiCaller | null;
  language: InterfaceLanguage;
}

async function run(
  { operation, params }: MatchedOperation<Operation>,
  circumstances: Circumstances,
): Promise<Response> {
  const { request, language } = circumstances;
  const query = parse(operation.query ?? z.object({}), queryOf(request), language);
  const text = operation.body ? await readBody(request, operation) : '';
  const body = operation.body && parse(operation.body, parseBody(request, text), language);
  const caller = operation.access === 'open' ? null : circumstances.caller;
  const handle = async () =>
    responseOf(operation, await operation.handle({ ...circumstances, caller, params, query, body }));
  const key = caller && isRepeatable(operation) ? idempotencyKeyOf(request) : null;
  return key
    ? answerOnceFor({ userId: caller!.user.id, key, content: contentOf(request, text) }, handle)
    : handle();
}

const contentOf = ({ method, url }: Request, text: string) =>
  [method, new URL(url).pathname, text].join('\n');

async function answerOnceFor(call: KeyedCall, handle: () => Promise<Response>): Promise<Response> {
  const { status, headers, body } = await answerOnce(call, async () => {
    const response = await handle();
    const text = response.body ? await new Response(response.body).text() : null;
    return { status: response.status, headers: Object.fromEntries(response.headers), body: text };
  });
  return new Response(body, { status, headers });
}

function responseOf(operation: Operation, answer: unknown): Response {
  if (answer instanceof Response) return answer;
  const status = operation.status ?? (operation.answer === null ? 204 : 200);
  return answer === null || answer === undefined
    ? new Response(null, { status, headers: { 'Cache-Control': 'private, no-store' } })
    : jsonAnswer(JSON.stringify(answer), { status });
}

/** @throws InvalidCall for a repeated name, which could be read in two ways, and for a byte of zero, which nothing has */
function queryOf(request: Request): Record<string, string> {
  const { searchParams } = new URL(request.url);
  const query: Record<string, string> = {};
  for (const [name, value] of searchParams) {
    if (Object.hasOwn(query, name) || value.includes('\0'))
      throw new InvalidCall([{ code: 'custom', path: [name], message: 'form.malformed', input: value }]);
    query[name] = value;
  }
  return query;
}

function parse(schema: z.ZodType, value: unknown, language: InterfaceLanguage): unknown {
  const t = translator(language, 'api');
  const parsed = schema.safeParse(value, { error: (issue) => describeIssue(issue, t) });
  if (!parsed.success) throw new InvalidCall(parsed.error.issues);
  return parsed.data;
}

const isJson = (request: Request) =>
  /^application\/([\w.-]+\+)?json\b/i.test(request.headers.get('Content-Type') ?? '');

/** @throws AppError 'api.body-not-json' for another type, however large; 'api.body-too-large', 'form.too-slow' */
async function readBody(request: Request, { maxBodyBytes }: Operation): Promise<string> {
  const isOther = request.headers.has('Content-Type') && !isJson(request);
  if (isOther && request.body && request.headers.get('Content-Length') !== '0')
    throw new AppError('api.body-not-json');
  const bounds = { maxBytes: maxBodyBytes ?? DEFAULT_BODY_BYTES, tooLarge: 'api.body-too-large' } as const;
  if (Number(request.headers.get('Content-Length') ?? 0) > bounds.maxBytes)
    throw new AppError(bounds.tooLarge);
  return request.body ? readBodyText(request, bounds) : '';
}

/** An absent body is an empty object, so that a missing field is named. @throws AppError 'api.body-not-json' */
function parseBody(request: Request, text: string): unknown {
  if (text === '') return {};
  if (!isJson(request)) throw new AppError('api.body-not-json');
  try {
    return parseBoundedJson(text);
  } catch {
    throw new AppError('api.body-not-json');
  }
}

function describeFailure(thrown: unknown, language: InterfaceLanguage, context: LoadContext): ApiFailure {
  if (thrown instanceof InvalidCall) {
    return { status: 400, code: 'api.fields-invalid', fields: fieldsOf(thrown, language) };
  }
  const error = mapDiskFull(thrown);
  if (error instanceof AppError) return failureOf(error);
  if (isOutage(error)) {
    const headers = { 'Retry-After': String(OUTAGE_RETRY_SECONDS) };
    return { status: 503, code: 'api.unavailable', headers };
  }
  if (thrown instanceof Response && thrown.status === 404) return { status: 404, code: 'api.not-found' };
  log.error(
    { error, requestId: context.requestId, isDiskFull: isDiskFull(error) },
    'a call of the API failed',
  );
  return { status: 500, code: 'api.failed' };
}

/** The first message of each field; that of the whole body is named 'body'. */
function fieldsOf({ issues }: InvalidCall, language: InterfaceLanguage): Record<string, string> {
  const t = translator(language, 'errors');
  const ofField = translator(language, 'api');
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const field = issue.path.join('.') || 'body';
    fields[field] ??= messageOf(issue.message) ?? describeIssue(issue, ofField);
  }
  return fields;

  function messageOf(message: string): string | null {
    // Said of forms, which have no fields that somebody wrote.
    if (message === 'form.malformed') return null;
    return isAppErrorCode(message) ? t(message) : message;
  }
}

function withRateHeaders(response: Response, path: string, { rate }: CallState): Response {
  if (!rate || !(isV1(path) || rate.isOver)) return response;
  for (const [name, value] of Object.entries(rateHeaders(rate))) response.headers.set(name, value);
  return response;
}
