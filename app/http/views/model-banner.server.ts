import { settings } from '@/app/config/env.server';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import type { ModelState } from '@/app/services/transcription/describe-model.server';
import { isAdministrator } from '../session/admin.server';

/** Null when the configured model is installed. Only administrators, and anyone in local mode, see why. */
export function modelBannerFor(user: SignedInUser, model: ModelState, isLocal: boolean = settings.isLocal) {
  if (model.state === 'full') return null;
  const { problem, ...banner } = model;
  return problem !== null && (isLocal || isAdministrator(user)) ? { ...banner, problem } : banner;
}
