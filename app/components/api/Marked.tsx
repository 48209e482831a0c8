/** A text whose parts between backticks are code. */
export function Marked({ text }: { text: string }) {
  return [...text.matchAll(/`([^`]+)`|[^`]+/g)].map((part) =>
    part[1] ? <code key={part.index}>{part[1]}</code> : part[0],
  );
}
