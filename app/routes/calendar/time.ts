import { redirect } from '@remix-run/node';
import { gridEventOf } from '@/app/domain/calendar/grid-event';
import { timeChangeSchema, timeOfChange } from '@/app/domain/calendar/time-change';
import { bareAction, readJson } from '@/app/http/forms/form.server';
import { asEventUser } from '@/app/http/views/calendar.server';
import { answerChange } from '@/app/http/views/calendar-grid.server';
import { changeEvent } from '@/app/services/calendar/events/change-event.server';

export const loader = () => redirect('/calendar');

/** Moves an event that was dragged in the grid, or gives it another length; of a series, the one occurrence. */
export const action = bareAction(async (args) => {
  const { userId, timeZone, eventId } = await asEventUser(args);
  const change = await readJson(args.request, timeChangeSchema, { maxBytes: 4096 });
  const time = timeOfChange(change, timeZone);
  const changed = changeEvent({ userId, eventId, version: change.version, change: { time } });
  return answerChange(args.request, userId, eventId, changed.then(gridEventOf));
});
