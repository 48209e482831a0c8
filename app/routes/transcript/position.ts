import { redirect } from '@remix-run/node';
import { positionSchema } from '@/app/domain/transcript/position';
import { bareAction, readJson } from '@/app/http/forms/form.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { rememberPosition } from '@/app/services/transcript/remember-place.server';

export const loader = () => redirect('/transcriptions');

/** Records where the reader stopped, as the page is left. */
export const action = bareAction(async ({ request, params }) => {
  const user = await requireUser(request);
  const { positionMs } = await readJson(request, positionSchema);
  if (!user.impersonator) await rememberPosition(user.id, publicIdOf(params), positionMs);
  return new Response(null, { status: 204 });
});
