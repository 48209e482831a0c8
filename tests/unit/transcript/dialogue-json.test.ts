import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dialogueOf } from '@/app/domain/transcript/dialogue';
import { dialogueJsonString } from '@/app/domain/transcript/dialogue-json';
import { HIGHLIGHT_COLORS } from '@/app/domain/transcript/transcript';

/** With quotes, backslashes, control characters, emoji, and halves of emoji. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\\"', '\n', '\u007f', '\u2028', '\ud83d', '\ude00x', '😀', 'ção'),
);
const ms = fc.nat();
const confidence = fc.double({ min: 0, max: 1, noNaN: true });
const word = fc.record(
  {
    ...{ text, startMs: ms, endMs: ms, confidence },
    highlight: fc.constantFrom(...HIGHLIGHT_COLORS),
    struck: fc.constant(true as const),
  },
  { requiredKeys: ['text', 'startMs', 'endMs', 'confidence'] },
);
const utterance = fc.record({
  ...{ speaker: text, startMs: ms, endMs: ms, confidence, text },
  words: fc.array(word, { maxLength: 5 }),
});

it('equals what JSON writes of the dialogue', () => {
  fc.assert(
    fc.property(fc.array(utterance, { maxLength: 5 }), (utterances) => {
      expect(dialogueJsonString(utterances)).toBe(JSON.stringify(JSON.stringify(dialogueOf(utterances))));
    }),
    { numRuns: 500 },
  );
});
