import { describe, expect, it } from 'vitest';
import type { EventTime } from '@/app/domain/calendar/event';
import { type GridEvent, gridEventOf, type TimeChange } from '@/app/domain/calendar/grid-event';
import { EventChanges, type Outcome } from '@/app/islands/calendar/event-changes';
import { eventWith, timed } from '@/tests/factories/event';

const at = (hour: number) => timed(`2026-11-26T${hour}:00Z`, `2026-11-26T${hour + 1}:00Z`);
const startOf = (time: EventTime) => (time.isAllDay ? null : new Date(time.startMs).getUTCHours());

/** A server that answers when it is told to. */
function openChanges(event: GridEvent) {
  const sent: TimeChange[] = [];
  const shown: [hour: number | null, isSaving: boolean][] = [];
  const refusals: string[] = [];
  const saved: string[] = [];
  let answer: (outcome: Outcome) => void = () => undefined;
  const changes = new EventChanges({
    send: (_, change) => {
      sent.push(change);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    onShow: ({ time }, isSaving) => shown.push([startOf(time), isSaving]),
    onSaved: ({ version }) => saved.push(version),
    onRefused: (refusal) => refusals.push(refusal),
  });
  const settle = async (outcome: Outcome) => {
    answer(outcome);
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const accept = (version: string, hour: number) => settle({ event: { ...event, version, time: at(hour) } });
  return { changes, sent, shown, refusals, saved, settle, accept };
}

const event = gridEventOf(eventWith({ time: at(12) }));

describe('changes of an event', () => {
  it('are shown at once, and sent with the version that they start from', async () => {
    const { changes, sent, shown, saved, accept } = openChanges(event);
    changes.change(event, at(13));
    expect(shown).toEqual([[13, true]]);
    expect(sent).toMatchObject([{ version: '"1"', startMs: Date.parse('2026-11-26T13:00Z') }]);
    expect(changes.wanted(event)).toMatchObject({ event: { time: at(13) }, isSaving: true });
    await accept('"2"', 13);
    expect(shown).toEqual([
      [13, true],
      [13, false],
    ]);
    expect(saved).toEqual(['"2"']);
    expect(changes.wanted(event)).toEqual({ event, isSaving: false });
  });

  it('wait for one another; only the last of those that wait is sent, from the new version', async () => {
    const { changes, sent, saved, accept } = openChanges(event);
    for (const hour of [13, 14, 15]) changes.change(event, at(hour));
    expect(sent).toHaveLength(1);
    await accept('"2"', 13);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({ version: '"2"', startMs: Date.parse('2026-11-26T15:00Z') });
    expect(saved).toEqual([]);
    await accept('"3"', 15);
    expect(saved).toEqual(['"3"']);
  });

  it('are taken back when they are refused, with those that wait', async () => {
    const { changes, sent, shown, refusals, settle, accept } = openChanges(event);
    changes.change(event, at(13));
    changes.change(event, at(14));
    await settle({ refusal: 'Mudou.', event: null });
    expect(shown.at(-1)).toEqual([12, false]);
    expect([sent.length, refusals]).toEqual([1, ['Mudou.']]);
    changes.change(event, at(15));
    await accept('"2"', 15);
    expect(shown.at(-1)).toEqual([15, false]);
  });

  it('give way to what the server says of the event', async () => {
    const { changes, shown, settle } = openChanges(event);
    changes.change(event, at(13));
    await settle({ refusal: 'Mudou.', event: { ...event, time: at(18) } });
    expect(shown.at(-1)).toEqual([18, false]);
  });

  it('are none when the time stays', () => {
    const { changes, sent, shown } = openChanges(event);
    changes.change(event, at(12));
    expect([sent, shown]).toEqual([[], []]);
  });
});
