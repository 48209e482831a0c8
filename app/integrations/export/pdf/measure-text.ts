import type { Measure } from './break-lines';
import type { Pen } from './pen';

/** Speech repeats its words. Each is measured with the space that follows it, as pdfkit caches that. */
export function measureWith(pen: Pen, size: number): Measure {
  const known = { regular: new Map<string, number>(), bold: new Map<string, number>() };
  const spaces = { regular: pen.widthOf(' ', 'regular', size), bold: pen.widthOf(' ', 'bold', size) };
  return (text, font) => {
    if (text === ' ') return spaces[font];
    let width = known[font].get(text);
    if (width === undefined) {
      width = pen.widthOf(`${text} `, font, size) - spaces[font];
      known[font].set(text, width);
    }
    return width;
  };
}
