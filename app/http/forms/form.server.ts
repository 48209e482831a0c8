import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type HeadersFunction } from '@remix-run/node';
import { z } from 'zod';
import { AppError, type AppErrorCode, isAppErrorCode } from '@/app/domain/errors';
import type { FormProblem } from '@/app/domain/form-problem';
import { translator } from '@/app/i18n/texts.server';
import { languageOf } from '../headers/language.server';
import { parseBoundedJson } from './bounded-json';
import { FormFailure, logBug, orFailure } from './form-failure.server';
import { mapDiskFull } from './full-disk.server';
import { InvalidFields } from './invalid-fields';
import { readBodyText } from './request-body.server';
import { assertSameOrigin } from './same-origin.server';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Limits on a request body. A route that accepts more overrides them where it reads its form. */
export interface BodyBounds {
  maxBytes: number;
  /** Number of name and value pairs, unknown names included. */
  maxFields: number;
  tooLarge: AppErrorCode;
}

const DEFAULT_BOUNDS: BodyBounds = { maxBytes: 64 * 1024, maxFields: 200, tooLarge: 'form.too-large' };

/** Body limit for a form with so many characters, each of which may take nine bytes: `%E2%82%AC`. */
export const formBytesFor = (characters: number) => DEFAULT_BOUNDS.maxBytes + 9 * characters;

const typedFields = new WeakMap<Request, FormData>();

/** Checks for CSRF, and turns an AppError into the same page with the typed values and the messages. */
export function formAction<T>(
  act: (args: ActionFunctionArgs) => Promise<T>,
  assertOrigin: (request: Request) => void = assertSameOrigin,
) {
  return async (args: ActionFunctionArgs) => {
    try {
      assertOrigin(args.request);
      return await act(args);
    } catch (thrown) {
      const error = mapDiskFull(thrown);
      if (error instanceof InvalidFields) return problemResponse(args.request, error.codes, 400);
      if (!(error instanceof AppError)) throw error;
      if (error instanceof FormFailure) logBug(error.cause, args);
      if (isAboutAddress(error, args)) throw new Response(null, { status: 404 });
      return problemResponse(
        args.request,
        { [error.field ?? 'form']: error.code },
        error.status,
        error.params,
      );
    }
  };
}

/** Whether the thing that the URL names does not exist, or belongs to somebody else: the page is a 404 then. */
const isAboutAddress = ({ status }: AppError, { params }: ActionFunctionArgs) =>
  status === 404 && params.publicId !== undefined;

/** Like formAction, for a resource route without a page: an error is reported by its status alone. */
export function bareAction(act: (args: ActionFunctionArgs) => Promise<Response>) {
  const answer = formAction(act);
  return async (args: ActionFunctionArgs): Promise<Response> => {
    const answered = await answer(args);
    return answered instanceof Response ? answered : new Response(null, answered.init ?? {});
  };
}

/** Copies the action's headers to the page, such as Retry-After. */
export const formHeaders: HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** Parses a urlencoded form; unknown fields are ignored. Its errors are those that formAction handles. */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  bounds: Partial<BodyBounds> = {},
): Promise<z.output<Schema>> {
  return parseFields(request, await readFields(request, { ...DEFAULT_BOUNDS, ...bounds }), schema);
}

/** Like readForm, for JSON from an island. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  bounds: Partial<Omit<BodyBounds, 'maxFields'>> = {},
): Promise<z.output<Schema>> {
  const text = await bodyText(request, 'application/json', { ...DEFAULT_BOUNDS, ...bounds });
  const parsed = schema.safeParse(parseBoundedJson(text));
  if (!parsed.success) throw new AppError('form.malformed');
  return parsed.data;
}

/**
 * A form's schema and its handler, which gets the parsed fields and the context of the request; `failure` is the
 * message in place of the error page, for an error that nobody expects.
 */
type FormHandler<Schema extends z.ZodType, Context> = readonly [
  schema: Schema,
  handle: (form: z.output<Schema>, context: Context) => unknown,
  failure?: AppErrorCode,
];

/** An action for a page with one form. `contextOf` runs before the body is read: who asks, and about what. */
export function onForm<Context, Schema extends z.ZodType>(
  contextOf: (args: ActionFunctionArgs) => Promise<Context>,
  [schema, handle, failure]: FormHandler<Schema, Context>,
  bounds: Partial<BodyBounds> = {},
) {
  return async (args: ActionFunctionArgs) => {
    const context = await contextOf(args);
    const form = await readForm(args.request, schema, bounds);
    return orFailure(failure, async () => handle(form, context));
  };
}

/** Like onForm, for a page with several forms: the field `intent` names the one that was sent. */
export function onIntent<Context, Schemas extends Record<string, z.ZodType>>(
  contextOf: (args: ActionFunctionArgs) => Promise<Context>,
  handlers: { [Intent in keyof Schemas]: FormHandler<Schemas[Intent], Context> },
  bounds: Partial<BodyBounds> = {},
) {
  return async ({ request, ...args }: ActionFunctionArgs) => {
    const context = await contextOf({ request, ...args });
    const form = await readFields(request, { ...DEFAULT_BOUNDS, ...bounds });
    const intent = String(form.get('intent'));
    if (!Object.hasOwn(handlers, intent)) throw new AppError('form.malformed');
    const [schema, handle, failure] = handlers[intent]!;
    const fields = parseFields(request, form, schema);
    return orFailure(failure, async () => handle(fields, context));
  };
}

async function readFields(request: Request, bounds: BodyBounds): Promise<FormData> {
  const text = await bodyText(request, FORM_TYPE, bounds);
  if (text.split('&', bounds.maxFields + 1).length > bounds.maxFields) throw new AppError('form.malformed');
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}

/** @throws AppError 'form.malformed' for another content type, `tooLarge` for a body over `maxBytes` */
async function bodyText(
  request: Request,
  type: string,
  { maxBytes, tooLarge }: Omit<BodyBounds, 'maxFields'>,
): Promise<string> {
  if (!request.headers.get('Content-Type')?.startsWith(type) || !request.body)
    throw new AppError('form.malformed');
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw new AppError(tooLarge);
  return readBodyText(request, { maxBytes, tooLarge });
}

function fieldsOf(schema: z.core.$ZodType): Record<string, z.core.$ZodType> {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  if (schema instanceof z.ZodObject) return schema.shape;
  throw new Error('the schema of a form is not one of fields');
}

/** Whether a field may be sent several times. */
function isList(field: z.core.$ZodType): boolean {
  if (field instanceof z.ZodPipe) return isList(field.in);
  if (field instanceof z.ZodDefault || field instanceof z.ZodOptional) return isList(field.unwrap());
  return field instanceof z.ZodArray;
}

/**
 * Validates fields that are already read; unknown ones are not shown again.
 * @throws InvalidFields; AppError 'form.malformed' for a field that is sent more often than the form has it
 */
export function parseFields<Schema extends z.ZodType>(
  request: Request,
  form: FormData,
  schema: Schema,
): z.output<Schema> {
  const known = new FormData();
  let isRepeated = false;
  for (const [name, field] of Object.entries({ ...fieldsOf(schema), intent: z.string() })) {
    const values = form.getAll(name).filter((value) => typeof value === 'string');
    for (const value of values) known.append(name, value);
    isRepeated ||= values.length > 1 && !isList(field);
  }
  typedFields.set(request, known);
  if (isRepeated) throw new AppError('form.malformed');
  const submission = parseWithZod(known, { schema });
  if (submission.status === 'success') return submission.value;
  const codes = Object.entries(submission.error ?? {}).map(([field, messages]): [string, AppErrorCode] => {
    const message = messages?.[0];
    // A schema without a sentence of its own speaks English.
    return [field === 'submissionId' ? 'form' : field, isAppErrorCode(message) ? message : 'form.malformed'];
  });
  throw new InvalidFields(Object.fromEntries(codes));
}

async function problemResponse(
  request: Request,
  codes: Record<string, AppErrorCode>,
  status: number,
  params: Record<string, string | number> = {},
) {
  const t = translator(await languageOf(request), 'errors');
  const errors = Object.fromEntries(Object.entries(codes).map(([field, code]) => [field, t(code, params)]));
  const headers = new Headers();
  if (status === 429) headers.set('Retry-After', String(params.seconds ?? 60));
  const typed = typedFields.get(request) ?? new FormData();
  const values = Object.fromEntries(typed as Iterable<[string, string]>);
  const lists = Object.fromEntries(Object.keys(values).map((name) => [name, typed.getAll(name).map(String)]));
  return data<FormProblem>({ values, lists, errors, params }, { status, headers });
}
