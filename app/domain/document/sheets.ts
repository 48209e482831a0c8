import { isList } from './formats';
import { type HtmlOptions, renderHtml } from './render-html';
import { type Paragraph, type RichText, textOf } from './rich-text';

/** Weight of a full sheet: about three screens. */
export const FULL_WEIGHT = 100;
/** Characters that weigh as much as one line, which makes the weight about proportional to the height. */
export const CHARACTERS_PER_LINE = 100;

/** Groups a text in sheets, which a browser lays out one by one; a list is on one sheet. */
export function splitIntoSheets<Block extends Paragraph>(text: readonly Block[]): Block[][] {
  const sheets: Block[][] = [];
  let weight = FULL_WEIGHT;
  let isInList = false;
  for (const paragraph of text) {
    const isItem = isList(paragraph.kind);
    if (weight >= FULL_WEIGHT && !(isInList && isItem)) {
      sheets.push([]);
      weight = 0;
    }
    sheets.at(-1)!.push(paragraph);
    weight += 1 + textOf(paragraph).length / CHARACTERS_PER_LINE;
    isInList = isItem;
  }
  return sheets;
}

/** As renderHtml; a text of several sheets has an element for each. */
export function renderSheets(text: RichText, options: HtmlOptions = {}): string {
  const sheets = splitIntoSheets(text);
  if (sheets.length <= 1) return renderHtml(text, options);
  let firstIndex = 0;
  return sheets
    .map((sheet) => {
      const html = renderHtml(sheet, { ...options, firstIndex });
      firstIndex += sheet.length;
      return `<div class="sheet">${html}</div>`;
    })
    .join('');
}
