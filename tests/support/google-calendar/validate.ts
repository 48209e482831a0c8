import { METHODS, type Method, type Parameter, SCHEMAS, type Schema } from './discovery';

export type MethodName = keyof typeof METHODS;

export interface ApiCall {
  name: MethodName;
  /** Of the path. */
  params: Record<string, string>;
}

const methods = Object.entries(METHODS) as [MethodName, Method][];

/** The method behind an address below /calendar/v3/; null for one that the document does not know. */
export function findCall(httpMethod: string, path: string): ApiCall | null {
  for (const [name, method] of methods) {
    if (method.httpMethod !== httpMethod) continue;
    const names = [...method.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param!);
    const match = new RegExp(`^${method.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
    if (!match) continue;
    const values = match.slice(1).map(decodeURIComponent);
    return { name, params: Object.fromEntries(names.map((param, at) => [param, values[at]!])) };
  }
  return null;
}

/** What is wrong with a request, against the discovery document; null when nothing is. */
export function mistakeIn(name: MethodName, query: URLSearchParams, body: unknown): string | null {
  const method: Method = METHODS[name];
  const inQuery = [...new Set(query.keys())].map((key) => {
    const parameter = method.parameters[key];
    if (parameter?.location !== 'query') return `${name} has no parameter '${key}'`;
    const mistake = mistakeInParameter(parameter, query.getAll(key));
    return mistake && `${name}, parameter '${key}': ${mistake}`;
  });
  const fields = query.get('fields');
  const inFields = fields === null ? null : mistakeInSelector(fields, SCHEMAS[method.response ?? '']);
  const inBody = method.request
    ? mistakeInValue(body, SCHEMAS[method.request]!, `the body of ${name}`)
    : body === undefined
      ? null
      : `${name} takes no body`;
  return firstMistake([...inQuery, inFields, inBody]);
}

function mistakeInParameter(parameter: Parameter, values: string[]): string | null {
  if (values.length > 1 && !parameter.repeated) return 'given twice';
  return values.every((value) => isRight(parameter, value)) ? null : `${values} is no right value`;
}

function isRight(parameter: Parameter, value: string): boolean {
  if (parameter.type === 'boolean') return /^(true|false)$/.test(value);
  if (parameter.enum) return parameter.enum.includes(value);
  if (parameter.format === 'date-time') return isMoment(value);
  if (parameter.type !== 'integer') return true;
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = parameter;
  return /^-?\d+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
}

const isMoment = (value: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));

/** Without an offset too: an event's zone may stand beside its time. */
const isDateTime = (value: string) => isMoment(value) || isMoment(`${value}Z`);

/** Null stands for the absence of a value, with which a patch removes it. */
function mistakeInValue(value: unknown, schema: Schema, at: string): string | null {
  if (schema.$ref) return mistakeInValue(value, SCHEMAS[schema.$ref]!, at);
  if (value === null) return null;
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return `${at} is no list`;
    return firstMistake(value.map((item, index) => mistakeInValue(item, schema.items!, `${at}[${index}]`)));
  }
  if (schema.type === 'object') return mistakeInObject(value, schema, at);
  if (schema.type === 'integer') return Number.isSafeInteger(value) ? null : `${at} is no integer`;
  if (typeof value !== schema.type) return `${at} is no ${schema.type}`;
  if (schema.format === 'date' && !/^\d{4}-\d\d-\d\d$/.test(value as string)) return `${at} is no date`;
  if (schema.format === 'date-time' && !isDateTime(value as string)) return `${at} is no time`;
  return null;
}

function mistakeInObject(value: unknown, schema: Schema, at: string): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${at} is no object`;
  return firstMistake(
    Object.entries(value).map(([key, part]) => {
      const known = schema.properties?.[key] ?? schema.additionalProperties;
      return known ? mistakeInValue(part, known, `${at}.${key}`) : `${at} has no property '${key}'`;
    }),
  );
}

const firstMistake = (mistakes: (string | null)[]) => mistakes.find((mistake) => mistake !== null) ?? null;

/** A selector of the parameter `fields`: `a,b(c,d/e)`. An empty one selects all. */
export interface Fields {
  [name: string]: Fields;
}

/** @throws Error for a text that is no selector */
export function parseFields(text: string): Fields {
  const tokens = text.match(/[\w*]+|[(),/]|./g) ?? [];
  const fields = readFields(tokens);
  if (tokens.length > 0) throw new Error(`'${tokens[0]}' is too much`);
  return fields;
}

/** Takes a list off the front of the tokens. */
function readFields(tokens: string[]): Fields {
  const fields: Fields = {};
  for (;;) {
    const name = readName(tokens);
    fields[name] = readParts(tokens);
    if (tokens[0] !== ',') return fields;
    tokens.shift();
  }
}

function readParts(tokens: string[]): Fields {
  if (tokens[0] === '/') {
    tokens.shift();
    const name = readName(tokens);
    return { [name]: readParts(tokens) };
  }
  if (tokens[0] !== '(') return {};
  tokens.shift();
  const parts = readFields(tokens);
  if (tokens.shift() !== ')') throw new Error('a bracket is open');
  return parts;
}

function readName(tokens: string[]): string {
  const name = tokens.shift() ?? '';
  if (!/^[\w*]+$/.test(name)) throw new Error(`'${name}' is no name`);
  return name;
}

function mistakeInSelector(text: string, schema: Schema | undefined): string | null {
  try {
    const mistake = mistakeInFields(parseFields(text), schema);
    return mistake && `parameter 'fields': ${mistake}`;
  } catch (error) {
    return `parameter 'fields': ${(error as Error).message}`;
  }
}

function mistakeInFields(fields: Fields, schema: Schema | undefined): string | null {
  const resolved = resolve(schema);
  return firstMistake(
    Object.entries(fields).map(([name, parts]) => {
      if (name === '*') return null;
      const known = resolved?.properties?.[name];
      return known ? mistakeInFields(parts, known) : `there is no '${name}'`;
    }),
  );
}

function resolve(schema: Schema | undefined): Schema | undefined {
  if (schema?.$ref) return resolve(SCHEMAS[schema.$ref]);
  return schema?.items ? resolve(schema.items) : schema;
}

/** The parts of an answer that are asked for. */
export function pickFields(value: unknown, fields: Fields): unknown {
  if (Object.keys(fields).length === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => pickFields(item, fields));
  const parts = value as Record<string, unknown>;
  const names = Object.keys(parts).filter((name) => name in fields || '*' in fields);
  return Object.fromEntries(names.map((name) => [name, pickFields(parts[name], fields[name] ?? {})]));
}
