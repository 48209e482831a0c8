/** Joins texts in order into lines of at most `most` characters; a longer text is a line of its own. */
export function fillLines(texts: readonly string[], most: number, separator = ' '): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + separator.length + text.length <= most) {
      lines[lines.length - 1] = last + separator + text;
    } else lines.push(text);
  }
  return lines;
}
