import type { Day } from '../format/day';
import type { EventTime } from './event';
import type { GridEvent } from './grid-event';

type PackedEvent = [
  id: string,
  version: string,
  title: string,
  /** A day or a moment in ms. */
  start: Day | number,
  end: Day | number,
  location: string,
  answer: GridEvent['answer'],
  flags: number,
];

const FLAGS = ['hasMeet', 'isSeries', 'isEditable'] as const;

/** Events as a page carries them to its grid, in a third of their size as objects. Their time zones are left out. */
export const packEvents = (events: readonly GridEvent[]): string => JSON.stringify(events.map(pack));

/** @param timeZone in which the grid shows them */
export const unpackEvents = (packed: string, timeZone: string): GridEvent[] =>
  (JSON.parse(packed) as PackedEvent[]).map((event) => unpack(event, timeZone));

function pack(event: GridEvent): PackedEvent {
  const { id, version, title, time, location, answer } = event;
  const [start, end] = time.isAllDay ? [time.startDay, time.endDay] : [time.startMs, time.endMs];
  const flags = FLAGS.reduce((sum, flag, index) => sum + (event[flag] ? 2 ** index : 0), 0);
  return [id, version, title, start, end, location, answer, flags];
}

function unpack(packed: PackedEvent, timeZone: string): GridEvent {
  const [id, version, title, start, end, location, answer, flags] = packed;
  const has = (flag: (typeof FLAGS)[number]) => (flags & (2 ** FLAGS.indexOf(flag))) !== 0;
  return {
    ...{ id, version, title, time: timeOf(start, end, timeZone), location, answer },
    ...{ hasMeet: has('hasMeet'), isSeries: has('isSeries'), isEditable: has('isEditable') },
  };
}

const timeOf = (start: Day | number, end: Day | number, timeZone: string): EventTime =>
  typeof start === 'string' && typeof end === 'string'
    ? { isAllDay: true, startDay: start, endDay: end }
    : { isAllDay: false, startMs: Number(start), endMs: Number(end), timeZone };
