import { longestCommonSubsequence } from './retime-words';

/** A run of text that stands in both texts, or in one of them. */
export interface ComparedRun {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** How one text becomes the other, word by word; white space belongs to the word before it. */
export function compareWords(before: string, after: string): ComparedRun[] {
  const [old, fresh] = [piecesOf(before), piecesOf(after)];
  const runs: ComparedRun[] = [];
  const add = (kind: ComparedRun['kind'], pieces: string[]) => {
    const last = runs.at(-1);
    const text = pieces.join('');
    if (last?.kind === kind) last.text += text;
    else if (text !== '') runs.push({ kind, text });
  };
  let [i, j] = [0, 0];
  const end = { inBefore: old.length, inTyped: fresh.length };
  for (const { inBefore, inTyped } of [...longestCommonSubsequence(old, fresh), end]) {
    add('removed', old.slice(i, inBefore));
    add('added', fresh.slice(j, inTyped));
    add('same', old.slice(inBefore, inBefore + 1));
    [i, j] = [inBefore + 1, inTyped + 1];
  }
  return runs;
}

const piecesOf = (text: string) => text.match(/\s*\S+\s*/gu) ?? [];
