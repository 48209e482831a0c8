import { signUpMeetingUser } from '@/tests/http/meeting/meetings';
import { type CelesteWithGoogle, linkCalendar, startWithGoogle } from '../support/linked-calendar';
import { markdownTable } from './markdown';

const DEFAULT_EVENTS = 1000;
const ROUNDS = 15;
const DAYS = 30;
const FIRST_HOUR = 7;
const HOURS = 14;
const ADDRESSES = {
  week: '/calendar?date=2026-11-26',
  month: '/calendar?view=month&date=2026-11-26',
  "the grid's month": '/calendar/events?from=2026-11-01&to=2026-12-05',
};

/**
 * How long the pages of a calendar take with many events in its month, as a multiple of those of a calendar with one;
 * and how many requests go to Google, which is a stand-in on this machine.
 */
export async function calendar(events = DEFAULT_EVENTS): Promise<void> {
  const running = await startWithGoogle();
  try {
    const [few, many] = [await openCalendar(running, 1), await openCalendar(running, events)];
    const rows: string[][] = [];
    for (const [name, address] of Object.entries(ADDRESSES)) {
      const [baseline, measured] = [
        await timeOf(running, few, address),
        await timeOf(running, many, address),
      ];
      rows.push([
        name,
        `${(measured.ms / baseline.ms).toFixed(1)} ×`,
        `${Math.round(measured.ms)} ms`,
        String(measured.requests),
      ]);
    }
    const heads = ['page', `${events} events beside one`, 'median', 'requests to Google'];
    process.stdout.write(`${markdownTable(heads, rows)}\n`);
  } finally {
    await running.stop();
  }
}

type Reader = Awaited<ReturnType<typeof signUpMeetingUser>>;

async function openCalendar(running: CelesteWithGoogle, events: number): Promise<Reader> {
  const person = await signUpMeetingUser(running.celeste);
  const linked = await linkCalendar(running, person);
  for (let index = 0; index < events; index++) {
    const day = String(1 + (index % DAYS)).padStart(2, '0');
    const hour = String(FIRST_HOUR + (Math.floor(index / DAYS) % HOURS)).padStart(2, '0');
    const at = (minutes: string) => ({ dateTime: `2026-11-${day}T${hour}:${minutes}:00-03:00` });
    linked.add({ summary: `Evento ${index}`, start: at('00'), end: at('30') });
  }
  return person;
}

/** The median of several visits, and the requests to Google of one. */
async function timeOf({ google }: CelesteWithGoogle, reader: Reader, address: string) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    google.calm();
    const start = performance.now();
    const { status } = await reader.get(address);
    if (status !== 200) throw new Error(`${address} was answered with ${status}`);
    times.push(performance.now() - start);
  }
  const ms = times.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
  return { ms, requests: google.requests.length };
}
