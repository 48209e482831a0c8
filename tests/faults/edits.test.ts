import '../services/data-folder';
import { expect, it } from 'vitest';
import { editWhileKilling, KILLS } from '../soak/edits';
import { Random } from '../soak/random';
import { document } from '../soak/written-document';
import { transcript } from '../soak/written-transcript';
import { describeInBrowser } from '../support/browser';

describeInBrowser('edits', () => {
  it.each([
    ['a transcript', transcript],
    ['a document', document],
  ])(
    'of %s survive the loss of a tab, browser, device, server or connection',
    async (_, text) => {
      const edits = 3 * KILLS.length;
      const figures = await editWhileKilling(text, [...KILLS], new Random(20_260_301), { edits });
      expect(figures['versions saved']).toBe(2);
    },
    180_000,
  );
});
