import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import type { ModelState } from '@/app/services/transcription/describe-model.server';
import { isAdministrator } from '../session/admin.server';

/** Null when the configured model is installed. Only administrators see what to do about it, and the cause. */
export function modelBannerFor(user: SignedInUser, model: ModelState) {
  if (model.state === 'full') return null;
  const { problem, ...banner } = model;
  return isAdministrator(user) ? { ...banner, operator: { problem } } : banner;
}
