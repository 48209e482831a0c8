import { redirect } from '@remix-run/node';
import { bareAction } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { requireUser } from '@/app/http/session/session.server';
import { endImpersonation } from '@/app/services/admin/impersonation.server';

export const loader = () => redirect('/');

export const action = bareAction(async ({ request }) => {
  const { id: userId, publicId, sessionId, impersonator } = await requireUser(request);
  if (!impersonator) return redirect('/', 303);
  await endImpersonation({ id: sessionId, adminId: impersonator.id, userId });
  return redirectWithToast(`/admin/users/${publicId}`, { key: 'toast.actingEnded', kind: 'info' });
});
