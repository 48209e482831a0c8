import { redirect } from '@remix-run/node';
import { bareAction } from '@/app/http/form.server';
import { requireUser } from '@/app/http/session.server';
import { redirectWithToast } from '@/app/http/toast.server';
import { endImpersonation } from '@/app/services/admin/end-acting.server';

export const loader = () => redirect('/');

/** Ends impersonation. */
export const action = bareAction(async ({ request }) => {
  const { id: userId, publicId, sessionId, actingAdmin } = await requireUser(request);
  if (!actingAdmin) return redirect('/', 303);
  await endImpersonation({ id: sessionId, adminId: actingAdmin.id, userId });
  return redirectWithToast(`/admin/users/${publicId}`, { key: 'toast.actingEnded', kind: 'info' });
});
