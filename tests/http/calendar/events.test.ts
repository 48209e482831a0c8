import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CelesteWithGoogle, startWithGoogle } from '@/tests/support/linked-calendar';
import type { MeetingUser } from '../meeting/meetings';
import { change } from '../platform/data-dir';
import { linksOf, mainOf, messageBeside, summaryOf, textOf, typedIn } from '../platform/page';
import { eventFields, makeEvent, postLists, signUpWithCalendar, versionOf } from './calendars';

let running: CelesteWithGoogle;
let ana: MeetingUser;

beforeAll(async () => {
  running = await startWithGoogle();
});

afterAll(() => running.stop());

beforeEach(async () => {
  ana = await signUpWithCalendar(running);
});

const shown = async (path: string) => textOf(mainOf((await ana.get(path)).body));

describe('the calendar', () => {
  it('lists events by days, with the way to other days and views', async () => {
    const path = await makeEvent(ana, { location: 'Redação' });
    const { body } = await ana.get('/calendar?date=2026-12-04');
    const text = textOf(mainOf(body));
    expect(text).toMatch(/Meu Calendário .* Fuso horário: America\/Sao_Paulo/);
    expect(text).toContain('quinta-feira, 3 de dezembro 14:00–15:00 Pauta Redação');
    expect(linksOf(body)).toEqual(
      expect.arrayContaining([
        ...[path, '/calendar?date=2026-11-27', '/calendar?date=2026-12-11', '/calendar'],
        ...['/calendar?view=month&date=2026-12-04', '/calendar/unlink', '/calendar/assistant'],
      ]),
    );
    expect(textOf(mainOf((await ana.get('/meetings')).body))).toContain('Minha agenda Configurações');
  });

  it('filters them', async () => {
    await makeEvent(ana);
    await makeEvent(ana, { summary: 'Reunião', add_meet: 'on' });
    const day = '/calendar?view=day&date=2026-12-03';
    expect(await shown(day)).toMatch(/Pauta .*Reunião/);
    const met = await shown(`${day}&show=meet`);
    expect([met.includes('Reunião'), met.includes('Pauta')]).toEqual([true, false]);
    expect(await shown(`${day}&show=declined`)).toContain('Nenhum evento deste período corresponde');
    expect(await shown(`${day}&show=accepted&show=declined`)).toMatch(/Pauta .*Reunião/);
  });
});

describe('a new event', () => {
  it('is proposed for 30 minutes at the time asked for', async () => {
    const { body } = await ana.get('/calendar/new?date=2026-12-03&time=23:45');
    const typed = ['start_date', 'start_time', 'end_date', 'end_time'].map((field) => typedIn(body, field));
    expect(typed).toEqual(['2026-12-03', '23:45', '2026-12-04', '00:15']);
    expect((await ana.get('/calendar/new?date=x&time=99')).status).toBe(200);
  });

  it('is made once, with its guests and a meeting', async () => {
    const fields = {
      ...eventFields({ add_meet: 'on', description: 'Um\r\nDois' }),
      submissionId: crypto.randomUUID(),
    };
    const lists = { attendees: ['Bia@example.com', '', 'caio@example.com, davi@example.com'] };
    const first = await postLists(ana, '/calendar/new', fields, lists);
    expect(first).toMatchObject({
      status: 303,
      location: expect.stringMatching(/^\/calendar\/[0-9a-v]{52}$/),
    });
    expect((await postLists(ana, '/calendar/new', fields, lists)).location).toBe(first.location);
    const { body } = await ana.get(first.location!);
    expect(textOf(body)).toContain('Evento criado.');
    const text = textOf(mainOf(body));
    expect(text).toContain('quinta-feira, 3 de dezembro de 2026, 14:00–15:00');
    expect(text).toMatch(/bia@example.com .*caio@example.com .*davi@example.com/);
    expect(text).toMatch(/Entrar no Meet|ainda está criando a reunião/);
    expect(await shown('/calendar?view=day&date=2026-12-03')).toMatch(/^((?!Pauta).)*Pauta((?!Pauta).)*$/);
  });

  it('says at each field what is wrong, and keeps what was typed', async () => {
    const lists = { attendees: ['caio', ''] };
    const fields = eventFields({ summary: ' ', start_time: '', end_date: '2026-02-30', location: 'Redação' });
    const { status, body } = await postLists(ana, '/calendar/new', fields, lists);
    expect(status).toBe(400);
    expect(messageBeside(body, 'summary')).toBe('O título é obrigatório.');
    expect(messageBeside(body, 'start_time')).toBe('A hora é obrigatória.');
    expect(messageBeside(body, 'end_date')).toBe('Data inválida.');
    expect(messageBeside(body, 'attendees')).toBe(
      'Confira os e-mails dos convidados: ao menos um é inválido.',
    );
    expect([typedIn(body, 'location'), typedIn(body, 'attendees')]).toEqual(['Redação', 'caio']);
  });

  it.each([
    ['end_time', { end_time: '13:00' }, 'O término precisa vir depois do início.'],
    ['end_date', { end_date: '2026-12-02' }, 'O término não pode ser em um dia antes do início.'],
  ])('ends after it starts: %s', async (field, values, message) => {
    const { status, body } = await ana.post('/calendar/new', eventFields(values));
    expect([status, messageBeside(body, field)]).toEqual([400, message]);
  });

  it('is at a time that exists, and of two the one that is chosen', async () => {
    await change(
      running.celeste,
      `UPDATE users SET time_zone = 'America/New_York' WHERE email = '${ana.email}'`,
    );
    const on = (day: string, values = {}) =>
      eventFields({ start_date: day, start_time: '02:30', end_date: day, end_time: '04:00', ...values });
    const skipped = await ana.post('/calendar/new', on('2027-03-14'));
    expect([skipped.status, messageBeside(skipped.body, 'start_time')]).toEqual([
      400,
      'Esse horário de início não existe: o relógio é adiantado nesse dia. Escolha outro.',
    ]);
    const twice = await ana.post('/calendar/new', on('2027-11-07', { start_time: '01:30' }));
    expect([twice.status, messageBeside(twice.body, 'start_turn')]).toEqual([
      409,
      'Esse horário de início acontece duas vezes: o relógio é atrasado nesse dia. Escolha qual.',
    ]);
    const path = await makeEvent(ana, on('2027-11-07', { start_time: '01:30', start_turn: 'second' }));
    const { body } = await ana.get(`${path}/edit`);
    expect(typedIn(body, 'start_time')).toBe('01:30');
    expect(body).toMatch(/<select id="start_turn"[^>]*>.*?<option value="second" selected="">/s);
  });

  it('may be of whole days', async () => {
    const path = await makeEvent(ana, {
      all_day: 'on',
      start_time: '',
      end_time: '',
      end_date: '2026-12-05',
    });
    expect(await shown(path)).toMatch(/3\s–\s5 de dezembro de 2026, dia inteiro/);
    expect(await shown('/calendar?date=2026-12-03')).toContain(
      'sexta-feira, 4 de dezembro dia inteiro dia 2 de 3 Pauta',
    );
  });
});

describe('an event', () => {
  it('is changed, and keeps what was not', async () => {
    const path = await makeEvent(ana, {
      description: 'Pauta: https://example.com/a',
      attendees: 'bia@example.com',
    });
    const version = await versionOf(ana, `${path}/edit`);
    const fields = eventFields({ version, summary: 'Outra', description: 'Pauta: https://example.com/a' });
    const lists = { attendees: ['bia@example.com', 'caio@example.com'] };
    expect(await postLists(ana, `${path}/edit`, fields, lists)).toMatchObject({
      status: 303,
      location: path,
    });
    const { body } = await ana.get(path);
    expect(textOf(mainOf(body))).toMatch(/Outra .*bia@example.com .*caio@example.com/);
    expect(body).toContain(
      '<a href="https://example.com/a" target="_blank" rel="noopener noreferrer nofollow">',
    );
    expect(body).toContain('Evento atualizado.');
  });

  it('is not overwritten: what changed meanwhile is shown beside what was typed', async () => {
    const path = await makeEvent(ana);
    const version = await versionOf(ana, `${path}/edit`);
    await ana.post(`${path}/edit`, eventFields({ version, summary: 'Deles' }));
    const typed = eventFields({ version, location: 'Redação' });
    const { status, body } = await ana.post(`${path}/edit`, typed);
    expect(status).toBe(409);
    expect(summaryOf(body)).toBe('Alguém mudou este evento enquanto você o editava.');
    expect(textOf(mainOf(body))).toContain('Título Deles Pauta Local — Redação Descartar');
    expect([typedIn(body, 'summary'), typedIn(body, 'location')]).toEqual(['Pauta', 'Redação']);
    expect(await shown(path)).not.toContain('Redação');
    const fresh = / name="version" value="([^"]*)"/.exec(body)![1]!.replaceAll('&quot;', '"');
    expect(fresh).not.toBe(version);
    expect((await ana.post(`${path}/edit`, { ...typed, version: fresh })).status).toBe(303);
    expect(await shown(path)).toMatch(/Pauta .*Redação/);
  });

  it('may be saved again with what is so already', async () => {
    const path = await makeEvent(ana);
    const version = await versionOf(ana, `${path}/edit`);
    const fields = eventFields({ version, summary: 'Outra' });
    expect((await ana.post(`${path}/edit`, fields)).status).toBe(303);
    expect((await ana.post(`${path}/edit`, fields)).status).toBe(303);
  });

  it('keeps the version that was posted, when a field is wrong', async () => {
    const path = await makeEvent(ana);
    const version = await versionOf(ana, `${path}/edit`);
    const { body } = await ana.post(`${path}/edit`, eventFields({ version, summary: '' }));
    expect(messageBeside(body, 'summary')).toBe('O título é obrigatório.');
    expect(body).not.toContain('conflict-title');
  });

  it('gets a meeting in Google Meet', async () => {
    const path = await makeEvent(ana);
    expect((await ana.post(path, { intent: 'add-meet' })).status).toBe(303);
    expect(await shown(path)).toMatch(/Entrar no Meet|ainda está criando a reunião/);
  });

  it('is deleted once that is acknowledged, and stays deleted', async () => {
    const path = await makeEvent(ana);
    const version = await versionOf(ana, `${path}/delete`);
    const { status, body } = await ana.post(`${path}/delete`, { version });
    expect([status, messageBeside(body, 'acknowledge')]).toEqual([
      400,
      'Marque a caixa para confirmar que quer excluir o evento.',
    ]);
    const sure = { version, acknowledge: 'on' };
    expect(await ana.post(`${path}/delete`, sure)).toMatchObject({ status: 303, location: '/calendar' });
    expect(textOf((await ana.get('/calendar')).body)).toContain('Evento excluído.');
    expect((await ana.post(`${path}/delete`, sure)).status).toBe(303);
    expect((await ana.get(path)).status).toBe(404);
  });

  it('is not deleted in a version that the user has not seen', async () => {
    const path = await makeEvent(ana);
    const version = await versionOf(ana, `${path}/delete`);
    await ana.post(`${path}/edit`, eventFields({ version, summary: 'Deles' }));
    const { status, body } = await ana.post(`${path}/delete`, { version, acknowledge: 'on' });
    expect(status).toBe(409);
    expect(textOf(mainOf(body))).toMatch(/Deles .* O evento mudou desde que você abriu esta página/);
    expect(await shown(path)).toContain('Deles');
  });

  it('may repeat, and be made to repeat otherwise with all of its series', async () => {
    const weekly = { repeats: 'weekly', repeats_until: '2026-12-17' };
    const path = await makeEvent(ana, weekly);
    expect(path).toBe('/calendar?date=2026-12-03');
    const month = '/calendar?view=month&date=2026-12-03';
    const days = async () =>
      [...(await shown(month)).matchAll(/(\d+) de dezembro 14:00/g)].map(([, day]) => Number(day));
    expect(await days()).toEqual([3, 10, 17]);
    const { body } = await ana.get(month);
    const second = linksOf(body).filter((href) => /^\/calendar\/\w+_\w+$/.test(href))[1]!;
    expect(await shown(second)).toContain('Toda semana, até 17 de dezembro de 2026');
    const version = await versionOf(ana, `${second}/edit`);
    const on10th = { start_date: '2026-12-10', end_date: '2026-12-10' };
    const daily = eventFields({ version, ...on10th, repeats: 'daily', repeats_until: '2026-12-05' });
    const early = await ana.post(`${second}/edit`, { ...daily, scope: 'all' });
    expect([early.status, messageBeside(early.body, 'repeats_until')]).toEqual([
      400,
      'A repetição terminaria antes do primeiro dia.',
    ]);
    const longer = { ...daily, repeats_until: '2026-12-31', repeats: 'weekly' };
    const alone = await ana.post(`${second}/edit`, longer);
    expect([alone.status, messageBeside(alone.body, 'repeats')]).toEqual([
      400,
      'A repetição só pode mudar para todos os eventos da série.',
    ]);
    expect((await ana.post(`${second}/edit`, { ...longer, scope: 'all' })).location).toBe(
      '/calendar?date=2026-12-10',
    );
    expect(await days()).toEqual([3, 10, 17, 24, 31]);
    const dateless = await ana.post('/calendar/new', eventFields({ repeats_until: '2026-12-17' }));
    expect(messageBeside(dateless.body, 'repeats')).toBe('Escolha como o evento se repete.');
  });

  it('of another account is not found', async () => {
    const path = await makeEvent(ana);
    const bia = await signUpWithCalendar(running);
    for (const page of [path, `${path}/edit`, `${path}/delete`])
      expect((await bia.get(page)).status).toBe(404);
    expect((await bia.post(`${path}/edit`, eventFields({ version: '"1"' }))).status).toBe(404);
    expect(await shown(path)).toContain('Pauta');
  });
});
