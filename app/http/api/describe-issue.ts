import type { z } from 'zod';
import type { translator } from '@/app/i18n/texts.server';

/** Of the subject `api`. */
type Translate = ReturnType<typeof translator>;

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue;

/** Of these, a bound counts what they hold. */
const COUNTED = new Set(['string', 'array', 'set', 'map']);

/** What is wrong with a field of a call, for whoever writes the program. */
export function describeIssue(issue: Issue, t: Translate): string {
  switch (issue.code) {
    case 'invalid_type':
      return 'input' in issue && issue.input === undefined
        ? t('field.missing')
        : t('field.type', { expected: issue.expected });
    case 'invalid_value':
      return t('field.notListed', { values: issue.values.map(String).join(', ') });
    case 'too_small':
      return t(keyOfBound('least', issue.origin), { bound: String(issue.minimum) });
    case 'too_big':
      return t(keyOfBound('most', issue.origin), { bound: String(issue.maximum) });
    case 'unrecognized_keys':
      return t('field.unknown', { names: issue.keys.join(', ') });
    case 'invalid_format':
      return t('field.format', { format: issue.format });
    default:
      return t('field.invalid');
  }
}

function keyOfBound(bound: 'least' | 'most', origin: string): string {
  if (!COUNTED.has(origin)) return `field.${bound}`;
  return origin === 'string' ? `field.${bound}Characters` : `field.${bound}Entries`;
}
