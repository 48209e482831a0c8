import type { z } from 'zod';
import type { TokenScope } from '@/app/domain/api/scopes';
import type { AppErrorCode } from '@/app/domain/errors';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import type { ApiCaller } from '@/app/services/api/api-user.server';
import type { LoadContext } from '../server/load-context.server';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: anyone, a token of a sign-in alone, or every token with the scope. */
export type Access = 'open' | 'sign-in' | TokenScope;

/** One call of an operation, after its token, parameters, query and body are checked. */
export interface Call<Query, Body> {
  params: Record<string, string>;
  query: Query;
  body: Body;
  /** Of the token's account, or as the request asks for it. */
  language: InterfaceLanguage;
  request: Request;
  context: LoadContext;
}

type Authenticated<A extends Access> = A extends 'open' ? { caller: null } : { caller: ApiCaller };

/** The type of an answer that is not JSON. */
export interface FileAnswer {
  contentTypes: string[];
  /** Parts can be asked for (`Range`), and another address may have it. */
  hasRanges?: boolean;
}

interface Description {
  /** Operation id in OpenAPI; its texts in the locales are `op.ID` and `op.ID.about`. */
  id: string;
  method: Method;
  /** Below /api, with `{name}` for parameters. */
  path: string;
  /** Group in the documentation. */
  tag: string;
  /** On success; 200 unless set. */
  status?: 200 | 201 | 202 | 204;
  /** The answer has a secret, which is stored nowhere: a repeated call is answered without it. */
  answersSecret?: boolean;
  /** Whether it may also be accepted with 202 and no content, such as a notification. */
  mayBeAccepted?: boolean;
  /** Of the wallet: exists only where minutes are sold. */
  isOfSales?: true;
  /** Bound of the body in bytes; a small form's unless set. */
  maxBodyBytes?: number;
  /** Whether the answer has a version as its ETag, or a change takes one in `If-Match`. */
  etag?: 'answered' | 'required';
  /** What a caller can cause, besides what every operation may answer. */
  errors?: AppErrorCode[];
  /** Shown in the documentation and run by a test. */
  example?: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
}

/** An operation whose types are no longer known: what the table holds. */
export interface Operation extends Description {
  access: Access;
  query: z.ZodObject | null;
  body: z.ZodType | null;
  answer: z.ZodType | FileAnswer | null;
  ownError: z.ZodType | null;
  /** @returns the answer as JSON, or a response of its own. @throws AppError */
  handle(call: Call<unknown, unknown> & { caller: ApiCaller | null }): Promise<unknown>;
}

/**
 * Describes one operation: what it takes, what it answers and who may call it, from which follow its checks, its
 * documentation and its tests.
 */
export function operation<
  A extends Access,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType | FileAnswer | null = null,
>(
  spec: Description & {
    access: A;
    query?: Query;
    body?: Body;
    answer?: Answer;
    /** What an error may be besides the usual one, where another protocol is spoken. */
    ownError?: z.ZodType;
    handle(
      call: Call<z.output<Query>, z.output<Body>> & Authenticated<A>,
    ): Promise<(Answer extends z.ZodType ? z.input<Answer> : null) | Response>;
  },
): Operation {
  return {
    ...spec,
    query: spec.query ?? null,
    body: spec.body ?? null,
    answer: spec.answer ?? null,
    ownError: spec.ownError ?? null,
    handle: spec.handle as unknown as Operation['handle'],
  };
}

/** The newer face answers errors as problem+json (RFC 9457). */
export const isV1 = (path: string): boolean => path.startsWith('/v1/');

/** Whether a repeated call may get the stored answer: those that make something, and hold neither token nor file. */
export const isRepeatable = ({ method, access, answer, answersSecret }: Operation): boolean =>
  method !== 'GET' &&
  !answersSecret &&
  access !== 'open' &&
  access !== 'sign-in' &&
  !(answer !== null && 'contentTypes' in answer);
