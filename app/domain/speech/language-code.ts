const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Names of languages as recognizers write them that differ from Unicode's. */
const OTHER_NAMES: Record<string, string> = {
  castilian: 'es',
  valencian: 'ca',
  flemish: 'nl',
  moldavian: 'ro',
  mandarin: 'zh',
  myanmar: 'my',
};

let codesByName: Map<string, string> | undefined;

function nameTable(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return new Map(
    codes.flatMap((code) => {
      const name = names.of(code);
      return name ? [[name.toLowerCase(), code] as const] : [];
    }),
  );
}

/** ISO 639-1 code of a language that a recognizer names: 'pt', 'pt-BR', 'portuguese'; null when unknown. */
export function languageCodeOf(name: string): string | null {
  const plain = name.trim().toLowerCase();
  const tag = /^([a-z]{2})([-_][a-z0-9]+)*$/.exec(plain)?.[1];
  if (tag) return tag;
  codesByName ??= nameTable();
  return codesByName.get(plain) ?? OTHER_NAMES[plain] ?? null;
}
