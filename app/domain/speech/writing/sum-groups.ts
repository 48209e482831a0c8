import type { SpokenText } from './spoken-text';

export interface Cardinal {
  value: number;
  end: number;
  /** 'milhões' of '2 milhões': the number ends in it; and how many of them. */
  scale: { word: string; factor: number } | null;
}

/** 'duzentos mil': a value, and the scale word after it with its factor; 1 without one. */
interface Group {
  value: number;
  factor: number;
  word: string;
  end: number;
}

/** Adds up the groups of a number, whose scales fall: millions, thousands, the rest. @param link 'and' */
export function sumGroups(
  text: SpokenText,
  at: number,
  { readGroup, link }: { readGroup: (text: SpokenText, at: number) => Group | null; link: string },
): Cardinal | null {
  let value = 0;
  let end = at;
  let lastFactor = Number.POSITIVE_INFINITY;
  let scale: Cardinal['scale'] = null;
  let group = readGroup(text, at);
  while (group && group.factor < lastFactor) {
    scale = group.factor >= 1e6 && end === at ? { word: group.word, factor: group.value } : null;
    value += group.value * group.factor;
    lastFactor = group.factor;
    end = group.end;
    const from = text.skip(end, link);
    group = lastFactor > 1 && text.continuesAt(from) ? readGroup(text, from) : null;
  }
  return end === at ? null : { value, end, scale };
}
