import { z } from 'zod';
import { settings } from '@/app/config/env.server';
import type { OpenApiDocument } from '@/app/domain/api/describe-operations';
import { TOKEN_SCOPES } from '@/app/domain/api/scopes';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { PRODUCT_NAME } from '@/app/domain/product';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import { isRepeatable, isV1, type Operation } from './operation';

type Json = Record<string, unknown>;

/** What every operation may answer besides its own errors. */
const COMMON_ERRORS: AppErrorCode[] = [
  'api.fields-invalid',
  'api.too-many',
  'api.failed',
  'api.unavailable',
  'form.too-slow',
  'storage.full',
];
const KEY_ERRORS: AppErrorCode[] = ['api.key-invalid', 'api.key-in-use', 'api.key-reused'];
const MATCH_ERRORS: AppErrorCode[] = ['api.version-required', 'api.version-outdated'];
const TOKEN_ERRORS: AppErrorCode[] = ['api.token-invalid', 'api.scope-missing'];

const documents = new WeakMap<Operation[], Map<InterfaceLanguage, Json>>();

/** The OpenAPI 3.1 document of a table of operations, made once of the very schemas that check their calls. */
export function openApiOf(operations: Operation[], language: InterfaceLanguage): Json {
  const made = documents.get(operations) ?? new Map<InterfaceLanguage, Json>();
  documents.set(operations, made);
  const document = made.get(language) ?? makeDocument(operations, language);
  made.set(language, document);
  return document;
}

/** The same document, for those who read its parts. */
export const readDocument = (operations: Operation[], language: InterfaceLanguage): OpenApiDocument =>
  openApiOf(operations, language) as unknown as OpenApiDocument;

function makeDocument(operations: Operation[], language: InterfaceLanguage): Json {
  const t = translator(language, 'api');
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    paths[operation.path] = { ...path, [operation.method.toLowerCase()]: describe(operation, t, components) };
  }
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return {
    openapi: '3.1.0',
    info: {
      title: t('title', { product: PRODUCT_NAME }),
      version: '1.0.0',
      description: t('about'),
      license: { name: t('license'), url: `${settings.publicUrl}/terms` },
    },
    servers: [{ url: `${settings.publicUrl}/api` }],
    tags: tags.map((name) => ({ name, description: t(`tag.${name}`) })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: t('bearer', { scopes: TOKEN_SCOPES.join(', ') }),
        },
      },
    },
  };
}

type Translate = ReturnType<typeof translator>;

function describe(operation: Operation, t: Translate, components: Json): Json {
  const { id, tag, access, body, example } = operation;
  const about = `op.${id}.about`;
  const described = t(about);
  return {
    operationId: id,
    tags: [tag],
    summary: t(`op.${id}`),
    ...(described !== about && { description: described }),
    security: access === 'open' ? [] : [{ bearer: access === 'sign-in' ? [] : [access] }],
    parameters: parametersOf(operation, t, components),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: jsonSchemaOf(body, 'input', components),
            ...(example?.body !== undefined && { example: example.body }),
          },
        },
      },
    }),
    responses: {
      ...successOf(operation, t, components),
      ...(operation.mayBeAccepted && { 202: { description: t('status.202') } }),
      ...errorsOf(operation, t, components),
    },
  };
}

function parametersOf(operation: Operation, t: Translate, components: Json): Json[] {
  const { path, query, example } = operation;
  const inHeader = headersOf(operation).map((name) => ({
    ...{ name, in: 'header', required: name === 'If-Match' },
    ...{ description: t(`header.${name}`), schema: { type: 'string' } },
    ...(name === 'If-Match' && { example: '*' }),
  }));
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true },
    schema: { type: 'string' },
    ...(example?.params?.[name!] !== undefined && { example: example.params[name!] }),
  }));
  if (!query) return [...inPath, ...inHeader];
  const { properties = {}, required = [] } = jsonSchemaOf(query, 'input', components) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: 'query', required: required.includes(name), schema },
    ...(example?.query?.[name] !== undefined && { example: exampleOf(example.query[name], schema) }),
  }));
  return [...inPath, ...inQuery, ...inHeader];
}

/** What stands in the address as text, as the type that it is read as. */
const exampleOf = (text: string, { type }: Json): string | number =>
  type === 'integer' || type === 'number' ? Number(text) : text;

const headersOf = (operation: Operation): string[] => [
  ...(operation.etag === 'answered' ? ['If-None-Match'] : []),
  ...(operation.etag === 'required' ? ['If-Match'] : []),
  ...(isRepeatable(operation) ? ['Idempotency-Key'] : []),
];

function successOf(operation: Operation, t: Translate, components: Json): Json {
  const { answer } = operation;
  const status = operation.status ?? (answer === null ? 204 : 200);
  const description = t(`status.${status}`);
  if (answer === null) return { [status]: { description } };
  if ('contentTypes' in answer) {
    const binary = { schema: { type: 'string', format: 'binary' } };
    const content = Object.fromEntries(
      answer.contentTypes.map((type) => [type, type === 'application/json' ? { schema: {} } : binary]),
    );
    const found = { [status]: { description, content } };
    return answer.hasRanges ? { ...found, ...rangesOf(content, t) } : found;
  }
  const schema = jsonSchemaOf(answer, 'output', components);
  const found = { description, content: { 'application/json': { schema } } };
  if (operation.etag !== 'answered') return { [status]: found };
  const headers = { ETag: { description: t('header.ETag'), schema: { type: 'string' } } };
  return { [status]: { ...found, headers }, 304: { description: t('status.304'), headers } };
}

const rangesOf = (content: Json, t: Translate): Json => ({
  206: { description: t('status.206'), content },
  302: { description: t('status.302') },
  416: { description: t('status.416') },
});

/** One response for each status, which lists its codes with their sentences. */
function errorsOf(operation: Operation, t: Translate, components: Json): Json {
  const { path, access, errors = [], body, etag, ownError } = operation;
  const codes = [
    ...errors,
    ...COMMON_ERRORS,
    ...(access === 'open' ? [] : TOKEN_ERRORS),
    ...(body ? (['api.body-not-json', 'api.body-too-large'] as const) : []),
    ...(path.includes('{') ? (['api.not-found'] as const) : []),
    ...(isRepeatable(operation) ? KEY_ERRORS : []),
    ...(etag === 'required' ? MATCH_ERRORS : []),
  ];
  const byStatus = new Map<number, AppErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = new AppError(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const [type, schema] = isV1(path) ? ['application/problem+json', 'Problem'] : ['application/json', 'Error'];
  components[schema!] = ERROR_SCHEMAS[schema!];
  const usual = { $ref: `#/components/schemas/${schema}` };
  const either = ownError ? { anyOf: [usual, jsonSchemaOf(ownError, 'output', components)] } : usual;
  return Object.fromEntries(
    [...byStatus].map(([status, listed]) => [
      status,
      {
        description: `${t('codes')} ${listed.map((code) => `\`${code}\``).join(', ')}`,
        content: { [type!]: { schema: either } },
      },
    ]),
  );
}

/** As OpenAPI 3.1 takes it: a schema with an id becomes a component. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const { $schema: _dialect, $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  for (const [name, definition] of Object.entries($defs)) components[name] = withReferences(definition);
  return withReferences(own) as Json;
}

function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'id' || typeof (value as Json).id !== 'string')
      .map(([name, inner]) => [
        name,
        name === '$ref' && typeof inner === 'string'
          ? inner.replace('#/$defs/', '#/components/schemas/')
          : withReferences(inner),
      ]),
  );
}

const text = { type: 'string' };
const ERROR_SCHEMAS: Json = {
  Error: {
    type: 'object',
    required: ['message', 'code', 'errors'],
    properties: {
      message: text,
      code: text,
      errors: { type: 'object', additionalProperties: text },
    },
    additionalProperties: false,
  },
  Problem: {
    type: 'object',
    required: ['type', 'title', 'status', 'code', 'errors'],
    properties: {
      type: text,
      title: text,
      status: { type: 'integer' },
      code: text,
      errors: {
        type: 'array',
        items: { type: 'object', required: ['field', 'detail'], properties: { field: text, detail: text } },
      },
    },
    additionalProperties: false,
  },
};
