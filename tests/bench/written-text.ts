import { markdownTable, percent } from './markdown';
import { scoreSentences } from './written-sentences';

/** Sentences restored wrongly, by class: those that the rules were made with, and those held out. */
export async function writtenText(): Promise<void> {
  for (const language of ['pt', 'en']) {
    const seen = scoreSentences(language, { heldOut: false });
    const heldOut = scoreSentences(language, { heldOut: true });
    const shareOf = (classes: typeof seen) => {
      const wrong = classes.reduce((sum, own) => sum + own.wrong.length, 0);
      const sentences = classes.reduce((sum, own) => sum + own.sentences, 0);
      return `${percent((100 * wrong) / sentences)} of ${sentences}`;
    };
    const rows = seen.map((own, index) => [own.class, shareOf([own]), shareOf([heldOut[index]!])]);
    rows.push(['all', shareOf(seen), shareOf(heldOut)]);
    process.stdout.write(`\n${markdownTable([`${language}: wrong sentences`, 'seen', 'held out'], rows)}\n`);
    for (const { class: name, wrong } of [...seen, ...heldOut]) {
      for (const { written, expected } of wrong) {
        process.stdout.write(`  ${name}: ${written}\n  ${' '.repeat(name.length)}  ${expected}\n`);
      }
    }
  }
}
