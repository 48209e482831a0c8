import { curlOf, type ExampleCall } from './curl';

/** The parts of a JSON schema that the documentation tells. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema | boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

type Content = Record<string, { schema: Schema; example?: unknown }>;

interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters: {
    name: string;
    in: 'path' | 'query' | 'header';
    required: boolean;
    description?: string;
    schema: Schema;
    example?: string;
  }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

/** The parts of an OpenAPI document that the documentation tells. */
export interface OpenApiDocument {
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** One field of a body, of an answer or of a type; `name` is the way to it, such as `items[].id`. */
export interface DescribedField {
  name: string;
  type: string;
  isRequired: boolean;
}

export interface DescribedParameter extends DescribedField {
  about: string | null;
  in: 'path' | 'query' | 'header';
}

export interface DescribedOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  about: string | null;
  /** 'open', 'sign-in' or the scope that a token needs. */
  access: string;
  parameters: DescribedParameter[];
  body: DescribedField[];
  answer: { status: string; description: string; contentTypes: string[]; fields: DescribedField[] };
  errors: { status: string; description: string }[];
  curl: string;
}

export interface DescribedTag {
  name: string;
  title: string;
  /** What its operations do. */
  summaries: string[];
}

export interface DescribedType {
  name: string;
  fields: DescribedField[];
}

/** All operations by their tag, in the order of the document. */
export const describeTags = (document: OpenApiDocument): DescribedTag[] =>
  document.tags.map(({ name, description }) => ({
    name,
    title: description,
    summaries: operationsOf(document, name).map(({ operation }) => operation.summary),
  }));

/** Everything about the operations of one tag, and the types that they name; null for an unknown tag. */
export function describeTag(
  document: OpenApiDocument,
  tag: string,
): { title: string; operations: DescribedOperation[]; types: DescribedType[] } | null {
  const known = document.tags.find(({ name }) => name === tag);
  if (!known) return null;
  const { schemas } = document.components;
  const named = new Set<string>();
  const fieldsOf = (schema: Schema) => describeFields(resolved(schema, schemas), named);
  const address = document.servers[0]!.url;
  const operations = operationsOf(document, tag).map(({ method, path, operation }) => ({
    ...{ id: operation.operationId, method, path, summary: operation.summary },
    about: operation.description ?? null,
    access: accessOf(operation),
    parameters: operation.parameters.map(({ name, in: place, required, description, schema }) => ({
      ...{ name, in: place, isRequired: required, type: typeOf(schema, named), about: description ?? null },
    })),
    body: Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema)),
    ...answersOf(operation, fieldsOf),
    curl: curlOf(exampleOf({ method, path, operation }), address),
  }));
  return { title: known.description, operations, types: describeTypes(named, schemas) };
}

interface FoundOperation {
  method: string;
  path: string;
  operation: OpenApiOperation;
}

const operationsOf = ({ paths }: OpenApiDocument, tag: string): FoundOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

function accessOf({ security }: OpenApiOperation): string {
  const [needed] = security;
  return needed ? (Object.values(needed)[0]?.[0] ?? 'sign-in') : 'open';
}

function answersOf({ responses }: OpenApiOperation, fieldsOf: (schema: Schema) => DescribedField[]) {
  const all = Object.entries(responses).map(([status, response]) => ({ status, ...response }));
  const { status, description, content = {} } = all.find((answer) => Number(answer.status) < 300)!;
  const fields = Object.entries(content).flatMap(([type, { schema }]) =>
    type === 'application/json' ? fieldsOf(schema) : [],
  );
  const answer = { status, description, contentTypes: Object.keys(content), fields };
  const errors = all
    .filter((error) => Number(error.status) >= 400)
    .map((error) => ({ status: error.status, description: error.description }));
  return { answer, errors };
}

function exampleOf({ method, path, operation }: FoundOperation): ExampleCall {
  const { parameters, requestBody } = operation;
  const examples = (place: string) =>
    Object.fromEntries(
      parameters.flatMap((given) =>
        given.in === place && given.example !== undefined ? [[given.name, String(given.example)]] : [],
      ),
    );
  const body = requestBody?.content['application/json']?.example;
  const example = {
    ...{ params: examples('path'), query: examples('query'), headers: examples('header') },
    ...(body !== undefined && { body }),
  };
  return { method, path, access: accessOf(operation), example };
}

const nameOf = (reference: string) => reference.split('/').at(-1)!;

/** A named type stands for its fields once; inside of others it stays a name, so that types may hold themselves. */
function resolved(schema: Schema, schemas: Record<string, Schema>): Schema {
  return schema.$ref ? (schemas[nameOf(schema.$ref)] ?? schema) : schema;
}

/** The types that are named, and those that they name. */
function describeTypes(named: Set<string>, schemas: Record<string, Schema>): DescribedType[] {
  const types: DescribedType[] = [];
  // A set that grows while it is read gives its new members too.
  for (const name of named) types.push({ name, fields: describeFields(schemas[name] ?? {}, named) });
  return types;
}

/** Fields of nested objects stand on lines of their own. What has no fields is one line without a name. */
function describeFields(schema: Schema, named: Set<string>, way = ''): DescribedField[] {
  const { properties, required = [] } = schema;
  if (!properties) {
    const inner = innerOf(schema);
    if (inner) return describeFields(inner.schema, named, way + inner.way);
    return way ? [] : [{ name: '', type: typeOf(schema, named), isRequired: true }];
  }
  return Object.entries(properties).flatMap(([name, property]) => {
    const full = way ? `${way}.${name}` : name;
    const line = { name: full, type: typeOf(property, named), isRequired: required.includes(name) };
    return [line, ...describeFields(property, named, full)];
  });
}

/** The object that a list, a record or a choice with null holds. */
function innerOf(schema: Schema): { schema: Schema; way: string } | null {
  if (typeof schema.items === 'object') return holder(schema.items, '[]');
  if (typeof schema.additionalProperties === 'object') return holder(schema.additionalProperties, '.*');
  const choices = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  return choices.length === 1 ? holder(choices[0]!, '') : null;
}

const holder = (schema: Schema, way: string) =>
  schema.properties || innerOf(schema) ? { schema, way } : null;

function typeOf(schema: Schema, named: Set<string>): string {
  if (schema.$ref) {
    named.add(nameOf(schema.$ref));
    return nameOf(schema.$ref);
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, named)))].join(' | ');
  if (typeof schema.items === 'object') return `${grouped(typeOf(schema.items, named))}[]`;
  const types = [schema.type ?? 'any'].flat().join(' | ');
  const details = detailsOf(schema);
  return details.length > 0 ? `${types} (${details.join(', ')})` : types;
}

/** The format of a text, the bounds of a number unless they are those of its type, and what holds in its absence. */
function detailsOf({ format, minimum, maximum, default: usual }: Schema): string[] {
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return [
    ...(format && !/^(binary|int\d+)$/.test(format) ? [format] : []),
    ...(isBounded ? [`${minimum}–${maximum}`] : []),
    ...(usual === undefined ? [] : [`= ${JSON.stringify(usual)}`]),
  ];
}

const grouped = (type: string) => (type.includes(' | ') ? `(${type})` : type);
