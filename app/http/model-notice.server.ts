import { settings } from '@/app/config/env.server';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import type { ModelState } from '@/app/services/transcription/describe-model.server';
import { isAdministrator } from './admin.server';

/**
 * What a page says about the speech model; null with the one in place that the settings ask for. Why it is not
 * there is told to administrators, and in local mode.
 */
export function modelNoticeFor(user: SignedInUser, model: ModelState, isLocal: boolean = settings.isLocal) {
  if (model.state === 'full') return null;
  const { problem, ...notice } = model;
  return problem !== null && (isLocal || isAdministrator(user)) ? { ...notice, problem } : notice;
}
