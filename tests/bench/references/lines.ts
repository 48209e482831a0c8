/** A line of a reference file, with its number for error messages. */
export interface Line {
  number: number;
  text: string;
}

/** The lines of NIST's text formats, without empty ones and comments (`;;`). */
export function linesOf(text: string): Line[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '' && !line.text.startsWith(';;'));
}

/** @throws Error that names the line */
export function throwInvalidLine(format: string, { number, text }: Line, takes: string): never {
  throw new Error(`${format}, line ${number}: got "${text.slice(0, 80)}", takes ${takes}`);
}

/** Parses decimal seconds to integer milliseconds; null when it is not a number ≥ 0. */
export function milliseconds(text: string | undefined): number | null {
  return text !== undefined && /^\d*\.?\d+$|^\d+\.$/.test(text) ? Math.round(Number(text) * 1000) : null;
}
