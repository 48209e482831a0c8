import { describe, expect, it } from 'vitest';
import { linksOf, mainOf, textOf } from '../platform/page';
import { CASE_NUMBER, paragraphsOf, recordWith } from './degravacao-client';
import { DegravacaoSetting } from './degravacao-setting';

const here = DegravacaoSetting.beforeEach([
  ['A', 'bom dia senhora Bia'],
  ['Bia Lopes', 'vamos lá'],
]);

describe('the form of a degravação', () => {
  it('keeps the record, with the case number as it is written', async () => {
    const saved = await here.degravacao.post(recordWith());
    expect([saved.status, saved.location]).toEqual([303, `${here.page}/degravacao`]);
    const { body } = await here.degravacao.get();
    expect(textOf(mainOf(body))).toContain('Dados da degravação salvos');
    for (const value of [CASE_NUMBER, '2026-03-20', '2026-03-19', 'Juíza de Direito', 'matrícula 12.345']) {
      expect(body).toContain(`value="${value}"`);
    }
  });

  it.each([
    ['case_number', '0710802-55.2018.8.02.0010', 'Os dígitos verificadores não conferem.'],
    ['case_number', '0710802', 'O número do processo precisa ter 20 dígitos'],
    ['hearing_date', '2026-02-30', 'Digite uma data válida.'],
    ['court', 'x'.repeat(161), 'O texto é longo demais para este campo. Encurte-o.'],
  ])('reports a wrong %s beside its field, and keeps what was typed', async (name, value, message) => {
    const refused = await here.degravacao.post(recordWith({ [name]: value }));
    expect(refused.status).toBe(400);
    expect(refused.body).toContain(`id="${name}-error"`);
    expect(refused.body).toContain(`value="${value}"`);
    expect(refused.body).toContain('value="Juíza de Direito"');
    expect(textOf(mainOf(refused.body))).toContain(message);
    expect((await here.degravacao.get()).body).not.toContain('Vara Cível');
  });

  it('is refused where another window saved first', async () => {
    await here.degravacao.post(recordWith());
    const late = await here.degravacao.post(recordWith({ court: '2ª Vara' }));
    expect(late.status).toBe(409);
    expect(late.body).toContain('value="2ª Vara"');
  });

  it('shows a preview of what is typed, unfinished too, and keeps nothing of it', async () => {
    const shown = await here.degravacao.post(
      recordWith({ case_number: '0710802-5', hearing_date: '' }),
      'preview',
    );
    expect(shown.status).toBe(200);
    const text = textOf(mainOf(shown.body));
    expect(text).toContain('Processo: 0710802-5');
    expect(text).toContain('2:1 00:00:00 Ana Souza (Juíza de Direito): bom dia senhora Bia');
    expect(text).toContain('Página 1');
    expect(shown.body).toContain('value="Caio Prado"');
    expect((await here.degravacao.get()).body).not.toContain('Caio Prado');
  });

  it('is linked from the options of the transcript and from its downloads', async () => {
    expect(linksOf((await here.person.get(here.page)).body)).toContain(`${here.page}/degravacao`);
    expect(linksOf((await here.person.get(`${here.page}/download`)).body)).toContain(
      `${here.page}/degravacao`,
    );
  });

  it('offers to save unsaved changes of the text first', async () => {
    const draft = JSON.parse((await here.person.get(`${here.page}/draft`)).body) as {
      blocks: { id: string }[];
    };
    const [block] = draft.blocks;
    const replaced = { id: 'b1', speaker: 'A', text: 'boa tarde' };
    const change = { kind: 'replace', ids: [block!.id], blocks: [replaced] };
    await here.person.request(`${here.page}/draft`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: here.celeste.address },
      body: JSON.stringify({ version: 1, lastChangeId: null, changes: [{ id: 'c1', change }] }),
    });
    const offer = textOf(mainOf((await here.degravacao.get()).body));
    expect(offer).toContain('Salvar e baixar');
    expect(offer).toContain('boa tarde');
    const saved = await here.degravacao.post(recordWith({ unsaved: 'leave' }), 'preview');
    expect(textOf(mainOf(saved.body))).not.toContain('boa tarde');
    const left = await here.person.get(`${here.page}/degravacao/export.pdf`);
    expect([left.headers.get('X-Celeste-Version'), left.headers.get('X-Celeste-Unsaved-Changes')]).toEqual([
      '1',
      '1',
    ]);
    const foot = paragraphsOf(await here.degravacao.docxPart('word/document.xml')).at(-1)!.text;
    expect(foot).toMatch(/^Versão 1, salva em .* Há 1 alteração não salva, que não está neste arquivo\.$/);
    const fields = recordWith({ saved_version: '1', unsaved: 'save', court: '9ª Vara' });
    const sent = await here.degravacao.post(fields, 'docx');
    expect([sent.status, sent.location]).toEqual([303, `${here.page}/degravacao?file=docx#files`]);
    const follow = await here.person.request(`${here.page}/degravacao?file=docx`);
    expect(follow.headers.get('refresh')).toBe(`0; url=${here.page}/degravacao/export.docx`);
    const document = await here.degravacao.docxPart('word/document.xml');
    expect(document).toContain('boa tarde');
    expect(document).toContain('9ª Vara');
    expect(document).not.toContain('não salva');
  });
});
