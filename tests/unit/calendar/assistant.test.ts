import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AssistantPlan,
  type CalendarState,
  type Choice,
  choiceOf,
  type EventRecord,
  type KnownMeeting,
  MAX_MEETING_GUESTS,
  meetingGuestsOf,
  meetingTitleOf,
  planAssistants,
  sentEventOf,
} from '@/app/domain/calendar/assistant';
import type { CalendarEvent, Guest } from '@/app/domain/calendar/event';
import { MIN_GAP_MS } from '@/app/domain/meeting/limits';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW = Date.UTC(2026, 10, 26, 12);
const RUNS = 500;
const UNTIL = NOW + 7 * 24 * HOUR_MS;

interface EventSketch extends Partial<Omit<CalendarEvent, 'time'>> {
  /** From now, in minutes. */
  at?: number;
  minutes?: number;
}

function event({ at = 60, minutes = 60, ...rest }: EventSketch = {}): CalendarEvent {
  const startMs = NOW + at * MINUTE_MS;
  return {
    id: 'a',
    etag: '"1"',
    title: 'Pauta',
    time: { isAllDay: false, startMs, endMs: startMs + minutes * MINUTE_MS, timeZone: 'America/Sao_Paulo' },
    location: '',
    description: '',
    guests: [],
    hasMoreGuests: false,
    answer: 'accepted',
    meet: { state: 'ready', room: 'abc-defg-hij' },
    seriesId: null,
    recurrence: [],
    isEditable: true,
    isCancelled: false,
    href: null,
    ...rest,
  };
}

const meeting = (values: Partial<KnownMeeting> = {}): KnownMeeting => ({
  id: 1,
  room: 'abc-defg-hij',
  startMs: NOW + HOUR_MS,
  state: 'waiting',
  endedMs: null,
  guests: '[]',
  ...values,
});

const record = (values: Partial<EventRecord> = {}): EventRecord => ({
  eventId: 'a',
  choice: null,
  sent: { startMs: NOW + HOUR_MS, room: 'abc-defg-hij', title: 'Pauta' },
  meeting: meeting(),
  ...values,
});

const state = (values: Partial<CalendarState> = {}): CalendarState => ({
  events: [],
  records: [],
  otherMeetings: [],
  sendsToAll: true,
  untilMs: UNTIL,
  nowMs: NOW,
  ...values,
});

/** What a plan does, in short. */
function stepsOf({ create, change, cancel, skip }: AssistantPlan): string[] {
  return [
    ...create.map(({ event: { event }, startMs }) => `create ${event.id} at ${(startMs - NOW) / MINUTE_MS}`),
    ...change.map(({ event: { event }, meetingId, move }) =>
      move ? `move ${meetingId} to ${(move.startMs - NOW) / MINUTE_MS} ${move.room}` : `rename ${event.id}`,
    ),
    ...cancel.map(({ meetingId }) => `cancel ${meetingId}`),
    ...skip.map((id) => `skip ${id}`),
  ];
}

const plan = (values: Partial<CalendarState>) => planAssistants(state(values));
const steps = (values: Partial<CalendarState>) => stepsOf(plan(values));

describe('to which events an assistant goes', () => {
  const without = { choice: null, sent: null, meeting: null };
  const allDay = {
    ...event(),
    time: { isAllDay: true, startDay: '2026-11-27', endDay: '2026-11-28' },
  } as const;

  it('follows the word on an event before that on its series', () => {
    const outcomeWith = (own: Choice | null, ofSeries: Choice | null, sendsToAll = false) => {
      const records = [
        ...(own ? [record({ ...without, choice: own })] : []),
        ...(ofSeries ? [record({ ...without, eventId: 'series', choice: ofSeries })] : []),
      ];
      const events = [event({ seriesId: 'series' })];
      return plan({ events, records, sendsToAll }).outcomes.get('a');
    };
    expect(outcomeWith(null, 'send')).toBe('planned');
    expect(outcomeWith(null, 'skip', true)).toBe('skipped');
    expect(outcomeWith('send', 'skip')).toBe('planned');
    expect(outcomeWith('skip', 'send')).toBe('skipped');
    expect(outcomeWith(null, null)).toBe('off');
  });

  it.each([
    ['accepted', event(), {}, 'planned'],
    ['organized', event({ answer: 'accepted', guests: [] }), {}, 'planned'],
    ['unanswered', event({ answer: 'needsAction' }), {}, 'unanswered'],
    ['perhaps', event({ answer: 'tentative' }), {}, 'unanswered'],
    ['declined', event({ answer: 'declined' }), {}, 'declined'],
    ['cancelled', event({ isCancelled: true }), { choice: 'send' }, 'cancelled'],
    ['of whole days', allDay, { choice: 'send' }, 'all-day'],
    ['without Meet', event({ meet: null }), { choice: 'send' }, 'no-meet'],
    ['whose room is none', event({ meet: { state: 'ready', room: 'a'.repeat(61) } }), {}, 'no-meet'],
    ['whose Meet is not made yet', event({ meet: { state: 'pending' } }), {}, 'meet-pending'],
    ['over', event({ at: -50, minutes: 50 }), { choice: 'send' }, 'ended'],
    ['begun long ago', event({ at: -16 }), {}, 'late'],
    ['begun just now', event({ at: -14 }), {}, 'planned'],
    ['excepted', event(), { choice: 'skip' }, 'skipped'],
    ['beyond the window', event({ at: 7 * 24 * 60 }), {}, 'planned'],
  ] as const)('%s', (_case, given, values, outcome) => {
    const records = [{ eventId: 'a', ...without, ...values }];
    const planned = plan({ events: [given], records });
    expect(planned.outcomes.get('a')).toBe(outcome);
    const isNow = outcome === 'planned' && !given.time.isAllDay && given.time.startMs < UNTIL;
    expect(planned.create).toHaveLength(isNow ? 1 : 0);
  });

  it('none by itself when the account sends none', () => {
    expect(plan({ events: [event()], sendsToAll: false }).outcomes.get('a')).toBe('off');
  });

  it('one that was asked for, whatever the answer', () => {
    const records = [record({ choice: 'send', sent: null, meeting: null })];
    const events = [event({ answer: 'declined' })];
    expect(steps({ events, records, sendsToAll: false })).toEqual(['create a at 60']);
  });

  it('at once where it is asked for during the event', () => {
    const records = [record({ choice: 'send', sent: null, meeting: null })];
    expect(steps({ events: [event({ at: -40 })], records })).toEqual(['create a at 0']);
  });
});

describe('a calendar that changes', () => {
  const records = [record()];

  it.each([
    ['stays', event(), []],
    ['is moved', event({ at: 90 }), ['move 1 to 90 abc-defg-hij']],
    ['is moved to a time that has begun', event({ at: -5 }), ['move 1 to 0 abc-defg-hij']],
    ['has another room', event({ meet: { state: 'ready', room: 'xyz' } }), ['move 1 to 60 xyz']],
    ['has another title', event({ title: 'Ata' }), ['rename a']],
    ['has other guests', event({ guests: [guest('bia@example.com', 'Bia')] }), ['rename a']],
    ['is declined', event({ answer: 'declined' }), ['cancel 1']],
    ['is cancelled', event({ isCancelled: true }), ['cancel 1']],
    ['loses its Meet', event({ meet: null }), ['cancel 1']],
    ['is moved into the past', event({ at: -90 }), ['cancel 1']],
    ['is moved out of the window', event({ at: 8 * 24 * 60 }), ['cancel 1']],
  ] as const)('takes the assistant along: an event %s', (_case, changed, expected) => {
    expect(steps({ events: [changed], records })).toEqual(expected);
  });

  it('cancels the assistant of an event that is gone', () => {
    expect(steps({ records })).toEqual(['cancel 1']);
  });

  it('leaves what is beyond a list that ends early', () => {
    expect(steps({ records, untilMs: NOW + HOUR_MS })).toEqual([]);
  });

  it('keeps the assistant of a declined event that was asked for', () => {
    const asked = [record({ choice: 'send' })];
    expect(steps({ events: [event({ answer: 'declined' })], records: asked })).toEqual([]);
  });

  it('leaves what the user changed by hand, until the calendar changes', () => {
    const byHand = [record({ meeting: meeting({ startMs: NOW + 70 * MINUTE_MS, room: 'by-hand' }) })];
    expect(steps({ events: [event()], records: byHand })).toEqual([]);
    expect(steps({ events: [event({ at: 65 })], records: byHand })).toEqual(['move 1 to 65 abc-defg-hij']);
  });

  it('sends none again after it was removed by hand', () => {
    const removed = [record({ meeting: null })];
    expect(steps({ events: [event({ at: 90 })], records: removed })).toEqual(['skip a']);
    expect(choiceOf(removed[0]!)).toBe('skip');
  });
});

describe('a meeting that has begun', () => {
  const begun = { startMs: NOW - 10 * MINUTE_MS, room: 'abc-defg-hij', title: 'Pauta' };
  const started = record({ sent: begun, meeting: meeting({ startMs: begun.startMs, state: 'started' }) });
  const ended = record({
    sent: begun,
    meeting: meeting({ startMs: begun.startMs, state: 'ended', endedMs: NOW - MINUTE_MS }),
  });

  it.each([
    ['underway', started, event({ answer: 'declined' })],
    ['underway', started, event({ at: 120 })],
    ['underway', started, event({ isCancelled: true })],
    ['over', ended, event({ at: -10 })],
    ['over', ended, event({ at: -5 })],
  ] as const)('is not touched (%s)', (outcome, known, changed) => {
    const planned = plan({ events: [changed], records: [known] });
    expect(stepsOf(planned)).toEqual([]);
    expect(planned.outcomes.get('a')).toBe(outcome);
  });

  it('is not touched when its event is gone', () => {
    expect(steps({ records: [started] })).toEqual([]);
    expect(steps({ records: [ended] })).toEqual([]);
  });

  it('has another when its event is moved to later after it has ended', () => {
    expect(steps({ events: [event({ at: 120 })], records: [ended] })).toEqual(['create a at 120']);
  });

  it('has no other after it was sent before its time', () => {
    const early = record({ meeting: meeting({ startMs: NOW - HOUR_MS, state: 'ended', endedMs: NOW }) });
    expect(steps({ events: [event()], records: [early] })).toEqual([]);
  });
});

describe('one room', () => {
  it('gets one assistant for events at the same time', () => {
    const planned = plan({ events: [event(), event({ id: 'b' })] });
    expect(stepsOf(planned)).toEqual(['create a at 60']);
    expect(planned.outcomes.get('b')).toBe('covered');
  });

  it('gets one for short events that follow each other', () => {
    const events = [event({ minutes: 10 }), event({ id: 'b', at: 75 }), event({ id: 'c', at: 95 })];
    expect(steps({ events })).toEqual(['create a at 60', 'create c at 95']);
  });

  it('keeps the assistant that is arranged already', () => {
    const records = [record({ eventId: 'b' })];
    expect(steps({ events: [event(), event({ id: 'b' })], records })).toEqual([]);
  });

  it.each([
    ['within the event', meeting({ startMs: NOW + 90 * MINUTE_MS }), 'covered'],
    ['shortly before', meeting({ startMs: NOW + 40 * MINUTE_MS }), 'covered'],
    ['long before', meeting({ startMs: NOW + 20 * MINUTE_MS }), 'planned'],
    ['afterwards', meeting({ startMs: NOW + 120 * MINUTE_MS }), 'planned'],
    ['elsewhere', meeting({ room: 'xyz' }), 'planned'],
  ] as const)('and a meeting made by hand %s', (_case, other, outcome) => {
    expect(plan({ events: [event()], otherMeetings: [other] }).outcomes.get('a')).toBe(outcome);
  });

  it('is taken from when an assistant comes late to an event', () => {
    const other = meeting({ id: 2, startMs: NOW + 20 * MINUTE_MS });
    expect(steps({ events: [event({ at: -10, minutes: 15 })], otherMeetings: [other] })).toEqual([]);
  });

  it('is free again when the assistant of the event before has left', () => {
    const before = record({
      eventId: 'b',
      sent: { startMs: NOW - 15 * MINUTE_MS, room: 'abc-defg-hij', title: 'Pauta' },
      meeting: meeting({ startMs: NOW - 15 * MINUTE_MS, state: 'ended', endedMs: NOW - MINUTE_MS }),
    });
    const events = [event({ id: 'b', at: -15, minutes: 15 }), event({ at: 0 })];
    expect(steps({ events, records: [before] })).toEqual(['create a at 0']);
  });
});

describe('what a meeting takes from its event', () => {
  it('a title that fits', () => {
    expect(meetingTitleOf(event({ title: ' Pauta\nda  semana ' }))).toBe('Pauta da semana');
    expect(meetingTitleOf(event({ title: 'é'.repeat(300) })).length).toBeLessThanOrEqual(255);
    expect(meetingTitleOf(event({ title: '' }))).toBe('');
  });

  it('the guests but the account itself, those with a name first', () => {
    const self = { ...guest('ana@example.com', 'Ana'), isSelf: true };
    const guests = [self, guest('x@example.com', ''), guest('bia@example.com', 'Bia\u202e Lopes')];
    expect(meetingGuestsOf(event({ guests }))).toEqual([
      { email: 'bia@example.com', name: 'Bia Lopes' },
      { email: 'x@example.com', name: '' },
    ]);
    const many = Array.from({ length: 200 }, (_, index) => guest(`${index}@example.com`, 'Bia'));
    expect(meetingGuestsOf(event({ guests: many }))).toHaveLength(MAX_MEETING_GUESTS);
  });
});

function guest(email: string, name: string): Guest {
  return { email, name, answer: 'needsAction', isSelf: false, isOrganizer: false };
}

/** The calendar and the meetings of an account, as a plan changes them. */
interface World {
  events: CalendarEvent[];
  records: EventRecord[];
  others: KnownMeeting[];
  sendsToAll: boolean;
  nowMs: number;
  untilMs: number;
}

const stateOf = ({ others, ...world }: World): CalendarState => ({ ...world, otherMeetings: others });

let lastId = 1000;

/** The world after a plan was carried out. */
function carryOut(world: World, { create, change, cancel, skip }: AssistantPlan): World {
  const records = new Map(world.records.map((each) => [each.eventId, { ...each }]));
  for (const eventId of skip) Object.assign(records.get(eventId)!, { choice: 'skip', sent: null });
  for (const { eventId } of cancel) Object.assign(records.get(eventId)!, { meeting: null, sent: null });
  for (const { event: timed, startMs } of create) {
    const { event: made, room } = timed;
    lastId += 1;
    const guests = JSON.stringify(meetingGuestsOf(made));
    const known = meeting({ id: lastId, room, startMs, guests });
    const before = records.get(made.id) ?? { eventId: made.id, choice: null };
    if ('meeting' in before && before.meeting) world.others.push(before.meeting);
    records.set(made.id, { ...before, meeting: known, sent: sentEventOf(timed) });
  }
  for (const { event: timed, move } of change) {
    const known = records.get(timed.event.id)!;
    const guests = JSON.stringify(meetingGuestsOf(timed.event));
    Object.assign(known, { sent: sentEventOf(timed), meeting: { ...known.meeting!, ...move, guests } });
  }
  return { ...world, records: [...records.values()] };
}

const sketch = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  at: fc.integer({ min: -12, max: 60 }).map((steps) => steps * 5),
  minutes: fc.integer({ min: 0, max: 24 }).map((steps) => steps * 5),
  title: fc.constantFrom('', 'Pauta', 'Ata'),
  answer: fc.constantFrom('accepted', 'accepted', 'declined', 'tentative', 'needsAction'),
  meet: fc.constantFrom(
    ...[{ state: 'ready', room: 'one' } as const, { state: 'ready', room: 'two' } as const],
    ...[{ state: 'pending' } as const, null],
  ),
  isCancelled: fc.nat({ max: 9 }).map((one) => one === 0),
});

const turn = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), sketch }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('drop' as const), id: fc.constantFrom('a', 'b', 'c') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('choose' as const),
      id: fc.constantFrom('a', 'b', 'c'),
      choice: fc.constantFrom('send' as const, 'skip' as const, null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('toggle' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('remove' as const), id: fc.constantFrom('a', 'b', 'c') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('byHand' as const),
      room: fc.constantFrom('one', 'two'),
      at: fc.integer({ min: 0, max: 300 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('end' as const), id: fc.constantFrom('a', 'b', 'c') }),
  },
);

type Turn = typeof turn extends fc.Arbitrary<infer Each> ? Each : never;

function take(world: World, step: Turn): World {
  switch (step.do) {
    case 'put': {
      const put = event(step.sketch as EventSketch);
      return { ...world, events: [...world.events.filter(({ id }) => id !== put.id), put] };
    }
    case 'drop':
      return { ...world, events: world.events.filter(({ id }) => id !== step.id) };
    case 'toggle':
      return { ...world, sendsToAll: !world.sendsToAll };
    case 'byHand':
      lastId += 1;
      return {
        ...world,
        others: [
          ...world.others,
          meeting({ id: lastId, room: step.room, startMs: world.nowMs + step.at * MINUTE_MS }),
        ],
      };
    case 'wait':
      return later(world, step.minutes * MINUTE_MS);
    default:
      return {
        ...world,
        records: world.records.map((each) =>
          each.eventId === step.id ? changedRecord(each, step, world) : each,
        ),
      };
  }
}

function changedRecord(each: EventRecord, step: Turn, { nowMs }: World): EventRecord {
  const { meeting: known } = each;
  if (step.do === 'choose') return { ...each, choice: step.choice, sent: known ? each.sent : null };
  if (step.do === 'remove' && known?.state === 'waiting') return { ...each, meeting: null };
  if (step.do === 'end' && known?.state === 'started')
    return { ...each, meeting: { ...known, state: 'ended', endedMs: nowMs } };
  return each;
}

/** Assistants whose time has come start. */
function later(world: World, ms: number): World {
  const nowMs = world.nowMs + ms;
  const start = (known: KnownMeeting): KnownMeeting =>
    known.state === 'waiting' && known.startMs <= nowMs ? { ...known, state: 'started' } : known;
  return {
    ...world,
    nowMs,
    untilMs: world.untilMs + ms,
    others: world.others.map(start),
    records: world.records.map((each) => ({ ...each, meeting: each.meeting && start(each.meeting) })),
  };
}

describe('whatever happens to a calendar', () => {
  const nothing: World = {
    events: [],
    records: [],
    others: [],
    sendsToAll: true,
    nowMs: NOW,
    untilMs: UNTIL,
  };
  const turns = fc.array(turn, { maxLength: 40, size: 'large' });

  it('plans nothing more after its plan was carried out', () => {
    fc.assert(
      fc.property(turns, (all) => {
        let world = nothing;
        for (const step of all) {
          world = take(world, step);
          world = carryOut(world, planAssistants(stateOf(world)));
          expect(stepsOf(planAssistants(stateOf(world)))).toEqual([]);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('never touches what has begun, and sends one assistant to a place and time that wants it', () => {
    fc.assert(
      fc.property(turns, (all) => {
        let world = nothing;
        for (const step of all) {
          world = take(world, step);
          const planned = planAssistants(stateOf(world));
          const touched = [...planned.cancel, ...planned.change].map(({ meetingId }) => meetingId);
          expect(new Set(touched).size).toBe(touched.length);
          for (const { meeting: known } of world.records) {
            if (known && known.state !== 'waiting') expect(touched).not.toContain(known.id);
          }
          world = carryOut(world, planned);
          assertSound(world, planned);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

function assertSound({ events, records, others, sendsToAll, nowMs }: World, planned: AssistantPlan): void {
  const waiting = records.filter(({ meeting: known }) => known?.state === 'waiting');
  for (const { eventId, choice, meeting: known } of waiting) {
    const its = events.find(({ id }) => id === eventId);
    const isLate = known!.startMs + 15 * MINUTE_MS < nowMs;
    if (planned.outcomes.get(eventId) === 'ended' || isLate) continue;
    expect(its, 'the event of a meeting').toBeDefined();
    expect(its!.meet).toEqual({ state: 'ready', room: known!.room });
    expect(its!.time).toMatchObject({ isAllDay: false });
    expect(choice === 'send' || (choice === null && sendsToAll && its!.answer === 'accepted')).toBe(true);
  }
  const live = [...records.flatMap(({ meeting: known }) => known ?? []), ...others].filter(
    ({ state: stage }) => stage !== 'ended',
  );
  for (const { meeting: own } of waiting) {
    const near = live.filter(
      ({ id, room, startMs }) =>
        id !== own!.id && room === own!.room && Math.abs(startMs - own!.startMs) < MIN_GAP_MS,
    );
    if (own!.startMs > nowMs) expect(near).toEqual([]);
  }
}
