/** Codes that an account gets at once. */
export const RECOVERY_CODES = 10;

const GROUP = 4;
const GROUPS = 4;
const LENGTH = GROUP * GROUPS;
/** Bits of a character. */
const CHARACTER_BITS = 5n;

/** Crockford's base 32: without the letters that are taken for digits, and without U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 80 of the bits of a hash in hex, as a person copies them: `7K3M-9QTA-0ZXC-41VE`. */
export function formatRecoveryCode(hash: string): string {
  let bits = BigInt(`0x${hash}`);
  let code = '';
  for (let index = 0; index < LENGTH; index += 1) {
    code += ALPHABET[Number(bits % (1n << CHARACTER_BITS))];
    bits >>= CHARACTER_BITS;
  }
  return code.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-');
}

/** The code as formatRecoveryCode writes it, whatever the typist did with case, spaces and O or I; null for none. */
export function readRecoveryCode(typed: string): string | null {
  const letters = typed
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  if (letters.length !== LENGTH || [...letters].some((letter) => !ALPHABET.includes(letter))) return null;
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-');
}

/** Tries of a network, as CODE_LIMIT_PER_NETWORK and its neighbours. */
export const RECOVERY_LIMIT_PER_NETWORK = { most: 60, windowMs: 3_600_000 };
export const RECOVERY_LIMIT_PER_WIDE_NETWORK = { most: 300, windowMs: 3_600_000 };
/** Tries of a network for one account. */
export const RECOVERY_LIMIT_PER_NETWORK_AND_ACCOUNT = { most: 10, windowMs: 3_600_000 };
