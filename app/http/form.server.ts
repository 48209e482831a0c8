import { randomUUID } from 'node:crypto';
import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type HeadersFunction } from '@remix-run/node';
import { z } from 'zod';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { translator } from '@/app/i18n/texts.server';
import { parseBoundedJson } from './bounded-json';
import { orStorageFull } from './full-disk.server';
import { languageOf } from './language.server';
import { formBody } from './request-body.server';
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

/** What a body may hold: a route that takes more than most says so where it reads its form. */
export interface BodyBounds {
  maxBytes: number;
  /** Names and values, also those that nobody knows. */
  maxFields: number;
  /** What the person is told whose body weighs more. */
  tooLarge: AppErrorCode;
}

const PLAIN: BodyBounds = { maxBytes: 64 * 1024, maxFields: 200, tooLarge: 'form.too-large' };

/** The weight of a form with so many letters, each of which may arrive as nine bytes: `%E2%82%AC`. */
export const bytesFor = (letters: number) => PLAIN.maxBytes + 9 * letters;

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
  bounds: Partial<BodyBounds> = {},
): Promise<z.output<Schema>> {
  return parseFields(request, await readFields(request, { ...PLAIN, ...bounds }), schema);
}

type Intents = Record<string, z.ZodType<object>>;
type IntentForm<Schemas extends Intents> = {
  [Intent in keyof Schemas]: { intent: Intent } & z.output<Schemas[Intent]>;
}[keyof Schemas];

/** As readForm, for what an island sends as JSON. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  bounds: Partial<Omit<BodyBounds, 'maxFields'>> = {},
): Promise<z.output<Schema>> {
  const text = await bodyText(request, 'application/json', { ...PLAIN, ...bounds });
  const parsed = schema.safeParse(parseBoundedJson(text));
  if (!parsed.success) throw new AppError('form.malformed');
  return parsed.data;
}

/** As readForm, on a page with several forms: the field `intent` names the one that was sent. */
export async function readIntent<Schemas extends Intents>(
  request: Request,
  schemas: Schemas,
  bounds: Partial<BodyBounds> = {},
): Promise<IntentForm<Schemas>> {
  const form = await readFields(request, { ...PLAIN, ...bounds });
  const intent = String(form.get('intent'));
  const schema = Object.hasOwn(schemas, intent) ? schemas[intent] : undefined;
  if (!schema) throw new AppError('form.malformed');
  const fields = parseFields(request, form, schema, [...namesIn(schema), 'intent']);
  return { intent, ...fields } as IntentForm<Schemas>;
}

async function readFields(request: Request, bounds: BodyBounds): Promise<FormData> {
  const text = await bodyText(request, FORM_TYPE, bounds);
  if (text.split('&', bounds.maxFields + 1).length > bounds.maxFields) throw new AppError('form.malformed');
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}

/** @throws AppError 'form.malformed' for a body of another type, and what the bounds say for one that weighs too much */
async function bodyText(
  request: Request,
  type: string,
  { maxBytes, tooLarge }: Omit<BodyBounds, 'maxFields'>,
): Promise<string> {
  if (!request.headers.get('Content-Type')?.startsWith(type) || !request.body)
    throw new AppError('form.malformed');
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw new AppError(tooLarge);
  let bytes = 0;
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of formBody(request) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AppError(tooLarge);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The fields that a form's schema knows. */
function namesIn(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodPipe) return namesIn(schema.in);
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  throw new Error('the schema of a form is not one of fields');
}

/**
 * As readForm, for fields that were read already.
 * @param names of the fields that count; whatever else was sent costs nothing, and is not shown again
 */
export function parseFields<Schema extends z.ZodType>(
  request: Request,
  form: FormData,
  schema: Schema,
  names = namesIn(schema),
): z.output<Schema> {
  const known = new FormData();
  for (const name of names) {
    for (const value of form.getAll(name)) if (typeof value === 'string') known.append(name, value);
  }
  typed.set(request, Object.fromEntries(known as Iterable<[string, string]>));
  const submission = parseWithZod(known, { schema });
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
