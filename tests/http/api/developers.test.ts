import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { curlOf } from '@/app/domain/api/curl';
import type { Operation } from '@/app/http/api/operation';
import { operations } from '@/app/routes/api/operations';
import ptFile from '@/locales/pt/api.json';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, TestUser } from '@/tests/support/test-user';
import { linksOf, mainOf, textOf } from '../platform/page';
import { editable } from '../transcript/editable';
import { addToken } from './add-token';
import { ApiClient } from './api-client';

const ptTexts: Record<string, string> = ptFile;

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

const read = async (path: string, by = new TestUser(celeste.address)) => mainOf((await by.get(path)).body);

describe('the documentation', () => {
  it('lists every operation, and leads to it', async () => {
    const page = await read('/developers');
    const links = linksOf(page);
    for (const { id } of operations) expect(textOf(page)).toContain(ptTexts[`op.${id}`]);
    for (const tag of new Set(operations.map((operation) => operation.tag))) {
      expect(links).toContain(`/developers/${tag}`);
      const described = await read(`/developers/${tag}`);
      for (const { id, method, path } of operations.filter((operation) => operation.tag === tag)) {
        expect(described).toContain(`id="${id}"`);
        expect(textOf(described)).toContain(`${method} ${path}`);
      }
    }
  });

  it('describes fields, scope, errors and an example', async () => {
    const text = textOf(await read('/developers/wallet'));
    expect(text).toContain('Precisa de um token com a permissão read .');
    expect(text).toContain('subscription_funds integer');
    expect(text).toContain('api.token-invalid');
    expect(text).toMatch(/curl 'http\S+\/api\/wallet\/balance'/);
  });

  it('speaks English', async () => {
    const by = new TestUser(celeste.address);
    await by.post('/language', { lang: 'en' });
    expect(textOf(await read('/developers/wallet', by))).toContain('Needs a token with the scope read .');
  });

  it('has no page for an unknown tag', async () => {
    expect((await new TestUser(celeste.address).get('/developers/nothing')).status).toBe(404);
  });

  it('is linked from the open pages and from the tokens', async () => {
    expect(linksOf(await read('/login'))).toContain('/developers');
    expect(linksOf(await read('/account/tokens', await signUp(celeste)))).toContain('/developers');
  });
});

/** An example as it is called, with ids of things that are there. */
function exampleOf(operation: Operation, own: Record<string, string>): Parameters<ApiClient['call']> {
  const { method, path, etag, example = {} } = operation;
  const params: Record<string, string> = { ...example.params, ...own };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
  const query = example.query ? `?${new URLSearchParams(example.query)}` : '';
  return [method, filled + query, example.body, etag === 'required' ? { 'If-Match': '*' } : {}];
}

const rankOf = ({ method }: Operation) => (method === 'DELETE' ? 1 : 0);

describe('an example', () => {
  it('is taken by its operation, each of them', async () => {
    const ana = await signUp(celeste);
    const api = new ApiClient(celeste.address, await addToken(celeste, ana));
    const transcription = (await editable(celeste, ana)).split('/').at(-1)!;
    const { body: made } = await api.post('/v1/documents', { title: 'Ata' });
    const document = (made as { id: string }).id;
    const refused: string[] = [];
    // Those that delete come last.
    for (const operation of operations.toSorted((one, other) => rankOf(one) - rankOf(other))) {
      const id = operation.path.includes('document') ? document : transcription;
      const { status, body } = await api.call(...exampleOf(operation, { id, crypto: id }));
      const { code = '' } = (body ?? {}) as { code?: string };
      const isBroken = status >= 500 && code !== 'account.identity-not-configured';
      const isRefused = isBroken || ['api.fields-invalid', 'api.unknown-path'].includes(code);
      if (isRefused) refused.push(`${operation.id} ${status} ${code}`);
    }
    expect(refused).toEqual([]);
  });

  it('runs in a shell', async () => {
    const TOKEN = await addToken(celeste, await signUp(celeste));
    const balance = operations.find(({ id }) => id === 'walletBalance')!;
    const env = { ...process.env, TOKEN };
    const { stdout } = await promisify(execFile)('sh', ['-c', curlOf(balance, `${celeste.address}/api`)], {
      env,
    });
    expect(JSON.parse(stdout)).toMatchObject({ subscription_funds: 0 });
  });

  it('quotes what it sends', () => {
    const example = { params: { id: 'a/b' }, query: { q: 'x y' }, body: { text: "d'água" } };
    expect(curlOf({ method: 'POST', path: '/x/{id}', access: 'open', example }, 'http://a')).toBe(
      `curl -X POST 'http://a/x/a%2Fb?q=x+y' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"text":"d'\\''água"}'`,
    );
  });
});
