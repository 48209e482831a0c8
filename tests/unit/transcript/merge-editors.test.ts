import fc from 'fast-check';
import { it } from 'vitest';
import { editorActions, playEditors } from '@/tests/support/editing-room';

it('keeps every word that three editors type, once, or shows it in a conflict', () => {
  fc.assert(fc.property(editorActions, playEditors), { numRuns: 300, seed: 20_261_125 });
});
