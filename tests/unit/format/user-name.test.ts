import { describe, expect, it } from 'vitest';
import { firstName, initials } from '@/app/domain/format/user-name';

describe('user names', () => {
  it.each([
    ['Ana de Souza', 'Ana', 'AS'],
    ['ana', 'ana', 'A'],
    ['  Érico   Veríssimo ', 'Érico', 'ÉV'],
    ['👩‍⚖️ Juíza', '👩‍⚖️', '👩‍⚖️J'],
    ['', '', ''],
  ])('“%s” has the first name “%s” and the initials “%s”', (name, first, letters) => {
    expect(firstName(name)).toBe(first);
    expect(initials(name)).toBe(letters);
  });
});
