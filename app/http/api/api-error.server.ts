import { AppError, type AppErrorCode, type AppErrorParams } from '@/app/domain/errors';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import { isV1 } from './operation';

/** What an answer says of an error. */
export interface ApiFailure {
  status: number;
  code: AppErrorCode;
  params?: AppErrorParams;
  /** Messages by the name of the field, as the language has them. */
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Fields that v1 calls otherwise than forms, from which errors have the names. */
const V1_FIELDS: Partial<Record<AppErrorCode, string>> = {
  'meeting.assistant-there': 'url',
  'meeting.past': 'starts_at',
  'meeting.terms-required': 'accepts_terms',
  'meeting.too-far': 'starts_at',
};

export const failureOf = (error: AppError): ApiFailure => ({
  status: error.status,
  code: error.code,
  params: error.params,
});

/** The body of an error: `{message, code, errors}`, or problem+json (RFC 9457) below /v1. */
export function errorResponse(path: string, failure: ApiFailure, language: InterfaceLanguage): Response {
  const { status, code, params = {}, fields } = failure;
  const t = translator(language, 'errors');
  const message = t(code, params);
  const field = (isV1(path) && V1_FIELDS[code]) || new AppError(code).field;
  const errors = fields ?? (field ? { [field]: message } : {});
  const headers = new Headers({ 'Cache-Control': 'private, no-store', ...failure.headers });
  if (status === 429 && !headers.has('Retry-After')) headers.set('Retry-After', String(params.seconds ?? 60));
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer');
  headers.set('Content-Language', language);
  headers.set('Content-Type', isV1(path) ? 'application/problem+json' : 'application/json');
  const body = isV1(path)
    ? {
        type: `urn:celeste:error:${code}`,
        title: message,
        status,
        code,
        errors: Object.entries(errors).map(([name, detail]) => ({ field: name, detail })),
      }
    : { message, code, errors };
  return new Response(JSON.stringify(body), { status, headers });
}
