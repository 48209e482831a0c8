import type { DayRange } from '@/app/domain/calendar/calendar-query';
import type { GridEvent, GridEvents, RefusedChange, TimeChange } from '@/app/domain/calendar/grid-event';
import type { Outcome } from './event-changes';

const RETRY_MS = 1000;

/** The events of some days. The page is loaded again where the session or the link has ended. */
export async function fetchEvents({ firstDay, lastDay }: DayRange, signal: AbortSignal): Promise<GridEvents> {
  const answer = await fetch(`/calendar/events?from=${firstDay}&to=${lastDay}`, { signal });
  if (answer.redirected || answer.status === 409) location.reload();
  if (!answer.ok || answer.redirected) throw new Error(`the events were answered with ${answer.status}`);
  return (await answer.json()) as GridEvents;
}

/**
 * Sends the new time of an event; once more when no answer comes, since the same change succeeds twice.
 * @param failed the message where the server says nothing
 */
export async function sendTime(id: string, change: TimeChange, failed: string): Promise<Outcome> {
  const post = () =>
    fetch(`/calendar/${id}/time`, {
      method: 'POST',
      body: JSON.stringify(change),
      headers: { 'Content-Type': 'application/json' },
      keepalive: true,
    });
  try {
    const answer = await post().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return post();
    });
    if (answer.redirected) location.reload();
    if (answer.ok) return { event: (await answer.json()) as GridEvent };
    const { message, event } = (await answer.json()) as RefusedChange;
    return { refusal: message, event };
  } catch {
    return { refusal: failed, event: null };
  }
}
