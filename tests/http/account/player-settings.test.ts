import { beforeAll, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp } from '@/tests/support/test-user';
import { messageBeside } from '../platform/page';

const PAGE = '/account/player';

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

const fieldsIn = (body: string) => ({
  keys: Object.fromEntries(
    [...body.matchAll(/<input [^>]*name="key_(\w+)"[^>]*>/g)].map(([input, action]) => [
      action,
      /value="([^"]*)"/.exec(input)?.[1] ?? '',
    ]),
  ),
  rewind: /<option value="([\d.]+)" selected/.exec(body)?.[1],
  confirms: /<input [^>]*name="confirm_saving"[^>]*checked/.test(body),
});

const DEFAULTS = {
  keys: { toggle: 'F8', back: 'F7', forward: 'F9', repeat: 'F2' },
  rewind: '1.5',
  confirms: true,
};

it('saves the settings of the player, shows mistakes at their fields, and restores the defaults', async () => {
  const person = await signUp(celeste);
  expect((await person.get('/account')).body).toContain(`href="${PAGE}"`);
  expect(fieldsIn((await person.get(PAGE)).body)).toEqual(DEFAULTS);

  const form = { intent: 'save', key_toggle: 'B', key_back: 'F4', key_forward: 'f4', rewind_seconds: '7' };
  const refused = await person.post(PAGE, form);
  expect(refused.status).toBe(400);
  expect(messageBeside(refused.body, 'key_toggle')).toContain('Esta tecla digita texto ou move o cursor.');
  expect(messageBeside(refused.body, 'rewind_seconds')).toContain('Escolha de 0 a 5 segundos.');
  expect(fieldsIn(refused.body).keys).toMatchObject({ toggle: 'B', back: 'F4' });
  const twice = await person.post(PAGE, { ...form, key_toggle: 'F13', rewind_seconds: '2' });
  expect([twice.status, messageBeside(twice.body, 'key_forward')]).toEqual([
    400,
    expect.stringContaining('Esta tecla já está em uso em outro campo.'),
  ]);
  expect(fieldsIn((await person.get(PAGE)).body)).toEqual(DEFAULTS);

  const saved = await person.post(PAGE, {
    ...{ intent: 'save', key_toggle: 'F13', key_back: 'ctrl+shift+l', key_forward: '', key_repeat: '' },
    rewind_seconds: '2.5',
  });
  expect([saved.status, saved.location]).toEqual([303, PAGE]);
  const after = (await person.get(PAGE)).body;
  expect(after).toContain('Atalhos e reprodução salvos.');
  expect(fieldsIn(after)).toEqual({
    keys: { toggle: 'F13', back: 'Ctrl + Shift + L', forward: '', repeat: '' },
    rewind: '2.5',
    confirms: false,
  });

  expect((await person.post(PAGE, { intent: 'reset' })).location).toBe(PAGE);
  expect(fieldsIn((await person.get(PAGE)).body)).toEqual(DEFAULTS);
});
