import { markdownTable, percent } from './markdown';
import { type ClassErrors, SENTENCE_SETS, scoreSentences } from './written-sentences';

const shareOf = (classes: readonly ClassErrors[]) => {
  const wrong = classes.reduce((sum, own) => sum + own.wrong.length, 0);
  const sentences = classes.reduce((sum, own) => sum + own.sentences, 0);
  return sentences === 0 ? '' : `${percent((100 * wrong) / sentences)} of ${sentences}`;
};

/** Sentences restored wrongly, by class, of each set. */
export async function writtenText(): Promise<void> {
  for (const language of ['pt', 'en']) {
    const sets = SENTENCE_SETS.map((set) => scoreSentences(language, set));
    const names = [...new Set(sets.flat().map((own) => own.class))];
    const rows = names.map((name) => [
      name,
      ...sets.map((classes) => shareOf(classes.filter((own) => own.class === name))),
    ]);
    rows.push(['all', ...sets.map(shareOf)]);
    process.stdout.write(`\n${markdownTable([`${language}: wrong sentences`, ...SENTENCE_SETS], rows)}\n`);
    for (const { class: name, wrong } of sets.flat()) {
      for (const { written, expected } of wrong) {
        process.stdout.write(`  ${name}: ${written}\n  ${' '.repeat(name.length)}  ${expected}\n`);
      }
    }
  }
}
