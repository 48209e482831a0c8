import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { change, rows } from '../platform/data-dir';
import { mainOf, textOf } from '../platform/page';
import { editable } from './editable';

let celeste: RunningCeleste;
let person: TestUser & { email: string };
let page: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

beforeEach(async () => {
  person = await signUp(celeste);
  page = await editable(celeste, person);
});

const text = async (address: string) => textOf(mainOf((await person.get(address)).body));
const dialogue = async () =>
  (
    JSON.parse((await person.get(`${page}/export.json`)).body) as {
      dialogue: { speaker: string; text: string }[];
    }
  ).dialogue.map(({ speaker, text: said }) => `${speaker}: ${said}`);

/** Posts a form of the page with fields that may repeat. */
async function post(fields: [string, string][], address = `${page}/people`, who: TestUser = person) {
  const body = new URLSearchParams([['submissionId', crypto.randomUUID()], ...fields]);
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: celeste.address };
  return who.request(address, { method: 'POST', body: body.toString(), headers });
}

const names = (pairs: [string, string][], more: [string, string][] = [], version = '1') =>
  post([
    ['intent', 'names'],
    ['version', version],
    ...pairs.flatMap(([from, to]): [string, string][] => [
      ['old_speaker', from],
      ['new_speaker', to],
    ]),
    ...more,
  ]);

const hiddenIn = (body: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)![1]!.replaceAll('&quot;', '"');

describe('the people of a transcript', () => {
  it('are shown in the head of the text and on a page of their own', async () => {
    expect(await text(page)).toContain('Pessoas Pessoa A 57% Pessoa B 43%');
    const shown = await text(`${page}/people`);
    expect(shown).toContain('Pessoa A 57% · 00:00:01 Ouvir 1 s');
    expect(shown).toContain('Confiança da transcrição: Excelente');
    expect((await person.get(`${page}/people`)).body).toContain(`${page}/audio#t=0,0.8`);
  });

  it('are renamed together in one version, and two may swap their names', async () => {
    const saved = await names([
      ['A', 'Ana'],
      ['B', 'Bia'],
    ]);
    expect([saved.status, saved.location]).toEqual([303, `${page}/people`]);
    expect(await text(`${page}/people`)).toContain('Nomes salvos');
    await names(
      [
        ['Ana', 'Bia'],
        ['Bia', 'Ana'],
      ],
      [],
      '2',
    );
    expect(await dialogue()).toEqual(['Bia: bom dia', 'Ana: olá a todos', 'Bia: vamos lá']);
    expect(await text(`${page}/versions`)).not.toContain('Versão 4');
  });

  it('wait in the draft beside other changes, and the toast says so', async () => {
    const { blocks } = JSON.parse((await person.get(`${page}/draft`)).body) as { blocks: { id: string }[] };
    const other = { id: crypto.randomUUID(), speaker: 'A', text: 'boa noite' };
    const change = { kind: 'replace', ids: [blocks[0]!.id], blocks: [other] };
    const drafted = await person.request(`${page}/draft`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: celeste.address },
      body: JSON.stringify({
        version: 1,
        lastChangeId: null,
        changes: [{ id: crypto.randomUUID(), change }],
      }),
    });
    expect(drafted.status).toBe(200);
    await names([['A', 'Ana']]);
    const shown = await text(`${page}/people`);
    expect(shown).toContain('Nomes alterados. Eles ficam no rascunho até você salvar.');
    expect(shown).not.toContain('Nomes salvos');
    await person.post(page, { intent: 'save', version: '1' });
    expect(await dialogue()).toEqual(['Ana: boa noite', 'B: olá a todos', 'Ana: vamos lá']);
  });

  it('keep their names where a field is left empty', async () => {
    await names([
      ['A', ''],
      ['B', ' Bia\u202e  Lopes\u0007 '],
    ]);
    expect(await dialogue()).toEqual(
      ['A: bom dia', 'B: olá a todos', 'A: vamos lá'].map((line) => line.replace('B:', 'Bia Lopes:')),
    );
  });

  it('become one only after a question that names them', async () => {
    const asked = await names([
      ['A', 'Ana'],
      ['B', 'Ana'],
    ]);
    expect(asked.status).toBe(409);
    expect(textOf(asked.body)).toContain('Pessoa A e Pessoa B passarão a ser a mesma pessoa: Ana.');
    expect(await dialogue()).toContain('A: bom dia');
    const merged = hiddenIn(asked.body, 'merged');
    const other = await names(
      [
        ['A', 'Bia'],
        ['B', 'Bia'],
      ],
      [
        ['merge', 'on'],
        ['merged', merged],
      ],
    );
    expect(other.status).toBe(409);
    const agreed = await names(
      [
        ['A', 'Ana'],
        ['B', 'Ana'],
      ],
      [
        ['merge', 'on'],
        ['merged', merged],
      ],
    );
    expect(agreed.status).toBe(303);
    expect(await dialogue()).toEqual(['Ana: bom dia', 'Ana: olá a todos', 'Ana: vamos lá']);
  });

  it('are meant by the names that the page shows', async () => {
    const asked = await names([['A', 'pessoa b']]);
    expect(asked.status).toBe(409);
    expect(textOf(asked.body)).toContain('Pessoa A e Pessoa B passarão a ser a mesma pessoa: Pessoa B.');
    const merged = hiddenIn(asked.body, 'merged');
    const agreed = await names(
      [['A', 'pessoa b']],
      [
        ['merge', 'on'],
        ['merged', merged],
      ],
    );
    expect(agreed.status).toBe(303);
    expect(await dialogue()).toEqual(['B: bom dia', 'B: olá a todos', 'B: vamos lá']);
  });

  it.each([
    ['one', [['A', '']]],
    [
      'two',
      [
        ['A', ''],
        ['B', ''],
      ],
    ],
  ] as [string, [string, string][]][])(
    'keep their names when the fields of %s are left empty',
    async (_count, pairs) => {
      const before = await dialogue();
      expect((await names(pairs)).status).toBe(303);
      expect(await dialogue()).toEqual(before);
    },
  );

  it('keep what was typed beside a message at the field, and after a conflict', async () => {
    const long = await names([
      ['A', 'Ana'],
      ['B', 'b'.repeat(81)],
    ]);
    expect(long.status).toBe(400);
    expect(long.body).toContain('id="new_speaker[1]-error"');
    expect(long.body).toMatch(/id="new_speaker\[0\]"[^>]*value="Ana"/);
    expect(long.body).toContain(`value="${'b'.repeat(81)}"`);
    await person.post(`${page}/blocks/1.0`, { intent: 'text', version: '1', content: 'boa tarde' });
    const late = await names([['A', 'Ana']]);
    expect(late.status).toBe(409);
    expect(late.body).toContain('value="Ana"');
  });

  it('are split: chosen utterances go to somebody new, or to a name', async () => {
    const list = await person.get(`${page}/people?person=A`);
    expect(textOf(list.body)).toContain('Se ficar em branco, a nova pessoa se chama Pessoa C.');
    const split = (version: string, more: [string, string][]) =>
      post(
        [['intent', 'split'], ['version', version], ['old_speaker', 'A'], ...more],
        `${page}/people?person=A`,
      );
    const empty = await split('1', [['new_speaker', 'Caio']]);
    expect(empty.status).toBe(400);
    expect(textOf(empty.body)).toContain('Selecione as falas que são de outra pessoa.');
    expect(empty.body).toContain('value="Caio"');
    expect((await split('1', [['block', '1.2']])).status).toBe(303);
    expect(await dialogue()).toEqual(['A: bom dia', 'B: olá a todos', 'C: vamos lá']);
    expect((await split('2', [['block', '2.1']])).status).toBe(409);
    await split('2', [
      ['block', '2.0'],
      ['new_speaker', 'Caio'],
    ]);
    expect(await dialogue()).toEqual(['Caio: bom dia', 'B: olá a todos', 'C: vamos lá']);
  });

  it('offer names of earlier transcripts, but not the labels', async () => {
    await names([
      ['A', 'Ana Beatriz'],
      ['B', 'Pessoa 2'],
    ]);
    const other = await editable(celeste, person);
    const { body } = await person.get(`${other}/people`);
    expect(body).toContain('<option value="Ana Beatriz">');
    expect(body).not.toContain('<option value="Pessoa 2">');
    expect(body).not.toContain('<option value="A">');
  });

  it('are nobody else’s business', async () => {
    const stranger = await signUp(celeste);
    expect((await stranger.get(`${page}/people`)).status).toBe(404);
    const fields: [string, string][] = [
      ['intent', 'names'],
      ['version', '1'],
      ['old_speaker', 'A'],
      ['new_speaker', 'Ana'],
    ];
    expect((await post(fields, `${page}/people`, stranger)).status).toBe(404);
    expect((await person.get(`${page}/people?person=Z`)).status).toBe(404);
    expect(await dialogue()).toContain('A: bom dia');
  });

  it('may be hundreds: the page names those who speak most', async () => {
    page = await editable(
      celeste,
      person,
      Array.from({ length: 230 }, (_, index) => [`Pessoa ${index}`, index < 30 ? 'oi' : 'oi oi']),
    );
    const shown = await person.get(`${page}/people`);
    expect(shown.body.match(/name="old_speaker"/g)).toHaveLength(200);
    expect(textOf(shown.body)).toContain('Mais 30 pessoas falam pouco');
    const renamed = await names(
      Array.from({ length: 200 }, (_, index) => [`Pessoa ${index + 30}`, `${'ção'.repeat(25)} ${index}`]),
    );
    expect(renamed.status).toBe(303);
    expect((await dialogue()).filter((line) => line.startsWith('ção'))).toHaveLength(200);
    const tooMany = await names(
      Array.from({ length: 201 }, (_, index) => [`Pessoa ${index}`, `Ana ${index}`]),
      [],
      '2',
    );
    expect(tooMany.status).toBe(400);
  });
});

describe('a remembered voice', () => {
  /** Stores the voice of A as the worker does, in a transcription of somebody who agreed to it. */
  async function keepVoiceOfA(address: string): Promise<void> {
    const publicId = address.split('/').at(-1)!;
    const where = `WHERE public_id = '${publicId}'`;
    const [row] = await rows(celeste, `SELECT id, user_id FROM transcriptions ${where}`);
    const now = "'2026-11-20 12:00:00.000 +00:00'";
    await change(
      celeste,
      `INSERT INTO voices (user_id, transcription_id, start_ms, end_ms, model, max_distance, embedding,
         is_dismissed, created_at, updated_at)
       VALUES (${row!.user_id}, ${row!.id}, 0, 700, 'demo', 0.2, '[1,0]', 0, ${now}, ${now})`,
    );
  }

  const OFFER = 'Pessoa A: parece ser Ana. Sim, é Ana Dispensar Pessoa A';

  it('needs consent, offers a name that is accepted or refused by plain forms, and is forgotten', async () => {
    expect(await text('/account/data')).toContain('Lembrar vozes');
    const without = await post([['intent', 'voices']], '/account/data');
    expect(textOf(without.body)).toContain('Marque a autorização para que as vozes sejam lembradas.');
    await post(
      [
        ['intent', 'voices'],
        ['consent', 'on'],
      ],
      '/account/data',
    );
    expect(await text('/account/data')).toContain('Revogar e apagar as vozes');

    await keepVoiceOfA(page);
    await names([['A', 'Ana']]);
    const accepted = await editable(celeste, person);
    const refused = await editable(celeste, person);
    const left = await editable(celeste, person);
    for (const later of [accepted, refused, left]) {
      await keepVoiceOfA(later);
      expect(await text(`${later}/people`)).toContain(OFFER);
      expect(await text(later)).not.toContain('Ana');
    }
    await post(
      [
        ['intent', 'accept'],
        ['version', '1'],
        ['old_speaker', 'A'],
        ['new_speaker', 'Ana'],
      ],
      `${accepted}/people`,
    );
    expect(await text(accepted)).toContain('Ana');
    const refusal: [string, string][] = [
      ['intent', 'refuse'],
      ['old_speaker', 'A'],
    ];
    const stranger = await signUp(celeste);
    expect((await post(refusal, `${refused}/people`, stranger)).status).toBe(404);
    await post(refusal, `${refused}/people`);
    expect(await text(`${refused}/people`)).not.toContain('parece ser');
    expect(await text(`${left}/people`)).toContain(OFFER);

    await post([['intent', 'forget-voices']], '/account/data');
    expect(await text(`${left}/people`)).not.toContain('parece ser');
    expect(await text('/account/data')).toContain('Lembrar vozes');
  });
});
