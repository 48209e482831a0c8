import '../services/data-folder';
import { expect, it } from 'vitest';
import { editWhileKilling, KILLS } from '../soak/edits';
import { Random } from '../soak/random';
import { describeInBrowser } from '../support/browser';

describeInBrowser('edits', () => {
  it('are all kept when a tab, browser, device, the server or the line goes', async () => {
    const figures = await editWhileKilling([...KILLS], new Random(20_260_301), { edits: 3 * KILLS.length });
    expect(figures['versions saved']).toBe(2);
  }, 180_000);
});
