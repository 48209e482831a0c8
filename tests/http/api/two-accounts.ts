import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { addToken } from './add-token';
import { ApiClient } from './api-client';

export interface TwoAccounts {
  celeste: RunningCeleste;
  ana: TestUser & { email: string };
  rui: TestUser & { email: string };
  /** With a token of Ana that opens all. */
  api: ApiClient;
}

/** Signs two people up at the shared server, without a worker. */
export async function openTwoAccounts(): Promise<TwoAccounts> {
  const celeste = await sharedCeleste();
  const ana = await signUp(celeste);
  const rui = await signUp(celeste, 'Rui Lima');
  return { celeste, ana, rui, api: new ApiClient(celeste.address, await addToken(celeste, ana)) };
}
