/** A line of a reference, with its number for whoever has to find what is wrong in it. */
export interface Line {
  number: number;
  text: string;
}

/** The lines of NIST's text formats that say something: `;;` begins a comment, and empty ones are passed over. */
export function linesOf(text: string): Line[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '' && !line.text.startsWith(';;'));
}

/** @throws Error that names the line */
export function refuse(format: string, { number, text }: Line, takes: string): never {
  throw new Error(`${format}, line ${number}: got "${text.slice(0, 80)}", takes ${takes}`);
}

/** Seconds as formats write them, in whole milliseconds; null when it is no number from 0 on. */
export function milliseconds(text: string | undefined): number | null {
  return text !== undefined && /^\d*\.?\d+$|^\d+\.$/.test(text) ? Math.round(Number(text) * 1000) : null;
}
