import { describe, expect, it } from 'vitest';
import { AppError } from '@/app/domain/errors';
import { importTranscript } from '@/app/domain/upload/import/import-transcript';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => importTranscript(bytes(text));
const json = (value: unknown) => read(JSON.stringify(value));
const said = ({ utterances }: ReturnType<typeof importTranscript>) =>
  utterances.map(({ speaker, startMs, endMs, text }) => [speaker, startMs, endMs, text]);

function failure(text: string): [string, Record<string, unknown>] {
  try {
    read(text);
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.params];
    throw error;
  }
  throw new Error('it was read');
}

describe('captions', () => {
  it('reads SubRip with names, markup and lines of several people', () => {
    const file = read(
      '\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>Ana:</i> {\\an8}bom <b>dia</b>\r\n\r\n' +
        '2\r\n00:00:02,000 --> 00:00:03,000\r\na todos &amp; todas\r\n\r\n' +
        '3\r\n\u200e00:00:06,000 --> 00:00:08,000 X1:0\r\n- Beto: olá\r\n- Ana: oi <3\r\n',
    );
    expect(file).toMatchObject({ format: 'srt', hasSpeakers: true, repairs: [{ kind: 'words' }] });
    expect(said(file)).toEqual([
      ['Ana', 1000, 3000, 'bom dia a todos &amp; todas'],
      ['Beto', 6000, 6947, 'olá'],
      ['Ana', 6947, 8000, 'oi <3'],
    ]);
    expect(file.utterances[0]!.words.map(({ text, startMs }) => [text, startMs])[1]).toEqual(['dia', 1500]);
  });

  it('reads WebVTT with voices, without notes and styles', () => {
    const file = read(
      'WEBVTT\nKind: captions\nLanguage: en\n\nSTYLE\n::cue { color: red }\n\nNOTE nothing\nof this\n\n' +
        'first\n00:01.000 --> 00:02.000 align:start\n<v.loud Ana &amp; Co>good <c.red>morning</c></v>\n\n' +
        '00:02.000 --> 00:04.000\n<v Beto>hi</v>\n<v Ana &amp; Co>there</v>\n',
    );
    expect(file).toMatchObject({ format: 'vtt', language: 'en', hasSpeakers: true });
    expect(said(file)).toEqual([
      ['Ana & Co', 1000, 2000, 'good morning'],
      ['Beto', 2000, 2571, 'hi'],
      ['Ana & Co', 2571, 4000, 'there'],
    ]);
  });

  it.each([
    [
      '1\n00:00:01,000 --> 00:00:02,000\noi\n\n2\n00:00:09,000 --> 00:00:08,000\noi',
      'import.time-reversed',
      6,
    ],
    ['1\n00:00:01,000 --> 00:00:02,000\noi\n\n2\nNaN --> 00:00:08,000\noi', 'import.time-invalid', 6],
    ['1\n00:00:zz --> 3\nOi', 'import.time-invalid', 2],
    ['WEBVTT\n\n00:01.000 --> 00:02.000\noi\n\n-00:01.000 --> 00:08.000\noi', 'import.time-invalid', 6],
    ['[00:01] oi\n[00:09 - 00:03] oi', 'import.time-reversed', 2],
  ])('names the line of a wrong time: %j', (text, code, line) => {
    expect(failure(text)).toEqual([code, { line }]);
  });

  it('repairs what overlaps and stands in another order, and says so', () => {
    const file = read(
      '1\n00:00:05,000 --> 00:00:06,000\ntrês\n\n2\n00:00:01,000 --> 00:00:03,000\num\n\n' +
        '3\n00:00:02,000 --> 00:00:04,000\ndois\n',
    );
    expect(file.repairs).toEqual([
      { kind: 'order', count: 1, atMs: 1000 },
      { kind: 'overlap', count: 1, atMs: 2000 },
      { kind: 'words', count: 3, atMs: 1000 },
    ]);
    expect(file.utterances[0]!.words.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ['um', 1000, 2000],
      ['dois', 2000, 4000],
      ['três', 5000, 6000],
    ]);
  });
});

describe('texts with times', () => {
  it.each([
    ['[00:00:01] Ana: bom dia\n[00:00:03] Beto: olá\ne boa tarde', 'inline'],
    ['Entrevista\n\nAna 00:00:01\nbom dia\n\nBeto 00:00:03\nolá\ne boa tarde', 'name and time'],
    ['00:00:01 Ana\nbom dia\n\n00:00:03 Beto\nolá\ne boa tarde', 'name beside the time'],
    ['Ana [00:01]: bom dia\nBeto [00:03]: olá e boa tarde', 'time after the name'],
    ['00:00:01 - 00:00:02 Ana: bom dia\n00:00:03 - 00:00:05 Beto: olá e boa tarde', 'both times'],
  ])('reads %j (%s)', (text) => {
    expect(said(read(text)).map(([speaker, startMs, , words]) => [speaker, startMs, words])).toEqual([
      ['Ana', 1000, 'bom dia'],
      ['Beto', 3000, 'olá e boa tarde'],
    ]);
  });

  it.each([
    ['in front, in small letters', '[00:00:01] ana: olá\n[00:00:05] rui: bom', ['ana', 'rui']],
    ['above, in small letters', '00:00:01 ana\nolá\n00:00:05 rui\nbom', ['ana', 'rui']],
    ['above, with a role', '00:00:01 Ana\nolá\n00:00:05 Maria (defesa)\nbom', ['Ana', 'Maria (defesa)']],
    [
      'above, with a title',
      '00:00:01 DR. JOÃO DA SILVA\nolá\n00:00:05 Rui\nbom',
      ['DR. JOÃO DA SILVA', 'Rui'],
    ],
    ['above, behind a mark', '00:00:01 \u200eAna\nolá\n00:00:05 \u200bRui\nbom', ['Ana', 'Rui']],
  ])('reads names %s', (_, text, names) => {
    expect(said(read(text))).toEqual([
      [names[0], 1_000, expect.any(Number), 'olá'],
      [names[1], 5_000, expect.any(Number), 'bom'],
    ]);
  });

  it('puts a time with hours in order that goes back', () => {
    const text = '00:00:10 Ana\num\n\n00:00:05 Rui\ndois\n\n00:00:20 Rui\ntrês';
    expect(said(read(text))).toMatchObject([
      ['Rui', 5_000, expect.any(Number), 'dois'],
      ['Ana', 10_000, expect.any(Number), 'um'],
      ['Rui', 20_000, expect.any(Number), 'três'],
    ]);
  });

  it('does not take the first words of a wrapped line for a name', () => {
    const wrapped = '[00:00:01] Bom dia a todos\nque vieram\n[00:00:05] Vamos começar\na reunião';
    expect(said(read(wrapped))).toMatchObject([
      ['A', 1_000, expect.any(Number), 'Bom dia a todos que vieram Vamos começar a reunião'],
    ]);
  });

  it('does not take a time of day for the beginning of a passage', () => {
    expect(said(read('[00:10:00] Ana: são\n09:30 da manhã'))).toMatchObject([
      ['Ana', 600_000, expect.any(Number), 'são 09:30 da manhã'],
    ]);
  });
});

describe('JSON', () => {
  const word = (text: string, start: number, end: number, more = {}) => ({ text, start, end, ...more });

  it('reads ours with marks and confidences', () => {
    const words = [
      {
        ...word('bom', 0, 400, { confidence: 0.5 }),
        highlighted: true,
        highlighted_color: 'gray40',
        strikethrough: true,
      },
      word('dia', 400, 900, { confidence: 0.9 }),
    ];
    const dialogue = [{ speaker: 'Ana', start: 0, end: 900, confidence: 0.7, text: 'bom dia', words }];
    const file = json({ title: 'Reunião', language: 'pt', confidence_score: 71, dialogue });
    expect(file).toMatchObject({ format: 'celeste', title: 'Reunião', language: 'pt', confidenceScore: 71 });
    expect(file.utterances[0]!.words).toEqual([
      { text: 'bom', startMs: 0, endMs: 400, confidence: 0.5, highlight: 'gray40', struck: true },
      { text: 'dia', startMs: 400, endMs: 900, confidence: 0.9 },
    ]);
  });

  it('reads Whisper with words beside segments, which lack punctuation', () => {
    const file = json({
      task: 'transcribe',
      language: 'portuguese',
      segments: [
        { start: 0, end: 1, text: ' Bom dia,', avg_logprob: -0.1 },
        { start: 1, end: 2, text: ' Ana.' },
      ],
      words: [
        { word: 'Bom', start: 0, end: 0.4 },
        { word: 'dia', start: 0.4, end: 0.9 },
        { word: 'Ana', start: 1.2, end: 1.6 },
      ],
    });
    expect(file).toMatchObject({
      format: 'whisper',
      language: 'pt',
      repairs: [],
      confidenceScore: null,
    });
    expect(file.utterances[0]!.words.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ['Bom', 0, 400],
      ['dia,', 400, 900],
      ['Ana.', 1200, 1600],
    ]);
  });

  it('reads the pieces of words and the NaN of its own program, and speakers of others', () => {
    const text =
      '{"text":"x","language":"en","segments":[{"start":0,"end":2,"text":" Hello world","speaker":"SPEAKER_01",' +
      '"no_speech_prob":NaN,"words":[{"word":" Hel","start":0,"end":0.2,"probability":0.9},' +
      '{"word":"lo","start":0.2,"end":0.5,"probability":0.9},{"word":" world","start":1,"end":1.5,"probability":0.8}]}]}';
    expect(said(read(text))).toEqual([['A', 0, 1500, 'Hello world']]);
  });

  it('reads whisper.cpp', () => {
    const segment = (from: number, to: number, text: string) => ({ offsets: { from, to }, text });
    const transcription = [segment(0, 1000, ' (speaker 0) Bom dia'), segment(1000, 2000, ' (speaker 1) Oi')];
    expect(said(json({ result: { language: 'pt' }, transcription }))).toEqual([
      ['A', 0, 1000, 'Bom dia'],
      ['B', 1000, 2000, 'Oi'],
    ]);
  });

  it('reads the utterances of AssemblyAI, and its words without them', () => {
    const words = [
      word('Bom', 10, 300, { confidence: 0.5, speaker: 'B' }),
      word('dia.', 300, 600, { confidence: 0.7, speaker: 'B' }),
    ];
    const utterances = [{ speaker: 'B', start: 10, end: 600, text: 'Bom dia.', words }];
    const file = json({ id: 'x', language_code: 'pt_br', utterances, words });
    expect(file).toMatchObject({
      format: 'assemblyai',
      language: 'pt',
      hasSpeakers: true,
      confidenceScore: 60.17,
    });
    expect(said(file)).toEqual([['B', 10, 600, 'Bom dia.']]);
    expect(said(json({ id: 'x', utterances: null, words }))).toEqual(said(file));
  });

  it('reads the utterances of Deepgram, its words, and its channels', () => {
    const words = [
      { word: 'bom', punctuated_word: 'Bom', start: 0, end: 0.3, confidence: 0.9, speaker: 0 },
      { word: 'oi', punctuated_word: 'Oi.', start: 1, end: 1.5, confidence: 0.9, speaker: 1 },
    ];
    const channels = [{ detected_language: 'pt', alternatives: [{ transcript: 'bom oi', words }] }];
    const expected = [
      ['A', 0, 300, 'Bom'],
      ['B', 1000, 1500, 'Oi.'],
    ];
    const file = json({ metadata: {}, results: { channels } });
    expect(file).toMatchObject({ format: 'deepgram', language: 'pt' });
    expect(said(file)).toEqual(expected);
    const utterances = words.map((one) => ({ ...one, transcript: one.punctuated_word, words: [one] }));
    expect(said(json({ results: { channels, utterances } }))).toEqual(expected);
    const apart = words.map(({ speaker: _speaker, ...one }) => ({ alternatives: [{ words: [one] }] }));
    expect(said(json({ results: { channels: apart } }))).toEqual(expected);
  });

  it('keeps the times of an interjection and of what it interrupts', () => {
    const words = [0, 1, 2, 3].map((at) => word(`p${at}`, at * 1000, at * 1000 + 900));
    const file = json({
      utterances: [
        { speaker: 'A', start: 0, end: 3900, text: '', words },
        { speaker: 'B', start: 1950, end: 2000, text: 'sim', words: [word('sim', 1950, 2000)] },
      ],
    });
    expect(said(file)).toEqual([
      ['A', 0, 1900, 'p0 p1'],
      ['B', 1950, 2000, 'sim'],
      ['A', 2000, 3900, 'p2 p3'],
    ]);
  });

  it.each([
    [
      {
        dialogue: [
          { start: 0, end: 1, text: 'a' },
          { start: 5, end: 2, text: 'b' },
        ],
      },
      'import.item-time-reversed',
      { item: 2 },
    ],
    [{ segments: [{ start: -1, end: 1, text: 'a' }] }, 'import.item-time-invalid', { item: 1 }],
    [{ segments: [{ start: 0, end: 1e12, text: 'a' }] }, 'import.item-time-invalid', { item: 1 }],
    [{ hello: 1 }, 'import.unknown', {}],
    [{ dialogue: [] }, 'import.empty', {}],
  ])('refuses %j', (value, code, params) => {
    expect(failure(JSON.stringify(value))).toEqual([code, params]);
  });
});

describe('encodings', () => {
  const text = '1\n00:00:01,000 --> 00:00:02,000\nOlá, coração\n';
  const wide = (isBig: boolean, mark: boolean) => {
    const buffer = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
    return isBig ? buffer.swap16() : buffer;
  };

  it.each([
    ['UTF-8', bytes(`\ufeff${text}`)],
    ['UTF-16 LE', wide(false, true)],
    ['UTF-16 BE', wide(true, true)],
    ['UTF-16 LE without a mark', wide(false, false)],
    ['UTF-16 BE without a mark', wide(true, false)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ])('reads %s', (_name, file) => {
    expect(importTranscript(file).utterances[0]!.text).toBe('Olá, coração');
  });
});

describe('hostile files', () => {
  it.each([
    ['nothing', '', 'import.empty'],
    ['a program', 'MZ\0\0\u0001', 'import.unknown'],
    ['a text without times', 'bom dia\n\nboa tarde', 'import.no-times'],
    ['broken JSON', '{"dialogue": [', 'import.json-broken'],
    ['deep JSON', '['.repeat(1_000_000), 'import.json-too-deep'],
    ['JSON with many values', `{"dialogue":[${'0,'.repeat(4_000_000)}0]}`, 'import.too-long'],
    ['a million cues', '1\n00:00:01,000 --> 00:00:02,000\na\n\n'.repeat(1_000_000), 'import.too-long'],
    ['many cues', '1\n0:01,0 --> 0:02,0\na\n\n'.repeat(110_000), 'import.too-many'],
    ['many lines with times', '[00:00:01] a\n'.repeat(110_000), 'import.too-many'],
    ['many open tags', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<v '.repeat(3_000_000)}`, 'import.too-long'],
    ['one long line', `[00:00:01] ${'a:'.repeat(8_000_000)}`, 'import.too-long'],
    ['many spaces', `[00:00:01]${' '.repeat(8_000_000)}\n${' '.repeat(8_000_000)}a`, 'import.too-long'],
    ['brackets', `[00:00:01] a\n${'[('.repeat(8_000_000)}`, 'import.too-long'],
    ['fewer blank lines', `[00:00:01] a\n${'\n'.repeat(1_000_000)}`, null],
    ['fewer open tags', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<v '.repeat(100_000)}`, null],
    ['blank lines', `[00:00:01] a\n${'\n'.repeat(8_000_000)}`, 'import.too-long'],
  ])('are read or refused within seconds: %s', (_name, text, code) => {
    const began = performance.now();
    if (code) expect(failure(text)[0]).toBe(code);
    else read(text);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
