import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectDir } from '@/app/config/env.server';
import { findExecutable } from '@/app/config/find-executable.server';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { freePort } from '@/tests/support/free-port';
import { signUp, TestUser } from '@/tests/support/test-user';
import { textOf } from '../platform/page';
import { addToken } from './add-token';

const run = promisify(execFile);
const RECORDING = path.join(projectDir, 'public/sample/reuniao.wav');
const PROGRAMS: Record<string, string> = { sh: 'sh', mjs: process.execPath, py: 'python3' };

const has = (program: string) => findExecutable(program, process.env.PATH ?? '') !== undefined;
/** Of the languages, those that this machine has: Node always. */
const LANGUAGES = ['mjs', ...(has('curl') ? ['sh'] : []), ...(has('python3') ? ['py'] : [])];

let celeste: RunningCeleste;
let folder: string;
/** Where the recipes find the API, and the token that they use. */
let env: NodeJS.ProcessEnv;
let isSent = false;

beforeAll(async () => {
  // With a port of its own, so that the addresses in answers lead here.
  celeste = await startCeleste({ env: { PORT: String(await freePort()) } });
  const TOKEN = await addToken(celeste, await signUp(celeste));
  folder = await mkdtemp(path.join(tmpdir(), 'celeste-recipes-'));
  env = { ...process.env, API: `${celeste.address}/api`, TOKEN, PAUSE: '0.2' };
});

afterAll(async () => {
  await celeste?.stop();
  await rm(folder, { recursive: true });
});

/** Runs a recipe. @returns what it prints */
async function follow(name: string, language: string, ...args: string[]): Promise<string> {
  const file = path.join(projectDir, 'public/recipes', `${name}.${language}`);
  const { stdout } = await run(PROGRAMS[language]!, [file, ...args], { env });
  return stdout;
}

describe.sequential.each(LANGUAGES)('a recipe in %s', (language) => {
  it('sends a recording and prints its text', async () => {
    expect(await follow('upload-and-wait', language, RECORDING)).toMatch(/\w+ \w+/);
    isSent = true;
  });

  it('transcribes what stands at an address, once for the same one', async () => {
    const address = `${celeste.address}/sample/reuniao.wav?${language}`;
    const outputs = [
      await follow('by-address', language, address),
      await follow('by-address', language, address),
    ];
    const ids = outputs.map((output) => /id"?: ?["']([\w-]{22})/.exec(output)?.[1]);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(ids[0]).toBeDefined();
  });

  it('writes the subtitles of what is finished', async () => {
    expect(isSent).toBe(true);
    const target = path.join(folder, language);
    await follow('subtitles', language, target);
    await follow('subtitles', language, target);
    const [file] = await readdir(target);
    expect(await readFile(path.join(target, file!), 'utf8')).toMatch(/^1\r?\n00:00:0\d/);
  });

  it('shows why a call was refused', async () => {
    const said = await follow('search', language, '').catch(
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
    expect(said).toContain('"code":"');
  });

  it('finds what was said', async () => {
    expect(await follow('search', language, 'reunião')).toMatch(/\/transcriptions\/[\w-]{22}\?t=/);
  });
});

describe.each(LANGUAGES.filter((language) => language !== 'sh'))(
  'the receiver of webhooks in %s',
  (language) => {
    it('prints what is signed, and nothing else', async () => {
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const file = path.join(projectDir, 'public/recipes', `webhook-receiver.${language}`);
      const child = spawn(PROGRAMS[language]!, [file], { env: { ...env, SECRET: secret, PORT: '0' } });
      let printed = '';
      child.stdout.on('data', (text) => (printed += String(text)));
      try {
        const address = () => /http:\S+/.exec(printed)?.[0];
        await expect.poll(address).toBeDefined();
        const send = async (signature: string, body = '{"type":"webhook.test"}') => {
          const at = String(Math.floor(Date.now() / 1000));
          const headers = { 'webhook-id': 'm1', 'webhook-timestamp': at, 'webhook-signature': signature };
          return (await fetch(address()!, { method: 'POST', headers, body })).status;
        };
        const signed = new Webhook(secret).sign('m1', new Date(), '{"type":"webhook.test"}');
        expect(await send(`v1,AAAA ${signed}`)).toBe(204);
        expect(await send(signed, '{"type":"other"}')).toBe(401);
        expect(await send('v1,\u00e9')).toBe(401);
        await expect.poll(() => printed).toContain('m1 {"type":"webhook.test"}');
        expect(printed).not.toContain('other');
      } finally {
        child.kill();
      }
    });
  },
);

it('stand on their page, with the address of the instance', async () => {
  const text = textOf((await new TestUser(celeste.address).get('/developers/recipes')).body);
  expect(text).toContain('Receitas');
  expect(text.match(/127\.0\.0\.1:\d+\/api/g)).toHaveLength(13);
  expect(text).not.toContain('celeste.example');
});
