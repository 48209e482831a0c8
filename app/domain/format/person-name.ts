import { normalised } from './normalised';

const firstCharacter = (word: string) => {
  const [first] = new Intl.Segmenter().segment(word);
  return first ? first.segment.toLocaleUpperCase('pt-BR') : '';
};

/** Characters that a person's name may have. */
export const NAME_LENGTH = 120;

/** A person's name on one line, with single spaces. */
export function toPersonName(text: string): string {
  return normalised(text, 'NFC')
    .replace(/\p{Cc}|\p{Cf}/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The name a person is greeted by: the first word of the full one. */
export function firstName(fullName: string): string {
  return fullName.trim().split(/\s+/)[0]!;
}

/** First letters of the first and the last name: 'Ana de Souza' gives 'AS', 'Ana' gives 'A'. */
export function initials(fullName: string): string {
  const words = fullName.trim().split(/\s+/);
  return words.length > 1
    ? firstCharacter(words[0]!) + firstCharacter(words.at(-1)!)
    : firstCharacter(words[0]!);
}
