import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

export type JsonSchema = Record<string, unknown>;

/** The parts of an OpenAPI document that these checks read. */
export interface DescribedApi {
  paths: Record<string, Record<string, DescribedCall>>;
  components: { schemas: Record<string, JsonSchema> };
}

export interface DescribedCall {
  operationId: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

/** A call as it was made and answered; `path` is below /api, without its query. */
export interface Exchange {
  method: string;
  path: string;
  sent: unknown;
  status: number;
  /** Media type of the answer. */
  type: string;
  /** Parsed JSON, or the text of any other type. */
  parsed: unknown;
}

const descriptions = new Map<string, Promise<DescribedApi>>();

/** The description that a running Celeste serves. */
export function describedApi(address: string): Promise<DescribedApi> {
  const known = descriptions.get(address) ?? fetchDescription(address);
  descriptions.set(address, known);
  return known;
}

async function fetchDescription(address: string): Promise<DescribedApi> {
  return (await (await fetch(`${address}/api/openapi.json`)).json()) as DescribedApi;
}

/**
 * What of a call and its answer is not as described; null where all is. A body that was accepted must follow the
 * description, and so must every answer.
 */
export function mistakeOf(description: DescribedApi, exchange: Exchange): string | null {
  const { method, path, sent, status, type, parsed } = exchange;
  const call = `${method} ${path} ${status}`;
  const operation = operationOf(description, method, path);
  // Unknown addresses and methods are not described.
  if (!operation) return [404, 405, 429].includes(status) ? null : `${call} is no operation`;
  const answer = operation.responses[status];
  if (!answer) return `${call} is not described: ${JSON.stringify(parsed).slice(0, 500)}`;
  const wrong = answerMistake(description, answer, { type, parsed });
  if (wrong) return `${call}: ${wrong}`;
  const body = operation.requestBody?.content['application/json'];
  const isTaken = status < 300 && body !== undefined;
  const wrongBody = isTaken && schemaMistake(description, body.schema, sent ?? {});
  return wrongBody ? `the body of ${call}: ${wrongBody}` : null;
}

function answerMistake(
  description: DescribedApi,
  { content }: DescribedCall['responses'][string],
  { type, parsed }: Pick<Exchange, 'type' | 'parsed'>,
): string | null {
  if (!content) return parsed === '' ? null : 'has a body';
  const described = content[type];
  if (!described) return `is ${type}, not ${Object.keys(content).join(', ')}`;
  return /json$/.test(type) ? schemaMistake(description, described.schema, parsed) : null;
}

function operationOf({ paths }: DescribedApi, method: string, path: string): DescribedCall | undefined {
  const fits = (pattern: string) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const found = Object.keys(paths)
    .filter(fits)
    .sort((one, other) => one.split('{').length - other.split('{').length)
    .find((pattern) => paths[pattern]![method.toLowerCase()]);
  return found ? paths[found]![method.toLowerCase()] : undefined;
}

const validators = new WeakMap<object, ValidateFunction>();

function schemaMistake({ components }: DescribedApi, schema: JsonSchema, value: unknown): string | null {
  const validate = validators.get(schema) ?? compile({ ...schema, components });
  validators.set(schema, validate);
  return validate(value) ? null : JSON.stringify(validate.errors).slice(0, 1000);
}

function compile(schema: object): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(schema);
}
