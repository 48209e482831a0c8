import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diarizationErrors } from '@/tests/bench/metrics/der';
import { wordErrors } from '@/tests/bench/metrics/wer';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, TestUser } from '@/tests/support/test-user';
import { waitUntilSettled } from '@/tests/support/transcriptions';
import { rows } from '../platform/data-dir';
import { linksOf, textOf } from '../platform/page';
import { sampleRecording, silence } from './recordings';

const NAUGHTY_TITLE = '50% <b>ção 🎤; x=1';

let celeste: RunningCeleste;
let owner: TestUser;
/** Path of the owner's finished transcription. */
let own: string;

beforeAll(async () => {
  celeste = await startCeleste();
  owner = await signUp(celeste);
  const upload = { name: `${NAUGHTY_TITLE}.wav`, bytes: sampleRecording() };
  await owner.upload(upload, { language: 'en' });
  own = linksOf(await waitUntilSettled(owner)).find((href) => /^\/transcriptions\/[\w-]{22}$/.test(href))!;
});

afterAll(() => celeste.stop());

interface ExportedWord {
  text: string;
  start: number;
  end: number;
  confidence: number;
}

interface ExportedTranscription {
  dialogue: (ExportedWord & { speaker: string; words: ExportedWord[] })[];
}

const exportAs = (extension: string) => owner.get(`${own}/export.${extension}`);
const exportedJson = async (): Promise<ExportedTranscription> => JSON.parse((await exportAs('json')).body);

describe('the sample recording', () => {
  it('is transcribed without an error, and its speakers are separated', async () => {
    const reference: { turns: { speaker: string; start: number; end: number; norm: string }[] } = JSON.parse(
      readFileSync(path.resolve(import.meta.dirname, '../../factories/sample/reuniao.json'), 'utf8'),
    );
    const { dialogue } = await exportedJson();
    const said = reference.turns.map((turn) => turn.norm).join(' ');
    const recognized = JSON.parse(
      String((await rows(celeste, 'SELECT utterances FROM transcripts'))[0]!.utterances),
    );
    const words = wordErrors(said, recognized.map(({ text }: ExportedWord) => text).join(' '));
    const speakers = diarizationErrors(
      reference.turns.map(({ speaker, start, end }) => ({
        speaker,
        startMs: start * 1000,
        endMs: end * 1000,
      })),
      dialogue.map(({ speaker, start, end }) => ({ speaker, startMs: start, endMs: end })),
      { collarMs: 250 },
    );
    process.stdout.write(
      `sample: WER ${words.percent.toFixed(2)} % of ${words.words} words, DER ${speakers.percent.toFixed(2)} % of ${(speakers.speechMs / 1000).toFixed(1)} s\n`,
    );
    expect(words.words).toBeGreaterThan(100);
    expect(words.percent).toBe(0);
    expect(speakers.percent).toBeLessThanOrEqual(0.5);
    expect(dialogue.map(({ text }) => text)).toContain('Podemos gastar R$ 3.500,00.');
  });

  it('costs the minutes that it lasts', async () => {
    expect(textOf((await owner.get('/transcriptions')).body)).toContain('restante: 28 min');
  });
});

describe('a finished transcription', () => {
  it('shows speakers, text and times, under its own title', async () => {
    const { dialogue } = await exportedJson();
    const page = await owner.get(own);
    expect(page.status).toBe(200);
    const text = textOf(page.body);
    for (const utterance of dialogue) expect(text).toContain(utterance.text);
    expect(text).toContain(NAUGHTY_TITLE);
    expect(page.body).not.toContain('<b>');
    expect(page.body).toContain('<title>50% &lt;b&gt;');
  });

  it('starts playback at the time of a link', async () => {
    // The copy is played once it exists.
    const played = (end: string) => new RegExp(`src="${own}/audio(\\?copy=\\w+)?${end}"`);
    expect((await owner.get(`${own}?t=12.5`)).body).toMatch(played('#t=12.5'));
    for (const t of ['-1', 'x', '"><script>', '']) {
      expect((await owner.get(`${own}?t=${encodeURIComponent(t)}`)).body).toMatch(played(''));
    }
  });

  it('as .json has its documented shape', async () => {
    const { headers, body } = await exportAs('json');
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    const exported = JSON.parse(body);
    const share = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1;
    expect(Object.keys(exported)).toEqual([
      ...['crypto', 'title', 'language', 'duration', 'confidence_score', 'updated_at', 'dialogue'],
    ]);
    expect(exported).toMatchObject({ crypto: own.split('/')[2], title: NAUGHTY_TITLE, language: 'en' });
    expect(Math.abs(exported.duration - 72_320)).toBeLessThan(20);
    expect(exported.confidence_score).toBeGreaterThan(70);
    expect(exported.confidence_score).toBeLessThanOrEqual(100);
    expect(new Date(exported.updated_at).toISOString()).toBe(exported.updated_at);
    let endOfLast = 0;
    for (const block of exported.dialogue) {
      expect(Object.keys(block)).toEqual(['speaker', 'start', 'end', 'confidence', 'text', 'words']);
      expect(share(block.confidence)).toBe(true);
      expect(block.text).toBe(block.words.map(({ text }: ExportedWord) => text).join(' '));
      expect([block.start, block.end]).toEqual([block.words[0].start, block.words.at(-1).end]);
      for (const word of block.words) {
        const { text, start, end, confidence, ...marks } = word;
        expect(text).toMatch(/^\S+$/);
        expect([start, end].every(Number.isInteger)).toBe(true);
        expect(start).toBeGreaterThanOrEqual(endOfLast);
        expect(end).toBeGreaterThan(start);
        expect(share(confidence)).toBe(true);
        expect(marks).toEqual({
          speaker: block.speaker,
          highlighted: false,
          highlighted_color: null,
          strikethrough: false,
        });
        endOfLast = end;
      }
    }
    expect(endOfLast).toBeLessThanOrEqual(exported.duration);
  });

  it('as .txt is the title, then each speaker with time and text', async () => {
    const { headers, body } = await exportAs('txt');
    expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    const [title, ...blocks] = body.trimEnd().split('\n\n');
    expect(title).toBe(NAUGHTY_TITLE);
    const { dialogue } = await exportedJson();
    expect(blocks.map((block) => block.split('\n')[1])).toEqual(dialogue.map(({ text }) => text));
    for (const block of blocks) expect(block).toMatch(/^Pessoa [AB] \(00:0[01]:\d\d\)\n/);
  });

  it.each([
    { extension: 'srt', type: 'application/x-subrip', separator: ',' },
    { extension: 'vtt', type: 'text/vtt', separator: '.' },
  ])('as .$extension is captions in order', async ({ extension, type, separator }) => {
    const { headers, body } = await exportAs(extension);
    expect(headers.get('Content-Type')).toBe(`${type}; charset=utf-8`);
    const cues = body.trimEnd().split('\n\n');
    if (extension === 'vtt') {
      expect(cues.shift()).toBe('WEBVTT');
      expect(cues.shift()).toMatch(/^STYLE\n::cue\(v\[voice="Pessoa A"\]\) \{ color: #[0-9a-f]{6}; \}\n/);
    }
    const voices: (string | undefined)[] = [];
    const labels: (string | undefined)[] = [];
    const said: string[] = [];
    let last = 0;
    cues.forEach((cue, index) => {
      const [first, ...rest] = cue.split('\n');
      if (extension === 'srt') expect(first).toBe(String(index + 1));
      const [times, ...lines] = extension === 'srt' ? rest : [first, ...rest];
      const [start, end] = times!.split(' --> ').map((time) => milliseconds(time, separator));
      expect(start).toBeGreaterThanOrEqual(last);
      expect(end).toBeGreaterThan(start!);
      last = end!;
      const [, voice, label, text] = /^(?:<v (.*?)>|(Pessoa [AB]): )?(.*?)(?:<\/v>)?$/.exec(lines.join(' '))!;
      voices.push(voice);
      labels.push(label);
      said.push(text!);
    });
    if (extension === 'vtt') expect(new Set(voices)).toEqual(new Set(['Pessoa A', 'Pessoa B']));
    const named = labels.filter((label) => label !== undefined);
    // A name precedes the text only where the speaker changes.
    expect(named.every((label, index) => label !== named[index - 1])).toBe(true);
    expect(named.length > 1).toBe(extension === 'srt');
    const { dialogue } = await exportedJson();
    expect(said.join(' ')).toBe(dialogue.map(({ text }) => text).join(' '));
  });

  it('is a download named after its title, whatever that is', async () => {
    for (const extension of ['txt', 'json', 'srt', 'vtt']) {
      const { headers } = await exportAs(extension);
      expect(headers.get('Content-Disposition')).toBe(
        `attachment; filename="50_ <b>cao ; x=1.${extension}"; filename*=UTF-8''${encodeURIComponent(`${NAUGHTY_TITLE}.${extension}`)}`,
      );
    }
  });
});

function milliseconds(time: string, separator: string): number {
  const [whole, rest, ...more] = time.split(separator);
  expect([rest?.length, more]).toEqual([3, []]);
  const [hours, minutes, seconds] = whole!.split(':').map(Number);
  return ((hours! * 60 + minutes!) * 60 + seconds!) * 1000 + Number(rest);
}

describe('the recording', () => {
  const bytes = sampleRecording();
  const size = bytes.length;

  const fetchAudio = async (headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await fetch(`${celeste.address}${own}/audio`, {
      method,
      headers: { ...headers, Cookie: owner.cookieHeader() },
    });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  it('is served whole, byte for byte', async () => {
    const answer = await fetchAudio();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Accept-Ranges')).toBe('bytes');
    expect(answer.headers.get('Content-Type')).toBe('audio/wav');
    expect(answer.headers.get('Content-Length')).toBe(String(size));
    expect(answer.bytes.equals(bytes)).toBe(true);
  });

  it.each([
    { range: 'bytes=0-0', start: 0, end: 0 },
    { range: 'bytes=1000-1999', start: 1000, end: 1999 },
    { range: 'bytes=2000000-', start: 2_000_000, end: size - 1 },
    { range: 'bytes=-500', start: size - 500, end: size - 1 },
    { range: `bytes=-${size * 2}`, start: 0, end: size - 1 },
    { range: `bytes=100-${size * 2}`, start: 100, end: size - 1 },
  ])('is served by range: $range', async ({ range, start, end }) => {
    const answer = await fetchAudio({ Range: range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('Content-Range')).toBe(`bytes ${start}-${end}/${size}`);
    expect(answer.headers.get('Content-Length')).toBe(String(end - start + 1));
    expect(answer.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  it.each([`bytes=${size}-`, 'bytes=5-4', 'bytes=-0'])('responds 416 for the range %s', async (range) => {
    const answer = await fetchAudio({ Range: range });
    expect([answer.status, answer.headers.get('Content-Range')]).toEqual([416, `bytes */${size}`]);
  });

  it.each(['bytes=0-1,5-6', 'words=0-1', 'bytes=a-b'])('is served whole for the range %s', async (range) => {
    const answer = await fetchAudio({ Range: range });
    expect([answer.status, answer.bytes.equals(bytes)]).toEqual([200, true]);
  });

  it('reports its size on HEAD', async () => {
    const answer = await fetchAudio({}, 'HEAD');
    expect([answer.status, answer.headers.get('Content-Length'), answer.bytes.length]).toEqual([
      ...[200, String(size), 0],
    ]);
  });
});

it('has peaks, which a browser that keeps them gets only once', async () => {
  const peaks = `${own}/peaks`;
  await expect.poll(async () => (await owner.get(peaks)).status).toBe(200);
  const { headers, body } = await owner.get(peaks);
  expect([headers.get('Content-Type'), headers.get('Cache-Control')]).toEqual([
    'application/octet-stream',
    'private, no-cache',
  ]);
  expect(body.length).toBeGreaterThan(20);
  const again = await owner.request(peaks, { headers: { 'If-None-Match': headers.get('ETag')! } });
  expect([again.status, again.body]).toEqual([304, '']);
});

describe('for other users', () => {
  const PLACES = [
    '',
    '/audio',
    '/peaks',
    '/export.txt',
    '/export.json',
    '/export.srt',
    '/export.vtt',
    '/export.pdf',
  ];

  it.each(PLACES)('%s is the same 404 as an unknown one', async (place) => {
    const stranger = await signUp(celeste);
    const asked = [
      `${own}${place}`,
      `/transcriptions/${'x'.repeat(22)}${place}`,
      `/transcriptions/1${place}`,
    ];
    const answers = await Promise.all(asked.map((address) => stranger.get(address)));
    const [others, ...unknown] = answers.map(({ status, headers, body }) => {
      const rest = [...headers].filter(
        ([name]) => !/^(date|x-request-id|content-security-policy)$/.test(name),
      );
      return { status, headers: rest, body: body.replace(/nonce="[^"]*"/g, '') };
    });
    expect(others!.status).toBe(404);
    for (const answer of unknown) expect(answer).toEqual(others);
    if (place === '') expect(textOf(others!.body)).toContain('Página não encontrada');
  });

  it('the list does not contain it, whatever the query', async () => {
    const stranger = await signUp(celeste);
    const id = own.split('/')[2]!;
    for (const query of [
      '',
      `?before=${id}`,
      `?after=${id}`,
      '?page=last',
      '?page=1&limit=48',
      '?userId=1',
    ]) {
      const { body } = await stranger.get(`/transcriptions${query}`);
      expect(linksOf(body)).not.toContain(own);
      expect(textOf(body)).toContain('Sua primeira transcrição vai aparecer aqui.');
    }
  });
});

describe('the list', () => {
  it('reports by an ETag whether it changed', async () => {
    const person = await signUp(celeste);
    const page = await person.get('/transcriptions');
    const ask = (version: string) =>
      person.request('/transcriptions/status', { headers: { 'If-None-Match': version } });
    const first = await person.get('/transcriptions/status');
    const version = first.headers.get('ETag')!;
    expect([first.status, first.body]).toEqual([204, '']);
    expect(await ask(version)).toMatchObject({ status: 304, body: '' });

    await person.upload({ name: 'muda.wav', bytes: silence(1) });
    const changed = await ask(version);
    expect([changed.status, changed.body]).toEqual([204, '']);
    const newVersion = changed.headers.get('ETag')!;
    expect(newVersion).not.toBe(version);
    const list = await waitUntilSettled(person);
    expect(list).not.toBe(page.body);
    const known = /data-version="([^"]*)"/.exec(list)![1]!.replaceAll('&quot;', '"');
    expect((await ask(known)).status).toBe(304);
    expect((await new TestUser(celeste.address).get('/transcriptions/status')).status).toBe(401);
  });

  it('shows a silent recording as an error with its minutes released, and the reason on its page', async () => {
    const person = await signUp(celeste);
    await person.upload({ name: 'calado.wav', bytes: silence(120) });
    const list = await waitUntilSettled(person);
    const card = textOf(/<li[^>]*data-status="failed".*?<\/li>/.exec(list)![0]);
    expect(card).toContain('calado');
    expect(card).toContain('Erro');
    expect(card).toContain('O arquivo de áudio está sem falas!');
    expect(card).toContain('Os minutos voltaram para o seu saldo.');
    // The balance of the page above may have been read just before the minutes were released.
    const { body } = await person.get('/transcriptions');
    expect(textOf(body)).toContain('restante: 30 min');
    const [page] = linksOf(list).filter((href) => /^\/transcriptions\/[\w-]{20,}$/.test(href));
    const { status, body: reason } = await person.get(page!);
    expect(status).toBe(200);
    expect(textOf(reason)).toContain(
      'O arquivo de áudio está sem falas! Os minutos voltaram para o seu saldo.',
    );
  });
});

it('the sample form is idempotent', async () => {
  const person = await signUp(celeste);
  const submissionId = crypto.randomUUID();
  for (let time = 0; time < 2; time += 1) {
    const answer = await person.post('/transcriptions', { intent: 'sample', submissionId });
    expect([answer.status, answer.location]).toEqual([303, '/transcriptions']);
  }
  expect((await waitUntilSettled(person)).match(/data-status="succeeded"/g)).toHaveLength(1);
});

it('shows the last page for a page number past the end', async () => {
  const { body } = await owner.get('/transcriptions?page=99');
  expect(linksOf(body)).toContain(own);
});
