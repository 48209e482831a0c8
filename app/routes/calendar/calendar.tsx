import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CalendarPage } from '@/app/components/calendar/CalendarPage';
import { ConnectPage } from '@/app/components/calendar/ConnectPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { requireCalendarUser } from '@/app/http/session/calendar-user.server';
import { calendarView } from '@/app/http/views/calendar.server';

export const loader = async ({ request }: LoaderFunctionArgs) =>
  calendarView(request, await requireCalendarUser(request));

export const handle = pageTitle('calendar', 'title');

export default function Calendar() {
  const { calendar, unlinked } = useLoaderData<typeof loader>();
  return calendar ? <CalendarPage {...calendar} /> : <ConnectPage {...unlinked} />;
}
