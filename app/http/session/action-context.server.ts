import type { ActionFunctionArgs } from '@remix-run/node';
import { publicIdOf } from '../params';
import { requireAdmin } from './admin.server';
import { requireOwner, requireUser } from './session.server';

/** The context of a signed-in user's action; `publicId` is that of the URL, where it has one. */
export async function asUser({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request);
  return { request, user, userId: user.id, publicId: publicIdOf(params) };
}

export type OwnerContext = Awaited<ReturnType<typeof asOwner>>;

/** The context of an action of the account owner only, not of an administrator who impersonates them. */
export async function asOwner({ request, context }: ActionFunctionArgs) {
  return { request, context, user: await requireOwner(request) };
}

export async function asAdmin({ request, params }: ActionFunctionArgs) {
  const { id: adminId } = await requireAdmin(request);
  return { request, adminId, publicId: publicIdOf(params) };
}
