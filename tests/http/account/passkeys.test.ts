import { beforeAll, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, TestUser } from '@/tests/support/test-user';
import { linksOf, mainOf, textOf } from '../platform/page';

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

it('the page of passkeys at an IP address says only where they work, with a link', async () => {
  const { port } = new URL(celeste.address);
  const person = await signUp(celeste);
  await person.get('/account');
  const main = mainOf((await person.get('/account/passkeys')).body);
  expect(linksOf(main)).toContain(`http://localhost:${port}/account/passkeys`);
  expect(textOf(main)).toContain('Neste endereço não é possível criar nem usar chaves de acesso.');
  expect(textOf(main)).not.toMatch(/Com uma chave de acesso você|Para criar ou/);
});

it('so does the page that logs in by passkey', async () => {
  const { port } = new URL(celeste.address);
  const { body } = await new TestUser(celeste.address).get('/login/passkey');
  expect(linksOf(body)).toContain(`http://localhost:${port}/login/passkey`);
  expect(textOf(body)).not.toContain('Para criar ou');
});
