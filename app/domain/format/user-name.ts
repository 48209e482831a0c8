const firstCharacter = (word: string) => {
  const [first] = new Intl.Segmenter().segment(word);
  return first ? first.segment.toLocaleUpperCase('pt-BR') : '';
};

export const MAX_NAME_LENGTH = 120;

/** The name for greetings: the first word of the full name. */
export function firstName(fullName: string): string {
  return fullName.trim().split(/\s+/)[0]!;
}

/** Initials of the first and last name: 'Ana de Souza' gives 'AS', 'Ana' gives 'A'. */
export function initials(fullName: string): string {
  const words = fullName.trim().split(/\s+/);
  return words.length > 1
    ? firstCharacter(words[0]!) + firstCharacter(words.at(-1)!)
    : firstCharacter(words[0]!);
}
