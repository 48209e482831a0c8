import { randomUUID } from 'node:crypto';
import { toCalendarEvent } from '@/app/integrations/calendar/google-event';
import { CalendarLink } from '@/models/calendar-link.server';
import { linkFakeCalendar } from '@/tests/factories/calendar';
import type { FakeGoogle } from '@/tests/support/fake-google';
import type { Resource } from '@/tests/support/google-calendar/fake-calendar';
import type { TheirEvent, TheirSide } from './calendar-sequence';
import { makeSubscriber } from './linked-calendar';

const ZONE = 'America/Sao_Paulo';

/** The calendar, at the stand-in for Google, of a new subscriber whose assistant goes to all meetings. */
export async function linkGoogleSide(google: FakeGoogle): Promise<TheirSide> {
  const userId = await makeSubscriber();
  const email = `${randomUUID()}@example.com`;
  const calendar = await linkFakeCalendar(userId, google, email);
  await CalendarLink.update({ sendsToAll: true }, { where: { userId } });
  return {
    userId,
    async create(event) {
      return calendar.add(resourceOf(event, email)).id!;
    },
    async createSeries(event, days) {
      const recurrence = [`RRULE:FREQ=DAILY;COUNT=${days}`];
      return calendar.add({ ...resourceOf(event, email), recurrence }).id!;
    },
    async change(id, change) {
      calendar.change(id, resourceOf(change, email));
    },
    async makeAllDay(id) {
      calendar.change(id, { start: { date: '2026-12-01' }, end: { date: '2026-12-02' } });
    },
    async cancel(id) {
      calendar.cancel(id);
    },
    forgetTokens: () => calendar.forgetSyncTokens(),
    disturb: (how) => google.fail('any', how === 'fail' ? 'cut' : 'lost'),
    calm: () => google.calm(),
    async list(timeMinMs, timeMaxMs) {
      const events = calendar.list({ timeMinMs, timeMaxMs, isSingle: true, showsDeleted: false, types: [] });
      return events.flatMap((event) => toCalendarEvent(event, calendar.timeZone) ?? []);
    },
  };
}

function resourceOf({ title, startMs, endMs, room, answer }: Partial<TheirEvent>, email: string): Resource {
  const at = (ms: number) => ({ dateTime: new Date(ms).toISOString(), timeZone: ZONE });
  return {
    ...(title !== undefined && { summary: title }),
    ...(startMs !== undefined && endMs !== undefined && { start: at(startMs), end: at(endMs) }),
    ...(answer && { attendees: [{ email, responseStatus: answer }] }),
    ...(room !== undefined && conferenceOf(room)),
  };
}

const conferenceOf = (room: string | null): Resource => ({
  hangoutLink: room && `https://meet.google.com/${room}`,
  ...(room && {
    conferenceData: {
      conferenceId: room,
      entryPoints: [{ entryPointType: 'video', uri: `https://meet.google.com/${room}` }],
    },
  }),
});
