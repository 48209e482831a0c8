import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeIssue } from '@/app/http/api/describe-issue';
import { translator } from '@/app/i18n/texts.server';

const schema = z.strictObject({
  id: z.int().min(1).max(9),
  name: z.string().min(2).max(3),
  tags: z.array(z.string()).min(1).max(2),
  type: z.enum(['a', 'b']),
  at: z.iso.datetime(),
});
const valid = { id: 1, name: 'ana', tags: ['x'], type: 'a', at: '2026-01-01T00:00:00Z' };

function messageOf(change: object): string | undefined {
  const t = translator('pt', 'api');
  const parsed = schema.safeParse({ ...valid, ...change }, { error: (issue) => describeIssue(issue, t) });
  return parsed.error?.issues[0]?.message;
}

describe('what an answer of the API says of a field', () => {
  it.each([
    [{ id: undefined }, 'Falta este campo.'],
    [{ id: 'um' }, 'O valor deve ser do tipo number.'],
    [{ id: 0 }, 'O valor deve ser no mínimo 1.'],
    [{ id: 10 }, 'O valor deve ser no máximo 9.'],
    [{ name: 'a' }, 'O mínimo de caracteres do texto é 2.'],
    [{ name: 'anab' }, 'O máximo de caracteres do texto é 3.'],
    [{ tags: [] }, 'O mínimo de itens da lista é 1.'],
    [{ tags: ['x', 'y', 'z'] }, 'O máximo de itens da lista é 2.'],
    [{ type: 'c' }, 'O valor deve ser um destes: a, b.'],
    [{ at: 'ontem' }, 'O valor não está no formato datetime.'],
    [{ other: 1 }, 'A chamada não conhece: other.'],
  ])('of %j is %s', (change, message) => {
    expect(messageOf(change)).toBe(message);
  });

  it('is nothing of what is right', () => {
    expect(messageOf({})).toBeUndefined();
  });
});
