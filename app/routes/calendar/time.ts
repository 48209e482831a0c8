import { redirect } from '@remix-run/node';
import { gridEventOf } from '@/app/domain/calendar/grid-event';
import { timeChangeSchema, timeOfChange } from '@/app/domain/calendar/time-change';
import { bareAction, readJson } from '@/app/http/forms/form.server';
import { asEventUser } from '@/app/http/views/calendar.server';
import { answerChange } from '@/app/http/views/calendar-grid.server';
import { followEvent } from '@/app/services/calendar/assistants/follow-event.server';
import { changeEvent } from '@/app/services/calendar/events/change-event.server';

export const loader = () => redirect('/calendar');

/** Moves an event that was dragged in the grid, or gives it another length; of a series, the one occurrence. */
export const action = bareAction(async (args) => {
  const { userId, timeZone, eventId } = await asEventUser(args);
  const change = await readJson(args.request, timeChangeSchema, { maxBytes: 4096 });
  const time = timeOfChange(change, timeZone);
  const move = async () => {
    const changed = await changeEvent({ userId, eventId, version: change.version, change: { time } });
    await followEvent(userId, changed);
    return gridEventOf(changed);
  };
  return answerChange(args.request, userId, eventId, move());
});
