import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { UnlinkPage } from '@/app/components/calendar/UnlinkPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asCalendarUser, requireCalendarUser } from '@/app/http/session/calendar-user.server';
import { findLink } from '@/app/services/calendar/link/find-link.server';
import { unlinkCalendar } from '@/app/services/calendar/link/unlink-calendar.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireCalendarUser(request);
  const link = await findLink(user.id);
  if (!link) throw redirect('/calendar');
  return { name: link.name };
}

export const handle = pageTitle('calendar', 'link.unlink.title');

export const action = formAction(
  onForm(asCalendarUser, [
    plainSchema,
    async ({ submissionId }, { userId }) => {
      await unlinkCalendar({ userId, submissionId });
      return redirectWithToast('/calendar', { area: 'calendar', key: 'link.unlink.done', kind: 'success' });
    },
  ]),
);

export default function Unlink() {
  return <UnlinkPage {...useLoaderData<typeof loader>()} />;
}
