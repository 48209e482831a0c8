import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectDir } from '@/app/config/env.server';
import { openApiOf } from '@/app/http/api/openapi.server';
import { INTERFACE_LANGUAGES } from '@/app/i18n/languages';
import { operations } from '@/app/routes/api/operations';
import enTexts from '@/locales/en/api.json';
import ptTexts from '@/locales/pt/api.json';

const TEXTS: Record<string, Record<string, string>> = { pt: ptTexts, en: enTexts };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'celeste-description-'));
});

afterAll(() => rm(folder, { recursive: true }));

interface Problem {
  ruleId: string;
  severity: string;
  message: string;
  location: { pointer?: string }[];
}

/** What Redocly's recommended rules find wrong. The instance stands on loopback, which one rule forbids. */
async function lint(document: unknown): Promise<string[]> {
  const [file, config] = [path.join(folder, 'openapi.json'), path.join(folder, 'redocly.yaml')];
  await writeFile(file, JSON.stringify(document));
  await writeFile(config, 'extends: [recommended]\nrules:\n  no-server-example.com: off\n');
  const args = ['node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--config', config, '--format=json'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const out = await new Promise<string>((resolve) => {
    const options = { cwd: projectDir, env, maxBuffer: 32 * 1024 * 1024 };
    execFile(process.execPath, args, options, (_failed, printed) => resolve(printed));
  });
  const { problems } = JSON.parse(out) as { problems: Problem[] };
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
}

describe('the OpenAPI document', () => {
  it.each(INTERFACE_LANGUAGES)(
    'follows the recommended rules of Redocly (%s)',
    async (language) => {
      expect(await lint(openApiOf(operations, language))).toEqual([]);
    },
    60_000,
  );

  it('names each operation once', () => {
    const ids = operations.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});

describe.each(Object.keys(TEXTS))('the texts (%s)', (language) => {
  const texts = TEXTS[language]!;

  it('name every operation and every tag', () => {
    const keys = operations.flatMap(({ id, tag }) => [`op.${id}`, `tag.${tag}`]);
    expect(keys.filter((key) => !texts[key])).toEqual([]);
  });

  it('belong to an operation or a tag', () => {
    const known = new Set(operations.flatMap(({ id, tag }) => [`op.${id}`, `op.${id}.about`, `tag.${tag}`]));
    const keys = Object.keys(texts).filter((key) => /^(op|tag)\./.test(key));
    expect(keys.filter((key) => !known.has(key))).toEqual([]);
  });
});

describe('the example', () => {
  it('of an operation with a body has one that it takes', () => {
    const wrong = operations
      .filter(({ body, example }) => body && !body.safeParse(example?.body).success)
      .map(({ id }) => id);
    expect(wrong).toEqual([]);
  });

  it('of an operation with parameters has each of them', () => {
    const wrong = operations
      .filter((operation) =>
        [...operation.path.matchAll(/\{(\w+)\}/g)].some(([, name]) => !operation.example?.params?.[name!]),
      )
      .map(({ id }) => id);
    expect(wrong).toEqual([]);
  });

  it('of an operation with a query has one that it takes', () => {
    const wrong = operations
      .filter(({ query, example }) => query && !query.safeParse(example?.query ?? {}).success)
      .map(({ id }) => id);
    expect(wrong).toEqual([]);
  });
});
