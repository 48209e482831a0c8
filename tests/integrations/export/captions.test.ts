import { parseText, tokenizeVTTCue, type VTTCue } from 'media-captions';
import { describe, expect, it } from 'vitest';
import { type Caption, toCaptions } from '@/app/domain/transcript/captions/captions';
import type { Utterance } from '@/app/domain/transcript/transcript';
import { exportFormats } from '@/app/integrations/export/index.server';
import type { ExportedTranscription } from '@/app/integrations/export/port';
import { longTranscript } from '@/tests/factories/long-transcript';
import { utterancesOf } from '@/tests/factories/utterances';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const WORDS = 10_000;

const LABEL = /^Pessoa [A-Z]: ?/;

function transcription(
  utterances: Utterance[],
  more: Partial<ExportedTranscription> = {},
): ExportedTranscription {
  return {
    publicId: 'id',
    title: 'Reunião',
    language: 'pt',
    durationMs: utterances.reduce((latest, { endMs }) => Math.max(latest, endMs), 0),
    confidenceScore: 93,
    updatedAt: new Date('2026-11-20T22:30:00Z'),
    utterances,
    options: { shown: new Set(['speakers']), layout: 'plain' },
    nameOf: (speaker) => (/^[A-Z]$/.test(speaker) ? `Pessoa ${speaker}` : speaker),
    foot: null,
    printed: () => {
      throw new Error('captions are not printed');
    },
    ...more,
  };
}

const render = async (type: 'srt' | 'vtt', what: ExportedTranscription) =>
  String(await exportFormats.get(type)!.render(what));

/** Parses by a library that browsers' players use. @throws on the first mistake */
const parse = async (type: 'srt' | 'vtt', file: string) =>
  (await parseText(file, { type, strict: true, errors: true })).cues;

const textOf = (cue: VTTCue) => cue.text.replace(/<[^>]*>/g, '');
const rateOf = (characters: number, seconds: number) => characters / seconds;

interface Figures {
  captions: number;
  overlaps: number;
  longLines: number;
  fast: number;
  /** Of the fast ones, those that speech leaves time to read. */
  needlesslyFast: number;
}

/** Measures the cues of a file. `captions` tells which words each stands for. */
function measure(cues: VTTCue[], captions: Caption[], utterances: Utterance[]): Figures {
  const fast = cues.flatMap((cue, index) => {
    const text = textOf(cue).replaceAll('\n', ' ');
    return rateOf(text.length, cue.endTime - cue.startTime) > 17 ? [{ text, caption: captions[index]! }] : [];
  });
  return {
    captions: cues.length,
    overlaps: cues.filter((cue, index) => index > 0 && cue.startTime < cues[index - 1]!.endTime).length,
    longLines: cues.flatMap((cue) => textOf(cue).split('\n')).filter((line) => line.length > 42).length,
    fast: fast.length,
    needlesslyFast: fast.filter(({ text, caption }) => !isFastSpeech(text, caption, utterances)).length,
  };
}

/** Whether the words themselves are spoken faster than 17 characters a second, or while another speaks. */
function isFastSpeech(text: string, { speaker, spoken }: Caption, utterances: Utterance[]): boolean {
  const seconds = (spoken.endMs - spoken.startMs) / 1000;
  return (
    rateOf(text.replace(LABEL, '').length, seconds) > 17 ||
    utterances.some(
      (other) => other.speaker !== speaker && other.startMs < spoken.endMs && other.endMs > spoken.startMs,
    )
  );
}

describe.each(['srt', 'vtt'] as const)(
  'captions of long transcripts as .%s, read by another parser',
  (type) => {
    it('have no mistakes, overlaps or long lines, and few that are needlessly fast', async () => {
      const sum: Figures = { captions: 0, overlaps: 0, longLines: 0, fast: 0, needlesslyFast: 0 };
      for (const seed of SEEDS) {
        const exported = transcription(longTranscript(seed, WORDS));
        const captions = toCaptions(exported.utterances, exported);
        const cues = await parse(type, await render(type, exported));
        expect(cues).toHaveLength(captions.length);
        const figures = measure(cues, captions, exported.utterances);
        for (const key of Object.keys(sum) as (keyof Figures)[]) sum[key] += figures[key];
      }
      const share = (100 * sum.needlesslyFast) / sum.captions;
      console.info(
        `.${type} of ${SEEDS.length} transcripts: ${sum.captions} captions, ${sum.overlaps} overlaps, ` +
          `${sum.longLines} lines over 42, ${sum.fast} over 17 characters a second, of them ` +
          `${sum.needlesslyFast} (${share.toFixed(2)} % of all) not because of the speech itself`,
      );
      expect([sum.overlaps, sum.longLines]).toEqual([0, 0]);
      expect(share).toBeLessThanOrEqual(2);
    });
  },
);

describe('names and texts that look like markup', () => {
  const NAME = 'Ana "a\\b" <i> & --> Co.';
  const hostile = () => {
    const [first, second] = utterancesOf(['veja <b>isto</b> & aquilo --> agora', 'sim']);
    return transcription([{ ...first!, speaker: NAME }, second!], { foot: 'Sem 2 alterações' });
  };

  it('stay text in .vtt, with the colour of the voice', async () => {
    const file = await render('vtt', hostile());
    expect(file).toContain(
      '::cue(v[voice="Ana \\22 a\\5c b\\22  \\3c i\\3e  \\26  --\\3e  Co."]) { color: #70beef; }',
    );
    expect(file).toContain('::cue(v[voice="Pessoa B"]) { color: #c57cb4; }');
    expect(file.split('STYLE')[1]!.split('\n\n')[0]).not.toContain('-->');
    expect(file).toContain('<v Ana "a\\b" &lt;i&gt; &amp; --&gt; Co.>veja &lt;b&gt;isto&lt;/b&gt; &amp;');
    expect(file.endsWith('\n\nNOTE Sem 2 alterações\n')).toBe(true);
    expect(await parse('vtt', file)).toHaveLength(2);
  });

  it('do not end a caption in .srt', async () => {
    const cues = await parse('srt', await render('srt', hostile()));
    expect(cues.map(({ text }) => text).join('\n')).toContain('aquilo →');
    expect(cues).toHaveLength(2);
  });

  it('are shown in .srt as they are, however much a player takes for markup', async () => {
    const said = ['<b>negrito</b> {\\an8}no alto', '{ \\an8}a < b e c > d {c:$ff} <\u2060i>'];
    const cues = await parse('srt', await render('srt', transcription(utterancesOf(said))));
    const shown = cues.map(({ text }) => text.replace(/^Pessoa [AB]: /, '').replaceAll('\n', ' '));
    expect(shown).toEqual(['‹b›negrito‹/b› (\\an8)no alto', '( \\an8)a ‹ b e c › d (c:$ff) ‹\u2060i›']);
    for (const text of shown) expect(text.replace(/<[^>]*>|\{[^}]*\}/g, '')).toBe(text);
    for (const cue of cues) expect(tokenizeVTTCue(cue).map(({ type }) => type)).toEqual(['text']);
  });

  it('are left out with the names', async () => {
    const options = { shown: new Set<never>(), layout: 'plain' as const };
    for (const type of ['srt', 'vtt'] as const) {
      const file = await render(type, { ...hostile(), options });
      expect(file).not.toMatch(/Ana|STYLE|<v/);
    }
  });
});
