import fc from 'fast-check';
import { editorActions, playEditors } from '@/tests/support/editing-room';
import { printProgress, type Soak } from './soak';

const REPORT_EACH = 5_000;

/** Random edits by three editors of one text, merged in any order. */
export const soak: Soak = async ({ count, seed }) => {
  let played = 0;
  fc.assert(
    fc.property(editorActions, (actions) => {
      playEditors(actions);
      played += 1;
      if (played % REPORT_EACH === 0) printProgress(`${played} histories`);
    }),
    { numRuns: count, seed },
  );
  return { histories: played };
};
