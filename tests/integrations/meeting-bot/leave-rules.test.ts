import { describe, expect, it } from 'vitest';
import { LeaveRules } from '@/app/integrations/meeting-bot/meet/leave-rules';
import { DEFAULT_DURATIONS } from '@/app/integrations/meeting-bot/meet/task';

const MINUTE = 60_000;
const NOBODY = { people: [], assistants: [] };
const ANA = { people: ['Ana'], assistants: [] };
const BOTS = { people: [], assistants: ['MeetBot'] };

describe('the assistant leaves', () => {
  const rules = () => new LeaveRules(0, DEFAULT_DURATIONS);

  it('when it has been alone for a minute', () => {
    const alone = rules();
    expect(alone.judge(MINUTE, ANA, 0)).toBeNull();
    expect(alone.judge(2 * MINUTE - 1, NOBODY, 0)).toBeNull();
    expect(alone.judge(2 * MINUTE, NOBODY, 0)).toBe('alone');
  });

  it('not when somebody comes back within the minute', () => {
    const alone = rules();
    alone.judge(MINUTE, ANA, 0);
    alone.judge(1.5 * MINUTE, NOBODY, 0);
    alone.judge(1.9 * MINUTE, ANA, 0);
    expect(alone.judge(2.5 * MINUTE, NOBODY, 0)).toBeNull();
  });

  it('when nobody has come for ten minutes', () => {
    const empty = rules();
    expect(empty.judge(10 * MINUTE - 1, NOBODY, 0)).toBeNull();
    expect(empty.judge(10 * MINUTE, NOBODY, 0)).toBe('nobody-came');
  });

  it('after a quarter of an hour without a voice among other assistants', () => {
    const silent = rules();
    silent.judge(MINUTE, ANA, 0);
    expect(silent.judge(15 * MINUTE, BOTS, 2 * MINUTE)).toBeNull();
    expect(silent.judge(17 * MINUTE, BOTS, 2 * MINUTE)).toBe('silence');
  });

  it('never for silence while a person is there', () => {
    expect(rules().judge(120 * MINUTE, { people: ['Ana'], assistants: ['MeetBot'] }, 0)).toBeNull();
  });
});
