import { randomUUID } from 'node:crypto';
import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type HeadersFunction } from '@remix-run/node';
import type { z } from 'zod';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { translator } from '@/app/i18n/texts.server';
import { orStorageFull } from './full-disk.server';
import { languageOf } from './language.server';
import { assertSameOrigin } from './same-origin.server';

/** A form that failed: what was typed, and a message for each field, or under `form` for all of it. */
export interface FormProblem {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** What the messages speak of. */
  params: Record<string, string | number>;
}

/** Fields that broke their schema; thrown by readForm, answered by formAction. */
class InvalidFields extends Error {
  readonly codes: Record<string, AppErrorCode>;

  constructor(codes: Record<string, AppErrorCode>) {
    super('a form has invalid fields');
    this.codes = codes;
  }
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** The most a form without a file may weigh. */
const FORM_BYTES = 1024 * 1024;

const typed = new WeakMap<Request, Record<string, string>>();

/** The hidden field that makes a form count once. */
export const newSubmissionId = (): string => randomUUID();

/**
 * Wraps an action: refuses posts from elsewhere, and answers what the user caused with the same page, the
 * fitting status, what was typed and the messages.
 * @param assertOrigin throws AppError for a post from elsewhere
 */
export function formAction<T>(
  act: (args: ActionFunctionArgs) => Promise<T>,
  assertOrigin: (request: Request) => void = assertSameOrigin,
) {
  return async (args: ActionFunctionArgs) => {
    try {
      assertOrigin(args.request);
      return await act(args);
    } catch (thrown) {
      const error = orStorageFull(thrown);
      if (error instanceof InvalidFields) return problem(args.request, error.codes, 400);
      if (!(error instanceof AppError)) throw error;
      return problem(args.request, { [error.field ?? 'form']: error.code }, error.status, error.params);
    }
  };
}

/** As formAction, for an address without a page of its own: what was wrong shows in the status alone. */
export function bareAction(act: (args: ActionFunctionArgs) => Promise<Response>) {
  const answer = formAction(act);
  return async (args: ActionFunctionArgs): Promise<Response> => {
    const answered = await answer(args);
    return answered instanceof Response ? answered : new Response(null, answered.init ?? {});
  };
}

/** Lets a page carry the headers of its action's answer, such as Retry-After. */
export const formHeaders: HeadersFunction = ({ actionHeaders }) => actionHeaders;

/**
 * Reads a form's fields by their schema, whose messages are AppErrorCodes. Unknown fields are ignored.
 * Throws what formAction answers.
 */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  return parseFields(request, await readFields(request), schema);
}

type Intents = Record<string, z.ZodType<object>>;
type IntentForm<Schemas extends Intents> = {
  [Intent in keyof Schemas]: { intent: Intent } & z.output<Schemas[Intent]>;
}[keyof Schemas];

/** As readForm, for what an island sends as JSON, in at most `maxBytes`. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  maxBytes = FORM_BYTES,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(parseJson(await bodyText(request, 'application/json', maxBytes)));
  if (!parsed.success) throw new AppError('form.malformed');
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('form.malformed');
  }
}

/**
 * As readForm, on a page with several forms: the field `intent` names the one that was sent.
 * @param maxBytes where one of them holds more than forms do
 */
export async function readIntent<Schemas extends Intents>(
  request: Request,
  schemas: Schemas,
  maxBytes = FORM_BYTES,
): Promise<IntentForm<Schemas>> {
  const form = await readFields(request, maxBytes);
  const intent = String(form.get('intent'));
  const schema = Object.hasOwn(schemas, intent) ? schemas[intent] : undefined;
  if (!schema) throw new AppError('form.malformed');
  return { intent, ...parseFields(request, form, schema) } as IntentForm<Schemas>;
}

async function readFields(request: Request, maxBytes = FORM_BYTES): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(await bodyText(request, FORM_TYPE, maxBytes)))
    form.append(name, value);
  return form;
}

async function bodyText(request: Request, type: string, maxBytes: number): Promise<string> {
  if (!request.headers.get('Content-Type')?.startsWith(type) || !request.body)
    throw new AppError('form.malformed');
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AppError('form.malformed');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** As readForm, for fields that were read already. */
export function parseFields<Schema extends z.ZodType>(
  request: Request,
  form: FormData,
  schema: Schema,
): z.output<Schema> {
  const texts = [...form].filter((field): field is [string, string] => typeof field[1] === 'string');
  typed.set(request, Object.fromEntries(texts));
  const submission = parseWithZod(form, { schema });
  if (submission.status === 'success') return submission.value;
  const codes = Object.entries(submission.error ?? {}).map(([field, messages]) => [
    field === 'submissionId' ? 'form' : field,
    messages?.[0] ?? 'form.malformed',
  ]);
  throw new InvalidFields(Object.fromEntries(codes) as Record<string, AppErrorCode>);
}

async function problem(
  request: Request,
  codes: Record<string, AppErrorCode>,
  status: number,
  params: Record<string, string | number> = {},
) {
  const t = translator(await languageOf(request), 'errors');
  const errors = Object.fromEntries(Object.entries(codes).map(([field, code]) => [field, t(code, params)]));
  const headers = new Headers();
  if (status === 429) headers.set('Retry-After', String(params.seconds ?? 60));
  return data<FormProblem>({ values: typed.get(request) ?? {}, errors, params }, { status, headers });
}
