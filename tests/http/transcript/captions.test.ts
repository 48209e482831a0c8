import { beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { change } from '../platform/data-dir';
import { linksOf, mainOf, textOf } from '../platform/page';
import { editable } from './editable';

const FAST = 'extraordinariamente incompreensivelmente desproporcionadamente';

let celeste: RunningCeleste;
let owner: TestUser;
/** Path of a transcript whose second utterance is too fast to be read. */
let page: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
  page = await editable(celeste, owner, [
    ['A', 'bom dia a todos'],
    ['B', FAST],
    ['A', 'obrigado'],
  ]);
});

/** Where the links to other stretches lead, in whole seconds. */
const pagesIn = (body: string) =>
  linksOf(body).flatMap((href) => {
    const [, from, to] = /\/captions\?from=(\d+)[\d.]*&(?:amp;)?to=(\d+)/.exec(href) ?? [];
    return from ? [`${from} to ${to}`] : [];
  });

const text = async (address: string, who = owner) => textOf(mainOf((await who.get(address)).body));

describe('the captions on the download page', () => {
  it('are counted, and those that break a rule lead to their place', async () => {
    const { body } = await owner.get(`${page}/download`);
    expect(textOf(mainOf(body))).toContain('Regras de legendagem: 3 legendas, 1 fora das regras');
    expect(textOf(mainOf(body))).toMatch(/00:00:01 rápida demais: 60 caracteres por segundo/);
    expect(linksOf(body)).toEqual(
      expect.arrayContaining([
        `${page}?t=1.6#t`,
        `${page}/captions`,
        expect.stringMatching(`^${page}/captions\\?from=0&(amp;)?to=\\d`),
      ]),
    );
  });

  it('are listed up to 50, and the rest is counted', async () => {
    const sentences = Array.from({ length: 60 }, (_, index): [string, string] => ['AB'[index % 2]!, FAST]);
    const long = await editable(celeste, owner, sentences);
    const { body } = await owner.get(`${long}/download`);
    expect(textOf(mainOf(body))).toMatch(/Regras de legendagem: \d+ legendas, (\d+) fora das regras/);
    const count = Number(/(\d+) fora das regras/.exec(textOf(body))![1]);
    expect(count).toBeGreaterThan(50);
    expect(body.match(/<q>/g)).toHaveLength(50);
    expect(textOf(body)).toContain(`E mais ${count - 50}. Ver a partir de 00:`);
  });

  it('are praised when all keep the rules', async () => {
    const slow = await editable(celeste, owner, [['A', 'bom dia a todos']]);
    expect(await text(`${slow}/download`)).toContain(
      'Regras de legendagem: 1 legenda, todas dentro das regras',
    );
  });

  it('are not there before the text', async () => {
    const other = await editable(celeste, owner);
    const id = other.split('/').at(-1)!;
    await change(celeste, `UPDATE transcriptions SET status = 'processing' WHERE public_id = '${id}'`);
    expect(await text(`${other}/download`)).not.toContain('Legendas:');
  });
});

describe('the captions without names', () => {
  it('are checked without them, as their files are made', async () => {
    const named = await editable(celeste, owner, [
      ['Maria Aparecida do Nascimento Albuquerque', 'bom dia a todos e boa tarde já'],
      ['B', 'obrigado por tudo'],
    ]);
    expect(await text(`${named}/download`)).toContain('1 fora das regras');
    const { body } = await owner.get(`${named}/download`);
    const [other] = linksOf(body).filter((href) => href.startsWith(`${named}/download?`));
    expect(other).toBeDefined();
    const checked = await owner.get(other!.replaceAll('&amp;', '&'));
    const said = textOf(mainOf(checked.body));
    expect(said).toContain('Regras de legendagem: 2 legendas, todas dentro das regras');
    expect(said).toContain('Conferir com os nomes');
    expect(checked.body).not.toMatch(/id="show-speakers"[^>]* checked/);
    expect(checked.body).toMatch(/id="show-times"[^>]* checked/);
    expect(linksOf(checked.body)).toContain(`${named}/captions?show=`);
    const preview = await owner.get(`${named}/captions?show=`);
    expect(textOf(mainOf(preview.body))).not.toContain('Maria');
    expect(preview.body).toContain(`src="${named}/export.vtt?show="`);
    for (const kind of ['srt', 'vtt']) {
      expect((await owner.get(`${named}/export.${kind}?show=&layout=plain`)).body).not.toContain('Maria');
      expect((await owner.get(`${named}/export.${kind}`)).body).toContain('Maria');
    }
  });
});

describe('the captions over the recording', () => {
  it('say which of them break a rule, and lead through the whole recording', async () => {
    const { body } = await owner.get(`${page}/captions`);
    const items = [...body.matchAll(/<li [^>]*data-caption.*?<\/li>/gs)].map(([item]) => textOf(item));
    expect(items.map((item) => item.includes('Fora das regras:'))).toEqual([false, true, false]);
    expect(items[1]).toMatch(/Fora das regras: rápida demais: 60 caracteres por segundo/);
    expect(textOf(mainOf(body))).toContain('De 00:00:00 a 00:01:00 (duração total: 00:01:12)');
    expect(pagesIn(body)).toEqual(['60 to 72', '60 to 72']);
    const last = await owner.get(`${page}/captions?from=60&to=72.5`);
    expect(pagesIn(last.body)).toEqual(['0 to 60', '0 to 60']);
  });

  it('are those of the stretch, over a player that begins and ends with it', async () => {
    const { status, body } = await owner.get(`${page}/captions?from=1.7&to=2.5`);
    expect(status).toBe(200);
    expect(textOf(mainOf(body))).toContain('Pessoa B: extraordinariamente');
    expect(textOf(mainOf(body))).not.toContain('obrigado');
    expect(body).toContain(`<source src="${page}/audio#t=1.7,2.5"/>`);
    expect(body).toMatch(new RegExp(`<track [^>]*src="${page}/export.vtt"`));
    expect(body).toMatch(/<track [^>]*default/);
    expect(body).toMatch(/<input[^>]* id="from"[^>]* value="00:00:01"/);
  });

  it('play a video before its copy, which may be all that the browser can play', async () => {
    const other = await editable(celeste, owner);
    const where = `WHERE public_id = '${other.split('/').at(-1)}'`;
    const sources = async () =>
      [...(await owner.get(`${other}/captions`)).body.matchAll(/<source src="([^"#]*)/g)].map(
        ([, src]) => src,
      );
    await change(celeste, `UPDATE transcriptions SET copied_at = created_at ${where}`);
    expect(await sources()).toEqual([`${other}/audio?copy=clear`]);
    await change(celeste, `UPDATE transcriptions SET file_name = 'Aula.MP4' ${where}`);
    expect(await sources()).toEqual([`${other}/audio`, `${other}/audio?copy=clear`]);
  });

  it('report what is wrong with the stretch, and show the first minute', async () => {
    const { status, body } = await owner.get(`${page}/captions?from=%3Cb%3Eagora`);
    expect(status).toBe(400);
    expect(textOf(mainOf(body))).toContain('Digite um tempo no formato 00:01:30.');
    expect(body).toMatch(/<input[^>]* aria-describedby="from-error"[^>]*/);
    expect(body).toContain('value="&lt;b&gt;agora"');
    expect(textOf(mainOf(body))).toContain('bom dia a todos');
  });

  it('are read without the recording', async () => {
    const other = await editable(celeste, owner);
    const id = other.split('/').at(-1)!;
    await change(
      celeste,
      `UPDATE transcriptions SET recording_gone_at = created_at WHERE public_id = '${id}'`,
    );
    const { body } = await owner.get(`${other}/captions`);
    expect(body).not.toContain('<video');
    expect(textOf(mainOf(body))).toMatch(/O áudio desta transcrição foi apagado.*Pessoa A: bom dia/);
  });

  it('are a 404 for others', async () => {
    const stranger = await signUp(celeste);
    expect((await stranger.get(`${page}/captions`)).status).toBe(404);
    expect((await stranger.get(`${page}/download`)).status).toBe(404);
  });
});
