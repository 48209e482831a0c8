import { describe, expect, it } from 'vitest';
import {
  formatCaseNumber,
  hasValidCheckDigits,
  parseCaseNumber,
} from '@/app/domain/transcript/degravacao/case-number';

/** Published numbers of state courts and of a labour court. */
const VALID = ['0710802-55.2018.8.02.0001', '0001327-64.2018.8.26.0158', '0002080-25.2012.5.15.0049'];

const isValid = (text: string) => {
  const number = parseCaseNumber(text);
  return number !== null && hasValidCheckDigits(number);
};

const digitsOf = (text: string) => [...text.replace(/\D/g, '')];

describe('a case number', () => {
  it.each(VALID)('%s has valid check digits, with and without its punctuation', (text) => {
    for (const typed of [text, text.replace(/\D/g, ''), ` ${text.replace(/[-.]/g, ' ')} `]) {
      const number = parseCaseNumber(typed)!;
      expect(hasValidCheckDigits(number), typed).toBe(true);
      expect(formatCaseNumber(number)).toBe(text);
    }
  });

  it.each(VALID)('%s is invalid with any single digit wrong', (text) => {
    const digits = digitsOf(text);
    let wrong = 0;
    for (const [index, digit] of digits.entries()) {
      for (const other of '0123456789') {
        if (other === digit) continue;
        wrong += 1;
        expect(isValid(digits.with(index, other).join(''))).toBe(false);
      }
    }
    expect(wrong).toBe(180);
  });

  it.each(VALID)('%s is invalid with any two neighbouring digits swapped', (text) => {
    const digits = digitsOf(text);
    for (let index = 0; index < digits.length - 1; index += 1) {
      const [one, other] = [digits[index]!, digits[index + 1]!];
      if (one === other) continue;
      expect(
        isValid(
          digits
            .with(index, other)
            .with(index + 1, one)
            .join(''),
        ),
        String(index),
      ).toBe(false);
    }
  });

  it.each(['', '0710802', '0710802-55.2018.8.02.00011', '071080255201880200O1', '0710802-55.2018.0.02.0001'])(
    'is not read from "%s"',
    (text) => {
      expect(parseCaseNumber(text)).toBeNull();
    },
  );
});
