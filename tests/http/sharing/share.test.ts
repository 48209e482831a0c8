import { beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, TestUser } from '@/tests/support/test-user';
import { change, logOf } from '../platform/data-dir';
import { mainOf, messageBeside, summaryOf, textOf, typedIn } from '../platform/page';
import { editable } from '../transcript/editable';

let celeste: RunningCeleste;
let owner: TestUser & { email: string };
/** Path of the owner's finished transcription. */
let own: string;
/** A visitor without cookies. */
let reader: TestUser;

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
  own = await editable(celeste, owner);
  reader = new TestUser(celeste.address);
});

/** Creates a share link as the owner. @returns its path */
async function share(fields: Record<string, string> = { audio: 'on' }): Promise<string> {
  const answer = await owner.post(`${own}/share`, { intent: 'create', days: '7', ...fields });
  expect([answer.status, answer.location]).toEqual([303, `${own}/share`]);
  const link = typedIn((await owner.get(`${own}/share`)).body, 'link');
  return new URL(link).pathname;
}

describe('the page of share links', () => {
  it('shows a new link once, and lists it until it is revoked', async () => {
    await owner.post(`${own}/share`, { intent: 'create', days: '1' });
    const made = (await owner.get(`${own}/share`)).body;
    expect(textOf(made)).toContain('Link criado.');
    const link = typedIn(made, 'link');
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/shared\/[\w-]{43}$/);
    const later = (await owner.get(`${own}/share`)).body;
    expect(later).not.toContain(link);
    expect(textOf(mainOf(later))).toMatch(/Válido até .* · sem áudio/);
    expect(later).toMatch(/<article[^>]* data-dialog="Fechar"/);

    const id = /name="share" value="([^"]*)"/.exec(later)![1]!;
    const revoked = await owner.post(`${own}/share`, { intent: 'revoke', share: id });
    expect([revoked.status, revoked.location]).toEqual([303, `${own}/share`]);
    const { body } = await owner.get(`${own}/share`);
    expect(textOf(body)).toContain('Link desativado.');
    expect(textOf(mainOf(body))).toContain('Nenhum link ativo.');
    expect((await reader.get(new URL(link).pathname)).status).toBe(404);
  });

  it('is a 404 when an unknown link is revoked', async () => {
    const answer = await owner.post(`${own}/share`, { intent: 'revoke', share: 'x'.repeat(22) });
    expect(answer.status).toBe(404);
  });

  it('says that there are too many links', async () => {
    const full = await editable(celeste, owner);
    for (let count = 0; count < 50; count += 1) {
      await owner.post(`${full}/share`, { intent: 'create', days: '1' });
    }
    const answer = await owner.post(`${full}/share`, { intent: 'create', days: '30', audio: 'on' });
    expect([answer.status, summaryOf(answer.body)]).toEqual([
      409,
      'Uma transcrição pode ter até 50 links ativos. Desative um deles para criar outro.',
    ]);
    expect(answer.body).toMatch(/<input[^>]* id="audio"[^>]* checked/);
  });

  it('rejects lifetimes other than those offered', async () => {
    const answer = await owner.post(`${own}/share`, { intent: 'create', days: '365', audio: 'on' });
    expect(answer.status).toBe(400);
    expect(messageBeside(answer.body, 'days')).toBe('Escolha a validade do link.');
    expect(answer.body).toMatch(/<input[^>]* id="audio"[^>]* checked/);
  });
});

describe('a shared transcription', () => {
  it('is read without an account, app shell or cookie', async () => {
    await change(
      celeste,
      `UPDATE transcriptions SET title = '<script>alert(1)</script>' WHERE public_id = '${own.split('/').pop()}'`,
    );
    const answer = await reader.get(await share());
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.body).toContain('<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>');
    expect(answer.body).not.toContain('<script>alert');
    expect(answer.body).not.toMatch(/<form|<nav/);
    const said = textOf(mainOf(answer.body));
    expect(said).toContain('Esta é a versão atual do texto, que ainda pode mudar.');
    expect(said).toContain('Pessoa A');
  });

  it('is not indexed, sends no Referer, and its token is not logged', async () => {
    const path = await share();
    const { headers, body } = await reader.get(path);
    expect(headers.get('X-Robots-Tag')).toBe('noindex, nofollow');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    expect(body).toContain('<meta name="robots" content="noindex, nofollow"/>');
    await reader.get(`${path}/audio`);
    const log = await logOf(celeste);
    expect(log).toContain('"path":"/shared/…"');
    expect(log).not.toContain(path);
    expect(celeste.output()).not.toContain(path);
  });

  it('is played by byte range, if its owner allows it', async () => {
    const path = await share();
    const part = await reader.request(`${path}/audio`, { headers: { Range: 'bytes=0-3' } });
    expect([part.status, part.body]).toEqual([206, 'RIFF']);
    expect(part.headers.getSetCookie()).toEqual([]);
    expect(part.headers.get('Referrer-Policy')).toBe('no-referrer');
    const captions = await reader.get(`${path}/export.vtt`);
    expect([captions.status, captions.body.slice(0, 6)]).toEqual([200, 'WEBVTT']);
    expect((await reader.get(`${path}?t=2.5`)).body).toContain(`${path}/audio#t=2.5`);

    const silent = await share({});
    expect((await reader.get(silent)).body).not.toContain('<audio');
    for (const place of ['audio', 'export.vtt']) {
      expect((await reader.get(`${silent}/${place}`)).status).toBe(404);
    }
    expect((await reader.get(`${path}/export.json`)).status).toBe(404);
  });

  it('shows the text as it is now', async () => {
    const path = await share();
    const before = (await reader.get(path)).body;
    await owner.post(`${own}/blocks/1.0`, { intent: 'text', version: '1', content: 'palavras novas' });
    const after = (await reader.get(path)).body;
    expect(before).not.toContain('palavras novas');
    expect(after).toContain('palavras novas');
  });

  it('that expired or was revoked gets the same 404 as an unknown one', async () => {
    const [expired, revoked] = [await share(), await share()];
    await change(
      celeste,
      `UPDATE shares SET expires_at = '2020-01-01 00:00:00.000 +00:00', revoked_at = NULL
       WHERE id = (SELECT MAX(id) - 1 FROM shares)`,
    );
    await change(
      celeste,
      `UPDATE shares SET expires_at = '2999-01-01 00:00:00.000 +00:00', revoked_at = created_at
       WHERE id = (SELECT MAX(id) FROM shares)`,
    );
    for (const place of ['', '/audio']) {
      const answers = [];
      for (const path of [expired, revoked, `/shared/${'x'.repeat(43)}`]) {
        const { status, headers, body } = await reader.get(path + place);
        const rest = [...headers].filter(
          ([name]) => !/^(date|x-request-id|content-security-policy)$/.test(name),
        );
        answers.push({ status, headers: rest, body: body.replace(/nonce="[^"]*"/g, '') });
      }
      expect(answers[0]!.status).toBe(404);
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
      if (place === '') expect(textOf(answers[0]!.body)).toContain('Página não encontrada');
    }
  });
});
