import '@/tests/support/data-folder';
import { expect, it } from 'vitest';
import { document } from '@/tests/soak/editable-document';
import { transcript } from '@/tests/soak/editable-transcript';
import { editWhileKilling, KILLS } from '@/tests/soak/edits';
import { Random } from '@/tests/soak/random';
import { describeInBrowser } from '@/tests/support/browser';

/** Each kind of loss once: what survives is kept by the same code. The soak has each for both. */
const LOSSES = {
  transcript: KILLS.filter((_, index) => index % 2 === 0),
  document: KILLS.filter((_, index) => index % 2 === 1),
};

describeInBrowser('edits', () => {
  it.each([
    ['a transcript', transcript, LOSSES.transcript],
    ['a document', document, LOSSES.document],
  ])(
    'of %s survive the loss of a tab, browser, device, server or connection',
    async (_, text, kills) => {
      const edits = 3 * kills.length;
      const figures = await editWhileKilling(text, kills, new Random(20_260_301), { edits });
      expect(figures['versions saved']).toBe(1);
    },
    180_000,
  );
});
