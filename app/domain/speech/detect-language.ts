/** Each language's most frequent words; those that two languages share count for both. */
const FUNCTION_WORDS: Record<string, string> = {
  pt: 'a o e é de do da dos das em no na nos nas um uma que não nao com por para pra os as se mais mas como eu ele ela você voce a gente foi são sao tem muito também tambem isso está esta ao à já ja quando ou meu minha seu sua',
  es: 'el la los las de del y en un una que no con por para se más mas pero como yo él ella usted es fue son tiene muy también tambien eso está esta al ya cuando o mi su lo le hay porque',
  en: 'the a an and of to in is it that for on with as was are be this have you i he she we they not but from or at by what so if there can about my your',
  fr: 'le la les de des du et en un une que ne pas avec pour par se plus mais comme je il elle vous nous est sont a très aussi ce cette au aux quand ou mon ma son sa qui dans on y',
  it: 'il lo la i gli le di del della dei e in un una che non con per si più ma come io lui lei è sono ha molto anche questo questa al alla quando o mio mia suo sua nel da ci',
  de: 'der die das und in ein eine zu nicht mit für von auf ist sind war den dem des ich er sie es wir ihr auch aber oder wenn als wie was hat haben dass bei nach noch nur sich',
};

const FUNCTION_WORD_SETS = Object.entries(FUNCTION_WORDS).map(
  ([language, words]) => [language, new Set(words.split(' '))] as const,
);

/** Fewer words are not enough to detect a language. */
const MIN_WORDS = 40;
/** Minimum share of function words in running speech, and minimum ratio to the runner-up language. */
const MIN_SHARE = 0.2;
const MIN_LEAD_RATIO = 1.4;

/** An ISO 639-1 code; null when the text is too short or ambiguous. */
export function detectLanguage(words: readonly string[]): string | null {
  const bare = words
    .map((word) => word.toLowerCase().replace(/[^\p{L}]+/gu, ''))
    .filter((word) => word !== '');
  if (bare.length < MIN_WORDS) return null;
  const [best, second] = FUNCTION_WORD_SETS.map(([language, frame]) => ({
    language,
    count: bare.filter((word) => frame.has(word)).length,
  })).sort((a, b) => b.count - a.count);
  const isClear = best!.count >= MIN_SHARE * bare.length && best!.count >= MIN_LEAD_RATIO * second!.count;
  return isClear ? best!.language : null;
}
