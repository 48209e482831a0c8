import type { DescribedApi, JsonSchema } from '../support/described-api';
import type { Random } from './random';

const NASTY: readonly unknown[] = [
  ...[
    null,
    '',
    ' ',
    0,
    -1,
    1,
    0.5,
    1e308,
    -1e308,
    2 ** 53,
    true,
    false,
    [],
    {},
    [[[[[[]]]]]],
    { a: { b: {} } },
  ],
  ...[
    '\0',
    'a\0b',
    '\u202e',
    '\ud800',
    '👩‍👩‍👧',
    '%00',
    '../../etc/passwd',
    "' OR 1=1 --",
    '<script>',
    '{{7*7}}',
  ],
  ...[
    '__proto__',
    'constructor',
    'NaN',
    '9'.repeat(400),
    'x'.repeat(5000),
    '\n'.repeat(300),
    'ﷺ'.repeat(100),
  ],
  ...['2026-02-30', '9999-12-31T23:59:59Z', '0000-00-00', 'null', 'undefined', '[]', '{}', { $ref: '#' }],
];

const FORMATS: Record<string, (random: Random) => string> = {
  'date-time': (random) => new Date(1.7e12 + random.below(2e11)).toISOString(),
  uri: () => 'https://example.com/a.mp3',
  email: (random) => `p${random.below(1e9)}@example.com`,
};

/** Values that follow a schema, and ones that do not. */
export class SchemaValues {
  readonly #schemas: Record<string, JsonSchema>;
  readonly #random: Random;

  constructor({ components }: DescribedApi, random: Random) {
    this.#schemas = components.schemas;
    this.#random = random;
  }

  nasty = (): unknown => this.#random.pick(NASTY);

  /** A value that follows the schema, as far as its keywords are known here. */
  valid(schema: JsonSchema, depth = 0): unknown {
    const random = this.#random;
    if (typeof schema.$ref === 'string')
      return this.valid(this.#schemas[schema.$ref.split('/').at(-1)!] ?? {}, depth + 1);
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return random.pick(schema.enum);
    const choices = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as JsonSchema[] | undefined;
    if (choices) return this.valid(random.pick(choices), depth + 1);
    switch ([schema.type].flat()[0]) {
      case 'object':
        return this.#object(schema, depth);
      case 'array':
        return depth > 5
          ? []
          : Array.from({ length: random.below(3) }, () => this.valid(schema.items as JsonSchema, depth + 1));
      case 'string':
        return this.#text(schema);
      case 'integer':
      case 'number':
        return this.#number(schema);
      case 'boolean':
        return random.below(2) === 0;
      default:
        return null;
    }
  }

  /** The same value with something in it that does not belong there. */
  spoilt(value: unknown): unknown {
    const random = this.#random;
    if (typeof value !== 'object' || value === null || Array.isArray(value) || random.below(12) === 0)
      return this.nasty();
    const keys = Object.keys(value);
    if (keys.length === 0 || random.below(6) === 0) return { ...value, [String(this.nasty())]: this.nasty() };
    const key = random.pick(keys);
    const { [key]: inner, ...others } = value as Record<string, unknown>;
    return random.below(4) === 0
      ? others
      : { ...others, [key]: random.below(2) ? this.nasty() : this.spoilt(inner) };
  }

  #object({ properties = {}, required = [] }: JsonSchema, depth: number): object {
    return Object.fromEntries(
      Object.entries(properties as Record<string, JsonSchema>)
        .filter(([name]) => (required as string[]).includes(name) || this.#random.below(2) === 0)
        .map(([name, property]) => [name, this.valid(property, depth + 1)]),
    );
  }

  #text({ format, minLength = 0, maxLength = 40 }: JsonSchema): string {
    const formed = FORMATS[String(format)];
    if (formed) return formed(this.#random);
    const length = Math.min(Number(maxLength), Number(minLength) + 1 + this.#random.below(30));
    return Array.from({ length }, () => this.#random.pick([...'abc déç 123-'])).join('');
  }

  #number({ type, minimum = 0, maximum = 1000 }: JsonSchema): number {
    const [least, most] = [Math.max(Number(minimum), -1e6), Math.min(Number(maximum), 1e6)];
    const value = least + this.#random.next() * (most - least);
    return type === 'integer' ? Math.round(value) : value;
  }
}
