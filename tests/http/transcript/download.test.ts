import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { readPdf } from '@/tests/support/pdf';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { waitForStatus } from '@/tests/support/transcriptions';
import { unzip } from '@/tests/support/zip';
import { change, rows } from '../platform/data-dir';
import { linksOf, mainOf, textOf } from '../platform/page';
import { sampleRecording } from '../transcription/recordings';

const NAUGHTY_TITLE = 'Ata 50% <b>ção; x=1';

let celeste: RunningCeleste;
let owner: TestUser;
/** Path of the owner's finished transcription. */
let own: string;

beforeAll(async () => {
  celeste = await startCeleste();
  owner = await signUp(celeste);
  await owner.upload({ name: `${NAUGHTY_TITLE}.wav`, bytes: sampleRecording() });
  const list = await waitForStatus(owner, 'succeeded');
  own = linksOf(list).find((href) => /^\/transcriptions\/[\w-]{22}$/.test(href))!;
});

afterAll(() => celeste.stop());

/** Downloads a file's bytes. */
async function file(address: string, signal: AbortSignal | null = null) {
  const answer = await fetch(`${celeste.address}${own}/${address}`, {
    headers: { Cookie: owner.cookieHeader() },
    signal: signal ?? null,
  });
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const pdf = async (query = '') => readPdf((await file(`export.pdf${query}`)).bytes);
const text = async (query = '') => (await file(`export.txt${query}`)).bytes.toString();
const docx = async (query = '') =>
  unzip((await file(`export.docx${query}`)).bytes)
    .get('word/document.xml')!
    .toString();

describe('exporting a transcript', () => {
  it('is a PDF with title, date, duration, speakers, times and text', async () => {
    const { headers, bytes } = await file('export.pdf');
    expect(headers.get('Content-Type')).toBe('application/pdf');
    expect(headers.get('Content-Disposition')).toContain(encodeURIComponent(`${NAUGHTY_TITLE}.pdf`));
    const { title, pages } = readPdf(bytes);
    expect(title).toBe(NAUGHTY_TITLE);
    const lines = pages.flatMap((page) => page.lines);
    expect(lines[0]).toBe(NAUGHTY_TITLE);
    expect(lines[1]).toMatch(/^Data: \d\d de \w{3} de \d{4} às \d\d:\d\d \(horário de Brasília\)$/);
    expect(lines[2]).toBe('Duração: 00:01:12');
    expect(lines[3]).toMatch(/^Pessoa A 00:00:0\d$/);
    expect(lines.join(' ')).toContain('Bom dia a todos vamos começar a reunião de hoje.');
  });

  it('is a Word document with the same content', async () => {
    const { headers } = await file('export.docx');
    expect(headers.get('Content-Type')).toBe(
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    );
    const xml = await docx();
    expect(xml).toContain('Ata 50% &lt;b&gt;ção; x=1');
    expect(textOf(xml)).toContain('Bom dia a todos vamos começar a reunião de hoje.');
    expect(textOf(xml)).toContain('Pessoa B');
  });

  it('omits speakers and times on request', async () => {
    const query = '?show=&layout=plain';
    for (const said of [
      await text(query),
      textOf(await docx(query)),
      (await pdf(query)).pages[0]!.lines.join(' '),
    ]) {
      expect(said).toContain('Bom dia a todos');
      expect(said).not.toMatch(/Pessoa|00:00:\d\d/);
    }
    expect(await text('?show=times')).toMatch(/\n\n00:00:0\d\nBom dia/);
    expect(await text('?show=speakers')).toMatch(/\n\nPessoa A\nBom dia/);
    for (const kind of ['srt', 'vtt']) {
      const { bytes } = await file(`export.${kind}?show=`);
      expect(bytes.toString()).not.toContain('Pessoa');
    }
  });

  it("as a degravação has numbered lines, time stamps, speaker turns, the audio's digest and page x of y", async () => {
    const digest = createHash('sha256').update(sampleRecording()).digest('hex');
    const [page] = (await pdf('?layout=degravacao')).pages;
    expect(page!.lines).toContain(`SHA-256 do áudio: ${digest}`);
    expect(page!.lines).toContain('1 Pessoa A');
    expect(page!.lines.find((line) => line.startsWith('2 '))).toMatch(/^2 \[00:00:0\d\] Bom dia/);
    expect(page!.lines.some((line) => /^Página 1 de \d+$/.test(line))).toBe(true);
    expect(textOf(await docx('?layout=degravacao'))).toContain(`SHA-256 do áudio: ${digest}`);
    const said = await text('?layout=degravacao');
    expect(said).toContain(`SHA-256 do áudio: ${digest}`);
    expect(said).toMatch(/\n {3}1 {2}Pessoa A\n {3}2 {2}\[00:00:0\d\] Bom dia/);
    const turns = said.match(/^ *\d+ {2}Pessoa [AB]$/gm)!;
    expect(turns.every((turn, index) => turn.at(-1) !== turns[index - 1]?.at(-1))).toBe(true);
  });

  it('uses the interface language, and .json keeps the labels', async () => {
    await owner.post('/language', { lang: 'en' });
    expect(await text()).toContain('Speaker A');
    expect((await pdf('?layout=degravacao')).pages[0]!.lines).toContain('Duration: 00:01:12');
    await owner.post('/language', { lang: 'pt' });
    const { dialogue } = JSON.parse((await file('export.json')).bytes.toString());
    expect(dialogue[0].speaker).toBe('A');
  });

  it('shows highlighted and struck words, also in .json', async () => {
    const [{ utterances }] = (await rows(celeste, 'SELECT utterances FROM transcripts')) as [
      { utterances: string },
    ];
    const marked = JSON.parse(utterances);
    Object.assign(marked[0].words[0], { highlight: 'green' });
    Object.assign(marked[0].words[1], { struck: true });
    await write(JSON.stringify(marked));
    expect((await pdf()).pages[0]!.fills).toEqual(['BFE8C4', '1A212B']);
    expect((await pdf('?show=speakers')).pages[0]!.fills).toEqual([]);
    expect(await docx()).toContain('<w:strike/>');
    expect(await docx('?show=speakers')).not.toMatch(/w:strike|w:shd/);
    const { dialogue } = JSON.parse((await file('export.json')).bytes.toString());
    const marks = dialogue[0].words.map(
      ({ highlighted, highlighted_color, strikethrough }: ExportedMarks) => [
        highlighted,
        highlighted_color,
        strikethrough,
      ],
    );
    expect(marks.slice(0, 3)).toEqual([
      [true, 'green', false],
      [false, null, true],
      [false, null, false],
    ]);
    await write(utterances);
  });
});

interface ExportedMarks {
  highlighted: boolean;
  highlighted_color: string | null;
  strikethrough: boolean;
}

/** As the only version. */
async function write(utterances: string): Promise<void> {
  await change(celeste, 'DELETE FROM transcript_versions');
  await change(celeste, `UPDATE transcripts SET utterances = '${utterances.replaceAll("'", "''")}'`);
}

describe('the download page', () => {
  it('offers every format, with the chosen options', async () => {
    const { body } = await owner.get(`${own}/download?show=times&layout=degravacao`);
    const actions = [...body.matchAll(/formAction="([^"]*)"/gi)].map(([, action]) => action);
    expect(actions).toEqual(['pdf', 'docx', 'txt', 'srt', 'vtt'].map((kind) => `${own}/export.${kind}`));
    expect(linksOf(body)).toEqual(
      expect.arrayContaining([`${own}/export.json`, `${own}/audio?download=original`]),
    );
    const checked = [...body.matchAll(/<input[^>]* id="([\w-]+)"[^>]* checked=""/g)].map(([, id]) => id);
    expect(checked).toEqual(['layout-degravacao', 'show-times']);
    expect(body).not.toContain('<b>');
    expect(body).toMatch(/<article[^>]* data-dialog="Fechar"/);
  });

  it.each([
    ['txt', 'TXT'],
    ['pdf', 'PDF'],
    ['docx', 'DOCX'],
  ])('reports that a .%s cannot be generated, and keeps the options', async (kind, name) => {
    const [{ utterances }] = (await rows(celeste, 'SELECT utterances FROM transcripts')) as [
      { utterances: string },
    ];
    await write('[{"speaker":"A","startMs":0,"words":null}]');
    const answer = await owner.get(`${own}/export.${kind}?show=times&layout=degravacao`);
    expect(answer.status).toBe(302);
    const { body } = await owner.get(answer.location!);
    expect(textOf(body)).toContain(`Erro ao exportar transcrição para ${name}!`);
    expect(body).toMatch(/id="layout-degravacao"[^>]* checked/);
    await write(utterances);
  });

  it('reports that the audio is deleted, and keeps its digest', async () => {
    const [{ storage_key: key }] = (await rows(celeste, 'SELECT storage_key FROM transcriptions')) as [
      { storage_key: string },
    ];
    await rm(path.join(celeste.dataDir, 'storage', key));
    const { body } = await owner.get(`${own}/download`);
    expect(textOf(body)).toContain('Oops! O áudio da transcrição não foi definido.');
    expect(linksOf(body)).not.toContain(`${own}/audio?download=original`);
    const pressed = await owner.get(`${own}/audio?download=original`);
    expect(pressed.location).toBe(`${own}/download?failed=audio`);
    expect(textOf((await owner.get(pressed.location!)).body)).toContain('Erro ao exportar o áudio');
    const digest = createHash('sha256').update(sampleRecording()).digest('hex');
    expect(await text('?layout=degravacao')).toContain(digest);
    await change(celeste, 'UPDATE transcriptions SET recording_sha256 = NULL');
    expect(await text('?layout=degravacao')).toContain('SHA-256 do áudio: áudio não armazenado');
  });

  it('is a 404 for other users, and offers only the recording before the text is ready', async () => {
    const stranger = await signUp(celeste);
    expect((await stranger.get(`${own}/download`)).status).toBe(404);
    expect((await stranger.get(`${own}/export.pdf`)).status).toBe(404);
    expect((await owner.get(`${own}/export.exe`)).status).toBe(404);
    await change(celeste, `UPDATE transcriptions SET status = 'processing'`);
    const links = linksOf(mainOf((await owner.get(`${own}/download`)).body));
    expect(links).toContain('/transcriptions');
    expect(links).not.toContain(`${own}/export.json`);
  });
});
