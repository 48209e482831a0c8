import { beforeAll, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp } from '@/tests/support/test-user';
import { editable } from '../transcript/editable';

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

it('saves the glossary, rejects one that is too long, and shows suggestions with a button each', async () => {
  const person = await signUp(celeste);
  const own = await editable(celeste, person);
  expect((await person.get(own)).body).not.toContain(`${own}/glossary`);
  const refused = await person.post('/account/glossary', { terms: 'x'.repeat(61) });
  expect(refused.status).toBe(400);
  expect(refused.body).toContain('Cada termo pode ter até 60 letras e 6 palavras.');
  expect(refused.body).toContain('x'.repeat(61));
  const saved = await person.post('/account/glossary', { terms: 'Bondia\r\nCeleste' });
  expect([saved.status, saved.location]).toEqual([303, '/account/glossary']);
  expect((await person.get('/account/glossary')).body).toMatch(/<textarea[^>]*>Bondia\nCeleste</);

  expect((await person.get(own)).body).toContain(`${own}/glossary`);
  const { body } = await person.get(`${own}/glossary`);
  expect(body).toContain('<mark>bom dia</mark>');
  expect(body).toContain('Substituir “bom dia” por “Bondia”');
  const fields = Object.fromEntries(
    [...body.matchAll(/ name="(version|block|from|count|term)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );
  expect((await person.post(`${own}/glossary`, fields)).location).toBe(`${own}/glossary`);
  const after = (await person.get(`${own}/glossary`)).body;
  expect(after).toContain('Nenhuma sugestão para esta transcrição');
  expect((await person.get(own)).body).toContain('Bondia');
  expect((await person.post(`${own}/glossary`, fields)).status).toBe(409);
});
