import type { RunningCeleste } from '@/tests/support/celeste';
import { ApiClient } from './api-client';

/** Signs in by the mailed code, as a program does. @returns the token of the sign-in */
export async function signInByCode(celeste: RunningCeleste, email: string): Promise<string> {
  const guest = new ApiClient(celeste.address);
  await guest.post('/mail/send-code', { email });
  const { code } = await celeste.mailTo(email);
  const { body } = await guest.post('/auth/login', { email, code });
  return (body as { data: string }).data;
}
