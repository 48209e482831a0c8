import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { unzip } from '@/tests/support/zip';
import { change } from '../platform/data-dir';
import { linksOf, mainOf, summaryOf, textOf } from '../platform/page';
import { editable } from '../transcript/editable';

const POINTS = 'Corrija o seguinte:';

let celeste: RunningCeleste;
let person: TestUser & { email: string };
let ids: string[];

beforeAll(async () => {
  celeste = await sharedCeleste();
});

beforeEach(async () => {
  person = await signUp(celeste);
  ids = [];
  for (const title of ['Ata', 'ata', 'Pauta']) {
    const page = await editable(celeste, person);
    await person.post(page, { intent: 'title', transcription_name: title });
    ids.push(page.split('/')[2]!);
  }
});

const query = (selected: string[], more: [string, string][] = []) =>
  new URLSearchParams([...selected.map((id): [string, string] => ['selected', id]), ...more]);

/** Posts a form with fields that may repeat. */
function post(page: string, selected: string[], fields: Record<string, string> = {}, list = '') {
  const body = query(selected, Object.entries({ submissionId: crypto.randomUUID(), ...fields })).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: celeste.address };
  return person.request(`/transcriptions/selection/${page}?${query(selected, [['list', list]])}`, {
    method: 'POST',
    body,
    headers,
  });
}

const titles = async (owner: TestUser = person) => {
  const { body } = await owner.get('/transcriptions');
  return [...body.matchAll(/<bdi[^>]* title="([^"]*)"/g)].map(([, title]) => title);
};

describe('several transcriptions at once', () => {
  it('are deleted after a question, and lead back to the list as it was', async () => {
    const asked = await person.get(
      `/transcriptions/selection/delete?${query(ids.slice(0, 2), [['list', '?sort=name']])}`,
    );
    expect(textOf(mainOf(asked.body))).toContain('Excluir 2 transcrições');
    const answer = await post('delete', ids.slice(0, 2), {}, '?sort=name');
    expect([answer.status, answer.location]).toEqual([303, '/transcriptions?sort=name']);
    expect(textOf((await person.get('/transcriptions')).body)).toContain('2 transcrições excluídas');
    expect(await titles()).toEqual(['Pauta']);
  });

  it('get one tag, or none of them when one has no room', async () => {
    const answer = await post('tags', ids, { tag: 'rádio' });
    expect(answer.status).toBe(303);
    expect((await person.get('/transcriptions?tag=rádio')).body.match(/<li id=/g)).toHaveLength(3);
    for (let index = 2; index <= 20; index += 1) {
      await person.post(`/transcriptions/${ids[0]}/tags`, { intent: 'add', tag: `etiqueta ${index}` });
    }
    const refused = await post('tags', ids, { tag: 'demais' });
    expect([refused.status, summaryOf(refused.body)]).toEqual([
      400,
      `${POINTS} Uma transcrição pode ter até 20 etiquetas.`,
    ]);
    expect((await person.get('/transcriptions?tag=demais')).body).not.toContain('<li id=');
    const empty = await post('tags', ids, { tag: ' ' });
    expect([empty.status, summaryOf(empty.body)]).toEqual([400, `${POINTS} Digite o nome da etiqueta.`]);
  });

  it('are downloaded as one zip, in the chosen formats, under names of their own', async () => {
    const formats: [string, string][] = [
      ['format', 'txt'],
      ['format', 'srt'],
      ['format', 'audio'],
      ['format', 'exe'],
    ];
    const answer = await fetch(`${celeste.address}/transcriptions/selection/files?${query(ids, formats)}`, {
      headers: { Cookie: person.cookieHeader() },
    });
    expect(answer.headers.get('Content-Type')).toBe('application/zip');
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    expect([...files.keys()].sort()).toEqual(
      ['Pauta', 'ata', 'Ata (2)'].flatMap((name) => [`${name}.wav`, `${name}.srt`, `${name}.txt`]).sort(),
    );
    expect(files.get('Pauta.txt')!.toString()).toContain('olá a todos');
  });

  it('name what was not saved, and ask for a format', async () => {
    const blocks = [{ id: crypto.randomUUID(), speaker: 'A', text: 'boa noite' }];
    const change = { id: crypto.randomUUID(), change: { kind: 'replace', ids: ['1.0'], blocks } };
    const drafted = await person.request(`/transcriptions/${ids[0]}/draft`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: celeste.address },
      body: JSON.stringify({ version: 1, lastChangeId: null, changes: [change] }),
    });
    expect(drafted.status).toBe(200);
    const page = await person.get(`/transcriptions/selection/download?${query(ids)}`);
    expect(textOf(mainOf(page.body))).toContain('1 transcrição tem alterações não salvas.');
    const answer = await person.get(`/transcriptions/selection/files?${query(ids)}`);
    expect(answer.status).toBe(302);
    const again = (await person.get(answer.location!)).body;
    expect(summaryOf(again)).toBe('Escolha pelo menos um formato.');
    const saved = await post('download', ids, { format: 'txt' });
    expect(saved.location).toBe(`/transcriptions/selection/files?${query(ids, [['format', 'txt']])}`);
    expect((await person.get(`/transcriptions/${ids[0]}/export.txt`)).body).toContain('boa noite');
  });

  it('are deleted once by the same form sent twice, with the same answer', async () => {
    const fields = { submissionId: crypto.randomUUID() };
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await post('delete', ids.slice(0, 2), fields)).status).toBe(303);
      expect(textOf((await person.get('/transcriptions')).body)).toContain('2 transcrições excluídas');
    }
  });

  it('are packed 60 times an hour', async () => {
    const pack = () => person.get(`/transcriptions/selection/files?${query(ids, [['format', 'audio']])}`);
    expect((await pack()).status).toBe(200);
    await change(celeste, 'UPDATE rate_limits SET hits = 59 WHERE id = (SELECT MAX(id) FROM rate_limits)');
    expect((await pack()).status).toBe(200);
    const refused = await pack();
    expect(refused.body).toBe('Você baixou muitos arquivos na última hora. Tente de novo mais tarde.\n');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('of somebody else, unknown or too many are left out', async () => {
    const other = await signUp(celeste);
    const theirs = (await editable(celeste, other)).split('/')[2]!;
    const asked = await person.get(`/transcriptions/selection/delete?${query([theirs, 'x', "'"])}`);
    expect(textOf(mainOf(asked.body))).toContain('Nenhuma transcrição selecionada.');
    for (const [page, fields] of [
      ['delete', {}],
      ['tags', { tag: 'x' }],
    ] as const) {
      expect((await post(page, [theirs], fields)).status).toBe(404);
    }
    expect(
      (await person.get(`/transcriptions/selection/files?${query([theirs], [['format', 'txt']])}`)).status,
    ).toBe(404);
    await post('delete', [theirs, ids[0]!, 'x']);
    expect(await titles(other)).toHaveLength(1);
    expect(await titles()).toEqual(['Pauta', 'ata']);
    expect(
      (
        await post(
          'delete',
          Array.from({ length: 49 }, () => ids[1]!),
        )
      ).status,
    ).toBe(400);
    const away = await person.get(
      `/transcriptions/selection/delete?${query(ids, [['list', '//evil.example']])}`,
    );
    expect(linksOf(away.body)).toContain('/transcriptions');
    expect(away.body).not.toContain('evil.example');
    for (const list of ['?x\r\nSet-Cookie: a=b', '?中=1', '?a\0b']) {
      const back = await post('tags', [ids[1]!], { tag: 'x' }, list);
      expect([back.status, back.location]).toEqual([303, '/transcriptions']);
    }
    for (const title of ['x\r\nSet-Cookie: a=b', 'reunião 中']) {
      const back = await post('tags', [ids[1]!], { tag: 'x' }, `?${new URLSearchParams({ title })}`);
      expect([back.status, back.location]).toEqual([
        303,
        `/transcriptions?${new URLSearchParams({ title })}`,
      ]);
    }
  });
});
