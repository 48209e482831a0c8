import '@/tests/support/data-folder';
import { expect, it } from 'vitest';
import { document } from '@/tests/soak/editable-document';
import { transcript } from '@/tests/soak/editable-transcript';
import { editWhileKilling, KILLS } from '@/tests/soak/edits';
import { Random } from '@/tests/soak/random';
import { describeInBrowser } from '@/tests/support/browser';

describeInBrowser('edits', () => {
  it.each([
    ['a transcript', 'a tab, browser, device, server or connection', transcript, [...KILLS]],
    ['a document', 'a browser, device, server or connection', document, KILLS.slice(3, 7)],
  ])(
    'of %s survive the loss of %s',
    async (_text, _lost, text, kills) => {
      const edits = 3 * kills.length;
      const figures = await editWhileKilling(text, kills, new Random(20_260_301), { edits });
      expect(figures['versions saved']).toBe(kills.length / 4);
    },
    180_000,
  );
});
