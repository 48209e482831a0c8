import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createUtterance } from '@/app/domain/transcript/create-utterance';
import { SHOWN_PARTS } from '@/app/domain/transcript/export/options';
import { toPrintableUtterances } from '@/app/domain/transcript/export/printable-transcript';
import { isAnonymous } from '@/app/domain/transcript/speaker';
import type { Utterance } from '@/app/domain/transcript/transcript';
import { importTranscript } from '@/app/domain/upload/import/import-transcript';
import { exportFormats } from '@/app/integrations/export/index.server';
import type { ExportedTranscription } from '@/app/integrations/export/port';

const speaker = fc.constantFrom(
  'A',
  'B',
  'Ana',
  'João da Silva',
  'Dra. Inês D’Ávila',
  'O’Neil-Souza',
  'Ana & Co',
);
const text = fc.oneof(
  fc.constantFrom(
    'bom',
    'dia,',
    'R$',
    '1.500,00',
    '10:30',
    '(risos)',
    'olá!',
    '—',
    '&amp;',
    'C++',
    'não-é',
    '"sim"',
    '27',
  ),
  fc.stringMatching(/^[a-zá-ú]{1,12}$/),
);
const word = fc.record({
  text,
  pauseMs: fc.nat(2_500),
  lengthMs: fc.integer({ min: 40, max: 900 }),
  sure: fc.nat(100),
});
const spoken = fc.record({
  speaker,
  words: fc.array(word, { minLength: 1, maxLength: 20 }),
  struck: fc.boolean(),
});

const transcript = fc.array(spoken, { minLength: 1, maxLength: 12 }).map((turns): Utterance[] => {
  let atMs = 0;
  return turns.map((turn) =>
    createUtterance(
      turn.speaker,
      turn.words.map(({ text: said, pauseMs, lengthMs, sure }) => {
        const startMs = atMs + pauseMs;
        atMs = startMs + lengthMs;
        const marks = turn.struck ? { struck: true as const, highlight: 'gray40' as const } : {};
        return { text: said, startMs, endMs: atMs, confidence: sure / 100, ...marks };
      }),
    ),
  );
});

const nameOf = (name: string) => (isAnonymous(name) ? `Pessoa ${name}` : name);

function exported(utterances: Utterance[], layout: 'plain' | 'degravacao' = 'plain'): ExportedTranscription {
  const options = { shown: new Set(SHOWN_PARTS), layout };
  return {
    publicId: 'id',
    title: 'Reunião de terça',
    language: 'pt',
    durationMs: utterances.at(-1)!.endMs,
    confidenceScore: 93,
    updatedAt: new Date('2026-11-20T22:30:00Z'),
    utterances,
    options,
    nameOf,
    foot: null,
    printed: () => ({
      title: 'Reunião de terça',
      language: 'pt',
      savedAt: new Date(),
      facts: [{ label: 'Duração', value: '00:01:00' }],
      isNumbered: layout === 'degravacao',
      foot: null,
      passages: toPrintableUtterances(utterances, options, nameOf),
      words: { page: 'página', of: 'de' },
    }),
  };
}

async function importBack(format: string, transcription: ExportedTranscription) {
  const file = String(await exportFormats.get(format)!.render(transcription));
  return importTranscript(new TextEncoder().encode(file));
}

/** Each word with its speaker: utterances of one speaker may be joined or divided otherwise. */
const spokenWords = (utterances: readonly Utterance[]) =>
  utterances.flatMap((utterance) => utterance.words.map((one) => `${utterance.speaker}: ${one.text}`));

it.each([
  ['srt', 'plain'],
  ['vtt', 'plain'],
  ['txt', 'plain'],
  ['txt', 'degravacao'],
] as const)('imports our own %s (%s) with the same words and speakers, in order', async (format, layout) => {
  await fc.assert(
    fc.asyncProperty(transcript, async (utterances) => {
      const back = await importBack(format, exported(utterances, layout));
      expect(spokenWords(back.utterances)).toEqual(spokenWords(utterances));
      expect(back.repairs.filter(({ kind }) => kind === 'order')).toEqual([]);
      let atMs = 0;
      for (const { startMs, endMs } of back.utterances.flatMap(({ words }) => words)) {
        expect(startMs).toBeGreaterThanOrEqual(atMs);
        expect(endMs).toBeGreaterThanOrEqual(startMs);
        atMs = startMs;
      }
      if (format === 'txt') expect(back.title).toBe('Reunião de terça');
    }),
    { numRuns: 150 },
  );
});

it('imports our own JSON as it was', async () => {
  await fc.assert(
    fc.asyncProperty(transcript, async (utterances) => {
      const back = await importBack('json', exported(utterances));
      expect(back.utterances).toEqual(utterances);
      expect(back).toMatchObject({
        title: 'Reunião de terça',
        language: 'pt',
        confidenceScore: 93,
        repairs: [],
      });
    }),
    { numRuns: 100 },
  );
});
