import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { UserSearch } from '@/app/components/admin/UserSearch';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { requireAdmin } from '@/app/http/session/admin.server';
import { findUsers } from '@/app/services/admin/find-users.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const { searchParams } = new URL(request.url);
  const text = searchParams.get('q') ?? '';
  const { rows, older } = await findUsers(text, searchParams.get('before') ?? undefined);
  return { text, rows, moreHref: older && `/admin?${new URLSearchParams({ q: text, before: older })}` };
}

export const handle = pageTitle('admin', 'users.title');

export default function UsersPage() {
  return <UserSearch {...useLoaderData<typeof loader>()} />;
}
