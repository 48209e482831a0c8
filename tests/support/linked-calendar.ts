import { sessionSecret } from '@/app/config/secret.server';
import { sealTokens } from '@/app/services/calendar/link/sealed-tokens.server';
import { change, rows } from '@/tests/http/platform/data-dir';
import { type RunningCeleste, startCeleste } from './celeste';
import { type FakeGoogle, startFakeGoogle } from './fake-google';
import type { FakeCalendar } from './google-calendar/fake-calendar';

export interface CelesteWithGoogle {
  celeste: RunningCeleste;
  google: FakeGoogle;
  stop(): Promise<void>;
}

/** A running Celeste whose Google is a stand-in on this machine. @param env more settings */
export async function startWithGoogle(env: Record<string, string> = {}): Promise<CelesteWithGoogle> {
  const google = await startFakeGoogle();
  const celeste = await startCeleste({
    command: 'web',
    env: {
      ...env,
      ...google.env,
    },
    // So that tokens can be sealed here.
    secret: sessionSecret,
  });
  const stop = async () => {
    await celeste.stop();
    await google.close();
  };
  return { celeste, google, stop };
}

/** Links an account's calendar without the pages of consent. @returns the calendar at the stand-in */
export async function linkCalendar(
  { celeste, google }: Omit<CelesteWithGoogle, 'stop'>,
  { email }: { email: string },
): Promise<FakeCalendar> {
  const [user] = await rows(celeste, `SELECT id FROM users WHERE email = '${email}'`);
  const sealed = sealTokens(Number(user!.id), google.grant(email));
  await change(
    celeste,
    `INSERT INTO calendar_links (user_id, sealed_tokens, name, sends_to_all, created_at, updated_at)
     SELECT id, '${sealed}', email, 0, created_at, created_at FROM users WHERE id = ${Number(user!.id)}`,
  );
  return google.calendarOf(email);
}
