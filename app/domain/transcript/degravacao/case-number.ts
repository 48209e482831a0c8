/** Punctuation of a Brazilian case number: sequence, check digits, year, branch of justice, court, origin. */
const PARTS = /^(\d{7})[-. ]?(\d{2})[-. ]?(\d{4})[-. ]?([1-9])[-. ]?(\d{2})[-. ]?(\d{4})$/;

/** Digits with their punctuation, '0000000-00.0000.0.00.0000'. */
export const CASE_NUMBER_LENGTH = 25;

export interface CaseNumber {
  /** Number within the year and the unit of origin, seven digits. */
  sequence: string;
  checkDigits: string;
  year: string;
  /** Branch of justice: 1 Supremo Tribunal Federal to 9 Justiça Militar Estadual. */
  branch: string;
  court: string;
  /** Unit of origin, four digits. */
  origin: string;
}

/** Reads a number with or without its punctuation; null when it lacks digits. Does not check the digits. */
export function parseCaseNumber(text: string): CaseNumber | null {
  const parts = PARTS.exec(text.trim());
  if (!parts) return null;
  const [, sequence, checkDigits, year, branch, court, origin] = parts as unknown as string[];
  return {
    sequence: sequence!,
    checkDigits: checkDigits!,
    year: year!,
    branch: branch!,
    court: court!,
    origin: origin!,
  };
}

/** '0000000-00.0000.0.00.0000' (Resolução CNJ nº 65, de 2008, art. 1º). */
export const formatCaseNumber = ({ sequence, checkDigits, year, branch, court, origin }: CaseNumber) =>
  `${sequence}-${checkDigits}.${year}.${branch}.${court}.${origin}`;

/**
 * Whether the check digits are those of the other digits: modulus 97, base 10 (ISO 7064), by which every wrong
 * digit and every swap of two neighbours is found. Resolução CNJ nº 65, de 2008, Anexo VIII.
 */
export function hasValidCheckDigits({
  sequence,
  checkDigits,
  year,
  branch,
  court,
  origin,
}: CaseNumber): boolean {
  const remainder = Number(BigInt(`${sequence}${year}${branch}${court}${origin}00`) % 97n);
  return Number(checkDigits) === 98 - remainder;
}
