import '@/tests/support/data-folder';
import { expect, it } from 'vitest';
import { document } from '@/tests/soak/editable-document';
import { transcript } from '@/tests/soak/editable-transcript';
import { editWhileKilling, KILLS } from '@/tests/soak/edits';
import { Random } from '@/tests/soak/random';
import { describeInBrowser } from '@/tests/support/browser';

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
