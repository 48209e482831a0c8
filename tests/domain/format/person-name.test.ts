import { describe, expect, it } from 'vitest';
import { firstName, initials } from '@/app/domain/format/person-name';

describe('a person’s name', () => {
  it.each([
    ['Ana de Souza', 'Ana', 'AS'],
    ['ana', 'ana', 'A'],
    ['  Érico   Veríssimo ', 'Érico', 'ÉV'],
    ['👩‍⚖️ Juíza', '👩‍⚖️', '👩‍⚖️J'],
    ['', '', ''],
  ])('of “%s” greets with “%s” and shows “%s”', (name, first, letters) => {
    expect(firstName(name)).toBe(first);
    expect(initials(name)).toBe(letters);
  });
});
