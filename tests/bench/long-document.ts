import type { RichText, Run } from '@/app/domain/document/rich-text';
import { Random } from '../soak/random';
import { longConversation } from './long-transcript';

/** A report of many pages: headings, speech with bold names, quotes, lists, and some character formatting. */
export function longDocument(words: number): RichText {
  const random = new Random(3);
  return longConversation(words).map(({ speaker, text }, index) => {
    if (index % 60 === 0)
      return { kind: index % 240 === 0 ? 'h1' : 'h2', runs: [{ text: text.slice(0, 40) }] };
    if (index % 25 === 0) return { kind: 'quote', runs: [{ text, italic: true }] };
    if (index % 20 < 2) return { kind: index % 40 < 20 ? 'bullet' : 'ordered', runs: [{ text }] };
    const name: Run = { text: `Pessoa ${speaker}`, bold: true };
    if (random.below(10) > 0) return { kind: 'paragraph', runs: [name, { text: `: ${text}` }] };
    const half = Math.floor(text.length / 2);
    const looks = random.pick<Omit<Run, 'text'>>([
      { marker: 'yellow' },
      { ink: 'red', underline: true },
      { family: 'lato' },
      { link: 'https://example.com/' },
      { strike: true },
    ]);
    const [first, rest] = [text.slice(0, half), text.slice(half)];
    return { kind: 'paragraph', runs: [name, { text: `: ${first}` }, { text: rest, ...looks }] };
  });
}
