import { expect, it } from 'vitest';
import { describeWithPoppler, pdfInfo, pdfStructure, pdfText } from '@/tests/support/poppler';
import { signUp } from '@/tests/support/test-user';
import { change } from '../platform/data-dir';
import { linksOf, textOf } from '../platform/page';
import { CASE_NUMBER, oneLine, paragraphsOf, recordWith } from './degravacao-client';
import { DegravacaoSetting } from './degravacao-setting';

const here = DegravacaoSetting.beforeEach([
  ['A', 'bom dia senhora Bia'],
  ['Bia Lopes', 'a doutora ána [inaudível]. chegou'],
  ['A', 'vamos lá'],
]);

describeWithPoppler('the files of a degravação', () => {
  it('are a tagged PDF in Portuguese, with headings, bookmarks and numbers that are artifacts', async () => {
    await here.degravacao.post(recordWith());
    const pdf = await here.degravacao.file('export.pdf');
    const info = await pdfInfo(pdf);
    expect(info).toMatch(/Tagged: +yes/);
    expect(info).toMatch(/Title: +Termo de degravação - /);
    expect(await pdfInfo(pdf, '-meta')).toContain('<pdfuaid:part>1</pdfuaid:part>');
    const source = pdf.toString('latin1');
    for (const entry of [
      /\/Lang \(pt-BR\)/,
      /\/DisplayDocTitle true/,
      /\/Outlines \d+ 0 R/,
      /\/Marked true/,
    ]) {
      expect(source).toMatch(entry);
    }
    const elements = await pdfStructure(pdf);
    const headings = elements
      .filter(({ tag }) => tag !== 'P')
      .map(({ tag, text }) => `${tag} ${text.trim()}`);
    expect(headings).toEqual([
      'H1 Termo de degravação',
      'H2 Identificação',
      'H2 Pessoas',
      'H2 Degravação',
      'H2 Encerramento',
    ]);
    const read = elements.map(({ text }) => text).join('\n');
    expect(read).not.toMatch(/Página|\b2:1\b/);
    const printed = oneLine(await pdfText(pdf));
    expect(printed).toContain('2:1 00:00:00 Ana Souza (Juíza de Direito): bom dia senhora Bia');
    expect(printed).toContain('2:2 00:00:01 Bia Lopes: a doutora ána [inaudível 00:00:02]. chegou');
    expect(printed).toContain('Página 3 de 3');
  });

  it('say what the record says, and the digest of the recording', async () => {
    await here.degravacao.post(recordWith());
    const said = (await pdfStructure(await here.degravacao.file('export.pdf'))).map(({ text }) =>
      text.trim(),
    );
    expect(said).toEqual(
      expect.arrayContaining([
        `Processo: ${CASE_NUMBER}`,
        'Órgão julgador: 1ª Vara Cível de Maceió',
        'Data da audiência ou do ato: 20 de março de 2026',
        'Data da gravação: 19 de março de 2026',
        'Ana Souza: Juíza de Direito',
        'Bia Lopes: qualidade não informada',
        'Caio Prado, matrícula 12.345',
        'Conferido por',
        expect.stringMatching(/^SHA-256 do áudio: [0-9a-f]{64}$/),
        expect.stringMatching(/^Data do envio do arquivo: \d\d de [a-zç]+ de \d{4} às \d\d:\d\d/),
      ]),
    );
    await here.degravacao.post(recordWith({ version: '1', recording_date: '' }));
    expect(oneLine(await pdfText(await here.degravacao.file('export.pdf')))).toContain(
      'Data da gravação: não informada',
    );
  });

  it.each(['lawyer', 'journalist', 'researcher', 'captioner'])(
    'have the same words in PDF and DOCX for a %s',
    async (profile) => {
      await here.degravacao.post(recordWith({ profile }));
      const pdf = (await pdfStructure(await here.degravacao.file('export.pdf'))).map(({ text }) =>
        oneLine(text),
      );
      const docx = paragraphsOf(await here.degravacao.docxPart('word/document.xml'));
      expect(docx.map(({ text }) => text)).toEqual(pdf);
      expect(pdf.length).toBeGreaterThan(8);
    },
  );

  it('are a Word document with heading styles, line numbers, language and title', async () => {
    await here.degravacao.post(recordWith());
    const xml = await here.degravacao.docxPart('word/document.xml');
    const styles = paragraphsOf(xml).map(({ style }) => style);
    expect(styles.slice(0, 3)).toEqual(['Title', 'Heading1', 'Fact']);
    expect(styles.filter((style) => style === 'Heading1')).toHaveLength(4);
    expect(xml).toMatch(/<w:lnNumType w:countBy="1" w:restart="newPage" w:distance="\d+"\/>/);
    expect(await here.degravacao.docxPart('word/styles.xml')).toContain('<w:lang w:val="pt-BR"/>');
    expect(await here.degravacao.docxPart('docProps/core.xml')).toContain('<dc:title>Termo de degravação - ');
  });

  it('have the same pages and lines in both formats', async () => {
    const long = Array.from({ length: 120 }, (_, index) => (index % 4 ? `palavra${index}` : '[inaudível]'));
    await here.transcribe(
      Array.from({ length: 9 }, (_, index): [string, string] => [index % 2 ? 'A' : 'B', long.join(' ')]),
    );
    const printed = await pdfText(await here.degravacao.file('export.pdf'));
    const numbered = [...printed.matchAll(/^ *(\d+:\d+) +(?:\d\d:\d\d:\d\d)? +(\S.*)$/gm)];
    const xml = await here.degravacao.docxPart('word/document.xml');
    const lines: string[] = [];
    let at = { page: 1, line: 0 };
    for (const [paragraph] of xml.matchAll(/<w:p>.*?<\/w:p>/gs)) {
      if (paragraph.includes('<w:pageBreakBefore/>')) at = { page: at.page + 1, line: 0 };
      if (!paragraph.includes('w:val="Speech"')) continue;
      for (const piece of paragraph.split('<w:br')) {
        if (piece.startsWith(' w:type="page"/>')) at = { page: at.page + 1, line: 0 };
        at.line += 1;
        const said = oneLine(textOf(piece.replace(/^[^<]*\/>/, '').replace(/>\d\d:\d\d:\d\d</, '><')));
        lines.push(`${at.page}:${at.line} ${said}`);
      }
    }
    expect(numbered.length).toBeGreaterThan(60);
    expect(lines.filter((line) => line.endsWith('[inaudível'))).toEqual([]);
    expect(lines).toEqual(numbered.map(([, citation, said]) => `${citation} ${oneLine(said!)}`));
  });

  it('mark an utterance that begins while somebody else is speaking', async () => {
    await change(
      here.celeste,
      `UPDATE transcripts SET utterances = REPLACE(utterances, '"endMs":1600', '"endMs":9600')`,
    );
    const said = (await pdfStructure(await here.degravacao.file('export.pdf'))).map(({ text }) =>
      oneLine(text),
    );
    expect(said).toContain('00:00:01 Bia Lopes: [sobreposição] a doutora ána [inaudível 00:00:02]. chegou');
    expect(said).toContain('00:00:03 Pessoa A: vamos lá');
  });

  it('quote for a journalist all that is said, or what is highlighted', async () => {
    await here.degravacao.post(recordWith({ profile: 'journalist' }));
    const quotes = async () =>
      (await pdfStructure(await here.degravacao.file('export.pdf')))
        .map(({ text }) => oneLine(text))
        .filter((text) => /“/.test(text));
    expect((await quotes())[0]).toBe('00:00:00 Ana Souza (Juíza de Direito): “bom dia senhora Bia”');
    await change(
      here.celeste,
      `UPDATE transcripts SET utterances = REPLACE(REPLACE(utterances,
         '{"text":"doutora"', '{"highlight":"green","text":"doutora"'), '{"text":"ána"', '{"highlight":"red","text":"ána"')`,
    );
    await here.degravacao.post(recordWith({ profile: 'journalist', quoted: 'highlighted', version: '1' }));
    expect(await quotes()).toEqual(['00:00:02 Bia Lopes: “doutora ána”']);
    await change(
      here.celeste,
      `UPDATE transcripts SET utterances = REPLACE(utterances, '"highlight"', '"none"')`,
    );
    expect(await quotes()).toEqual([]);
    expect(oneLine(await pdfText(await here.degravacao.file('export.pdf')))).toContain(
      'Nenhuma fala tem destaque no texto.',
    );
  });

  it('have codes in place of names for a researcher, and a table of them in a file of its own', async () => {
    await here.person.post(here.page, { intent: 'title', transcription_name: 'Entrevista com Bia' });
    await here.degravacao.post(recordWith({ profile: 'researcher' }));
    const pdf = await here.degravacao.file('export.pdf');
    const text = oneLine(await pdfText(pdf));
    expect(text).toContain('P1: bom dia senhora P2');
    expect(text).toContain('P2: a doutora P1 [inaudível 00:00:02]. chegou');
    expect(text).toContain('P1: Juíza de Direito');
    const whole = `${text} ${await pdfInfo(pdf)} ${await here.degravacao.docxPart('word/document.xml')}`;
    expect(whole).not.toMatch(/\b(Bia|Lopes|Ana|ána|Souza)\b|Processo/);
    expect((await here.degravacao.file('codes.csv')).toString()).toBe(
      '\uFEFFcódigo;no texto;nome completo;qualidade\r\nP1;A;Ana Souza;Juíza de Direito\r\nP2;Bia Lopes;;\r\n',
    );
    expect(linksOf((await here.degravacao.get()).body)).toContain(`${here.page}/degravacao/codes.csv`);
  });

  it('come with subtitles for a captioner', async () => {
    await here.degravacao.post(recordWith({ profile: 'captioner' }));
    expect(linksOf((await here.degravacao.get()).body)).toEqual(
      expect.arrayContaining([`${here.page}/export.srt`, `${here.page}/export.vtt`]),
    );
  });

  it('belong to the owner of the transcription, and have known formats only', async () => {
    const stranger = await signUp(here.celeste);
    for (const name of ['export.pdf', 'export.docx', 'codes.csv']) {
      expect((await stranger.get(`${here.page}/degravacao/${name}`)).status).toBe(404);
    }
    expect((await here.person.get(`${here.page}/degravacao/export.exe`)).status).toBe(404);
  });
});
