import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { signUpAdmin } from '../admin/administrator';
import { change, rows } from '../platform/data-dir';
import { linksOf, mainOf, messageBeside, summaryOf, textOf, typedIn } from '../platform/page';
import { editable } from '../transcript/editable';
import {
  addMeeting,
  addMeetings,
  type MeetingUser,
  meetingFields,
  newestMeeting,
  signUpMeetingUser,
} from './meetings';

let celeste: RunningCeleste;
let ana: MeetingUser;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

beforeEach(async () => {
  ana = await signUpMeetingUser(celeste);
});

const shown = async (path: string, by: TestUser = ana) => textOf(mainOf((await by.get(path)).body));
const create = (values: Record<string, string> = {}, inMinutes?: number) =>
  ana.post('/meetings', meetingFields(values, inMinutes));

describe('meetings on trial', () => {
  it('have no menu entry, and lead to the dashboard, which keeps its questions', async () => {
    const trial = await signUp(celeste);
    expect(await trial.get('/meetings')).toMatchObject({ status: 302, location: '/dashboard' });
    expect(await trial.post('/meetings', meetingFields())).toMatchObject({
      status: 303,
      location: '/dashboard',
    });
    const { body } = await trial.get('/dashboard');
    expect(textOf(body)).toContain('Reuniões e agenda fazem parte da assinatura.');
    expect(linksOf(body)).not.toContain('/meetings');
    expect(textOf(mainOf(body))).toContain('Perguntas frequentes');
    expect(textOf(body)).not.toContain('Celeste Meet');
  });
});

describe('the page of meetings', () => {
  it('has a menu entry, tabs with their empty messages, a badge and settings', async () => {
    const { body } = await ana.get('/meetings');
    expect(body).toMatch(/<a href="\/meetings" aria-current="page">.*?Reuniões/s);
    expect(linksOf(body)).toContain('/meetings/settings');
    expect(body).toMatch(/<button[^>]* popovertarget="experimental"[^>]*>EXPERIMENTAL/);
    expect(body).toMatch(/<dialog id="experimental"[^>]* popover="auto"/);
    expect(textOf(mainOf(body))).toContain('Próximas reuniões Em andamento Gravações');
    expect(textOf(mainOf(body))).toContain('Nenhum agendamento de reunião encontrado');
    expect(await shown('/meetings?tab=running')).toContain('Nenhuma reunião em andamento encontrada');
    expect(await shown('/meetings?tab=recordings')).toContain('Nenhuma gravação encontrada');
    expect(linksOf(body)).toContain('/calendar');
  });

  it('labels each state', async () => {
    await addMeetings(celeste, ana);
    const upcoming = await shown('/meetings');
    expect(upcoming).toMatch(/Diretoria Assistente enviado em .{25,30} Na sala de espera/);
    expect(upcoming).toMatch(/A caminho Assistente enviado em .{25,30} A caminho/);
    expect(upcoming).toMatch(/Reunião de pauta Para .{25,30} Agendada/);
    expect(await shown('/meetings?tab=running')).toMatch(/Entrevista Início: .{25,30} Gravação em Andamento/);
    const over = await shown('/meetings?tab=recordings');
    expect([/Recusada .* Falhou Entrada recusada/.test(over), /Feita .* Concluída/.test(over)]).toEqual([
      true,
      true,
    ]);
  });

  it('has pages of five, and says so beyond the last', async () => {
    for (let hours = 1; hours <= 6; hours += 1) {
      await addMeeting(celeste, ana, { title: `Pauta ${hours}`, startsInMinutes: hours * 60 });
    }
    const { body } = await ana.get('/meetings');
    expect([...textOf(mainOf(body)).matchAll(/Pauta \d Para/g)]).toHaveLength(5);
    expect(linksOf(body)).toContain('/meetings?page=2');
    expect(await shown('/meetings?page=2')).toMatch(/Pauta 6 Para/);
    expect(await shown('/meetings?page=9')).toContain('Nenhuma reunião encontrada');
  });
});

describe('the form without scripts', () => {
  it('sends the assistant at once', async () => {
    const made = await create({
      meet_name: 'Diretoria',
      meet_url: 'HTTP://www.meet.google.com/Abc-Defg-Hij?pli=1',
    });
    expect(made).toMatchObject({ status: 303, location: '/meetings' });
    expect(textOf((await ana.get('/meetings')).body)).toContain('Reunião criada com sucesso!');
    expect(await newestMeeting(celeste, ana)).toMatchObject({
      title: 'Diretoria',
      room: 'abc-defg-hij',
      type: 'instant',
      status: 'waiting',
    });
  });

  it('schedules it in the time zone that it names', async () => {
    expect(await shown('/meetings')).toContain('No fuso horário da sua conta: America/Sao_Paulo.');
    const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
    await create({ meet_date: day, meet_time: '14:30' }, 60);
    expect(await newestMeeting(celeste, ana)).toMatchObject({
      type: 'scheduled',
      starts_at: `${day} 17:30:00.000 +00:00`,
    });
    expect(await shown('/meetings')).toMatch(/às 14:30 Agendada/);
  });

  it('overrides name, wait and language', async () => {
    await create({ bot_name: 'Escriba', max_wait_time: '1800', language: 'en' });
    expect(await newestMeeting(celeste, ana)).toMatchObject({
      bot_name: 'Escriba',
      max_wait_seconds: 1800,
      language: 'en',
    });
  });

  it('names each mistake at its field, and keeps what was typed', async () => {
    const typed = {
      intent: 'create',
      meet_type: 'scheduled',
      meet_name: '',
      meet_url: 'https://zoom.us/j/1',
    };
    const { status, body } = await ana.post('/meetings', typed);
    expect(status).toBe(400);
    expect(messageBeside(body, 'meet_name')).toBe('Nome da reunião é obrigatório.');
    expect(messageBeside(body, 'meet_url')).toBe('Apenas URLs do Google Meet são permitidas.');
    expect(messageBeside(body, 'meet_date')).toBe('Data da reunião é obrigatória.');
    expect(messageBeside(body, 'meet_time')).toBe('Hora da reunião é obrigatória.');
    expect(typedIn(body, 'meet_url')).toBe('https://zoom.us/j/1');
    expect(body).toMatch(/<details[^>]* open=""[^>]*><summary[^>]*>.*?Nova reunião/s);
  });

  it.each([
    ['meet_url', { meet_url: '' }, 'URL da reunião é obrigatória.'],
    ['meet_url', { meet_url: 'meet.google.com' }, 'URL inválida. Por favor, verifique e tente novamente.'],
    ['meet_date', { meet_date: '2020-01-01' }, 'Não é possível agendar uma reunião com data retroativa.'],
  ])('warns of %s %o', async (field, values, message) => {
    const { status, body } = await create(values, 60);
    expect([status, messageBeside(body, field)]).toEqual([400, message]);
    expect(await newestMeeting(celeste, ana)).toBeUndefined();
  });

  it('asks which of two moments is meant, where clocks are set back', async () => {
    await change(celeste, `UPDATE users SET time_zone = 'America/New_York' WHERE email = '${ana.email}'`);
    // The first Sunday of November.
    const year = new Date(Date.now() + 30 * 86_400_000).getUTCFullYear();
    const sundays = [1, 2, 3, 4, 5, 6, 7].map((day) => new Date(Date.UTC(year, 10, day)));
    const changes = [year, year + 1].map((each) => {
      const sunday = sundays.map((date) => new Date(Date.UTC(each, 10, date.getUTCDate())));
      return sunday.find((date) => date.getUTCDay() === 0)!;
    });
    const day = changes
      .find((date) => date.getTime() > Date.now() + 86_400_000)!
      .toISOString()
      .slice(0, 10);
    const asked = await create({ meet_date: day, meet_time: '01:30' }, 60);
    expect(asked.status).toBe(409);
    expect(messageBeside(asked.body, 'meet_turn')).toContain('duas vezes');
    await create({ meet_date: day, meet_time: '01:30', meet_turn: 'second' }, 60);
    expect(await newestMeeting(celeste, ana)).toMatchObject({ starts_at: `${day} 06:30:00.000 +00:00` });
  });

  it('informs of an assistant that is already there', async () => {
    const values = { meet_url: 'meet.google.com/same' };
    await create(values);
    const { public_id } = (await newestMeeting(celeste, ana))!;
    expect(await create(values)).toMatchObject({ status: 303, location: '/meetings' });
    const said = 'Já existe um assistente na reunião solicitada.';
    expect(textOf((await ana.get('/meetings')).body)).toContain(said);
    const other = await addMeeting(celeste, ana, { startsInMinutes: 5 });
    const { intent: _, meet_type: _type, ...fields } = meetingFields({ ...values, meet_name: 'De novo' }, 3);
    const changed_at = / name="changed_at" value="(\d+)"/.exec((await ana.get(`${other}/edit`)).body)![1]!;
    const { status, body } = await ana.post(`${other}/edit`, { ...fields, changed_at });
    expect([status, messageBeside(body, 'meet_url')]).toEqual([409, said]);
    expect(body).toContain(`<a href="/meetings/${public_id}">Ver a reunião em que ele está</a>`);
    expect(typedIn(body, 'meet_name')).toBe('De novo');
  });

  it.each([
    ['', {}, false],
    ['with a name of the assistant', { bot_name: 'Escriba' }, true],
    ['with a wait', { max_wait_time: '30' }, true],
    ['with another language', { language: 'en' }, true],
  ])('keeps further options unfolded after a mistake %s', async (_with, values, isOpen) => {
    const { body } = await create({ meet_name: '', language: 'pt', ...values });
    expect(/<details[^>]* open=""[^>]*><summary>Mais opções/.test(body)).toBe(isOpen);
  });

  it('moves the focus to what is wrong', async () => {
    const { body } = await create({ meet_name: '' });
    expect(body).toMatch(/<div[^>]* role="alert"[^>]* tabindex="-1" autofocus=""/i);
    expect((await ana.get('/meetings')).body).not.toMatch(/autofocus/i);
  });

  it('offers hours where there are no minutes', async () => {
    await change(
      celeste,
      `UPDATE wallet_accounts SET balance_ms = 0
       WHERE user_id = (SELECT id FROM users WHERE email = '${ana.email}')`,
    );
    const { status, body } = await create();
    expect([status, summaryOf(body)]).toEqual([
      402,
      'Você não tem minutos de transcrição. Compre horas para enviar o assistente.',
    ]);
    expect(linksOf(mainOf(body))).toContain('/wallet#credits-title');
  });
});

describe('the terms', () => {
  it('are asked for once, and what was typed goes on', async () => {
    ana = await signUpMeetingUser(celeste, { hasTerms: false });
    const fields = meetingFields({ meet_name: 'Pauta & <ata>', bot_name: 'Escriba' }, 60);
    const asked = await ana.post('/meetings', fields);
    expect(asked.status).toBe(400);
    const question = /<dialog open="" [^>]*aria-labelledby="terms-title".*?<\/dialog>/s.exec(asked.body)![0];
    expect(textOf(question)).toContain('Li e aceito os termos do assistente de reuniões.');
    const hidden = [...question.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const kept = Object.fromEntries(hidden.map(([, name, value]) => [name, value]));
    expect(kept).toMatchObject({
      meet_name: 'Pauta &amp; &lt;ata&gt;',
      bot_name: 'Escriba',
      intent: 'create',
    });
    expect(Object.keys(kept)).toEqual(
      expect.arrayContaining(['meet_url', 'meet_type', 'meet_date', 'meet_time']),
    );
    expect(await newestMeeting(celeste, ana)).toBeUndefined();

    const sent = await ana.post('/meetings', { ...fields, terms: 'on' });
    expect(sent).toMatchObject({ status: 303, location: '/meetings' });
    expect((await create()).status).toBe(303);
    expect(await shown('/meetings/terms')).toContain('Você já aceitou estes termos.');
  });

  it('have a page, whose box must be ticked', async () => {
    ana = await signUpMeetingUser(celeste, { hasTerms: false });
    expect(await shown('/meetings/terms')).toContain('LGPD');
    expect((await ana.post('/meetings/terms')).status).toBe(400);
    expect(await ana.post('/meetings/terms', { terms: 'on' })).toMatchObject({ location: '/meetings' });
    expect((await create()).status).toBe(303);
  });
});

describe('the settings', () => {
  it('begin with defaults, are saved, and are what the form names', async () => {
    const { body } = await ana.get('/meetings/settings');
    expect(typedIn(body, 'bot_name')).toBe('Assistente de Ana Souza');
    expect(body).toMatch(/<option value="600" selected="">10 minutos/);
    const saved = await ana.post('/meetings/settings', { bot_name: 'Escriba', max_wait_time: '30' });
    expect(saved).toMatchObject({ status: 303, location: '/meetings' });
    const page = await shown('/meetings');
    expect(page).toContain('Configurações salvas com sucesso!');
    expect(page).toContain('Se ficar vazio: “Escriba”');
    expect(page).toContain('Padrão da conta (30 segundos)');
  });

  it('name what is missing', async () => {
    const { status, body } = await ana.post('/meetings/settings', { bot_name: ' ' });
    expect(status).toBe(400);
    expect(messageBeside(body, 'bot_name')).toBe('Nome do assistente é obrigatório.');
    expect(messageBeside(body, 'max_wait_time')).toBe('Tempo máximo de espera é obrigatório.');
  });
});

describe('a meeting', () => {
  it('that is scheduled is changed', async () => {
    await create({ meet_name: 'Pauta', meet_url: 'meet.google.com/first' }, 120);
    const { public_id } = (await newestMeeting(celeste, ana))!;
    const path = `/meetings/${public_id}`;
    const { body } = await ana.get(`${path}/edit`);
    expect(typedIn(body, 'meet_url')).toBe('https://meet.google.com/first');
    const { intent: _, meet_type: _type, ...fields } = meetingFields({ meet_name: 'Outra' }, 240);
    const changed_at = / name="changed_at" value="(\d+)"/.exec(body)![1]!;
    const stale = await ana.post(`${path}/edit`, { ...fields, changed_at: '1' });
    expect([stale.status, summaryOf(stale.body)]).toEqual([409, expect.stringContaining('outra janela')]);
    const edited = await ana.post(`${path}/edit`, { ...fields, changed_at });
    expect(edited).toMatchObject({ status: 303, location: '/meetings' });
    expect(await newestMeeting(celeste, ana)).toMatchObject({ public_id, title: 'Outra' });
  });

  it('that is scheduled is cancelled, or sent now', async () => {
    const path = await addMeeting(celeste, ana);
    expect(await shown(path)).toMatch(/Agendada para .{25,30}\. O assistente entra dois minutos antes\./);
    expect(await ana.post(path, { intent: 'now' })).toMatchObject({ status: 303, location: path });
    expect(await newestMeeting(celeste, ana)).toMatchObject({ type: 'instant' });
    const other = await addMeeting(celeste, ana, { title: 'Outra' });
    expect(await shown(`${other}/cancel`)).toContain('Cancelar reunião? Outra');
    expect(await ana.post(`${other}/cancel`)).toMatchObject({ location: '/meetings' });
    for (const page of [other, `${other}/edit`, `${other}/cancel`]) {
      const { status, body } = await ana.get(page);
      expect([status, textOf(mainOf(body))]).toEqual([
        404,
        expect.stringContaining('Esta reunião não existe mais'),
      ]);
      expect(linksOf(mainOf(body))).toContain('/meetings');
    }
    const { intent: _, meet_type: _type, ...fields } = meetingFields({}, 60);
    const edited = await ana.post(`${other}/edit`, { ...fields, changed_at: '1' });
    expect([edited.status, textOf(mainOf(edited.body))]).toEqual([
      404,
      expect.stringContaining('cancelada ou excluída em outra janela'),
    ]);
  });

  it('that has started in the meantime leads from its form to its page, which says so', async () => {
    const path = await addMeeting(celeste, ana, { phase: 'entering', startsInMinutes: 1 });
    const { intent: _, meet_type: _type, ...fields } = meetingFields({}, 60);
    expect(await ana.post(`${path}/edit`, { ...fields, changed_at: '1' })).toMatchObject({ location: path });
    expect(textOf((await ana.get(path)).body)).toContain('O assistente já começou a entrar nesta reunião');
  });

  it('is deleted once it is over, if there is no transcription of it', async () => {
    const { failed } = await addMeetings(celeste, ana);
    expect(await shown('/meetings?tab=recordings')).toContain('Excluir reunião');
    expect(await shown(`${failed}/cancel`)).toContain('Excluir reunião? Recusada');
    expect(await ana.post(`${failed}/cancel`)).toMatchObject({
      status: 303,
      location: '/meetings?tab=recordings',
    });
    expect(await shown('/meetings?tab=recordings')).not.toContain('Recusada');
    await editable(celeste, ana);
    const over = { type: 'instant', status: 'completed', endReason: 'ended', isTranscribed: true } as const;
    const done = await addMeeting(celeste, ana, over);
    expect(await ana.get(`${done}/cancel`)).toMatchObject({ status: 302, location: done });
    expect(await ana.post(`${done}/cancel`)).toMatchObject({ status: 302, location: done });
    expect(await shown(done)).toContain('A reunião terminou.');
  });

  it('asks before its assistant is called back', async () => {
    const { sent, inLobby, running } = await addMeetings(celeste, ana);
    expect(linksOf(mainOf((await ana.get(running)).body))).toContain(`${running}/cancel`);
    expect(await shown(`${running}/cancel`)).toContain('Parar e sair da reunião? Entrevista');
    expect(await shown(`${inLobby}/cancel`)).toContain('Desistir desta reunião? Diretoria');
    const { body } = await ana.get(`${sent}/cancel`);
    const form = new RegExp(`<form[^>]* action="${sent}".*?</form>`, 's').exec(body)![0];
    expect(form).toContain('name="intent" value="stop"');
  });

  it('tells where it stands', async () => {
    const { sent, inLobby, running } = await addMeetings(celeste, ana);
    const queued = await addMeeting(celeste, ana, { type: 'instant', startsInMinutes: -1 });
    expect(await shown(sent)).toContain('O assistente está a caminho.');
    expect(await shown('/meetings')).toMatch(/Pauta Assistente enviado em .{25,30} Na fila/);
    expect(await shown(queued)).toContain('Os assistentes deste servidor estão em outras reuniões.');
    const lobby = await shown(inLobby);
    expect(lobby).toContain(
      'autorize a entrada de “Assistente de Ana Souza”. Ele espera por mais 5 minutos.',
    );
    const recording = await shown(running);
    expect(recording).toMatch(/Gravando desde .{25,30}\. O assistente fica no máximo até/);
    expect(recording).toContain('Quem está na reunião Bia Lopes Caio <Prado>');
  });

  it('is stopped and extended', async () => {
    const { sent, running } = await addMeetings(celeste, ana);
    expect(await ana.post(running, { intent: 'extend' })).toMatchObject({ location: running });
    expect(await ana.post(running, { intent: 'stop' })).toMatchObject({ location: running });
    const page = await shown(running);
    expect(page).toContain('O assistente está saindo.');
    expect(page).not.toContain('Ficar mais uma hora');
    expect((await ana.post(running, { intent: 'extend' })).status).toBe(409);
    expect(await ana.post(sent, { intent: 'stop' })).toMatchObject({ location: '/meetings' });
    expect((await ana.get(sent)).status).toBe(404);
  });

  it('says why it failed and what to do, and is sent again', async () => {
    const { failed } = await addMeetings(celeste, ana);
    const page = await shown(failed);
    expect(page).toContain('A entrada do assistente foi recusada. Combine com quem organiza a reunião');
    expect(page).not.toContain('Abrir a transcrição');
    const sent = await ana.post(failed, { intent: 'again' });
    const again = await newestMeeting(celeste, ana);
    expect(again).toMatchObject({ title: 'Recusada', status: 'waiting' });
    expect(sent).toMatchObject({ status: 303, location: `/meetings/${again!.public_id}` });
    expect(await ana.post(failed, { intent: 'again' })).toMatchObject({ location: sent.location });
    expect(await shown(sent.location!)).toContain('Recusada');
    await change(celeste, `UPDATE meetings SET end_reason = 'not-found' WHERE status = 'failed'`);
    expect((await ana.post(failed, { intent: 'again' })).status).toBe(409);
  });

  it('leads to its transcription', async () => {
    const transcript = await editable(celeste, ana);
    const over = { type: 'instant', startsInMinutes: -60, isTranscribed: true } as const;
    const done = await addMeeting(celeste, ana, { ...over, status: 'completed', endReason: 'ended' });
    const { body } = await ana.get(done);
    expect(textOf(mainOf(body))).toContain('A reunião terminou.');
    expect(linksOf(body)).toContain(transcript);
    const cut = await addMeeting(celeste, ana, { ...over, status: 'failed', endReason: 'crashed' });
    expect(await shown(cut)).toContain('O que foi gravado até ali está guardado.');
    await change(celeste, 'UPDATE meetings SET transcription_id = NULL');
    expect(await shown(done)).toContain('A transcrição desta reunião foi excluída.');
  });

  it('is polled by ETag', async () => {
    const path = await addMeeting(celeste, ana, { type: 'instant', phase: 'lobby', waitsForMinutes: 9 });
    const version = / data-version="([^"]*)"/.exec((await ana.get(path)).body)![1]!.replaceAll('&quot;', '"');
    const headers = { 'If-None-Match': version };
    const ask = async () => (await ana.request(`${path}/status`, { headers })).status;
    expect(await ask()).toBe(304);
    await change(celeste, `UPDATE meetings SET people = '["Bia"]', status = 'running'`);
    expect(await ask()).toBe(204);
  });

  it('is polled in its list by ETag', async () => {
    await addMeetings(celeste, ana);
    const { body } = await ana.get('/meetings');
    const [, url, version] = / data-status-url="([^"]*)" data-version="([^"]*)"/.exec(body)!;
    const headers = { 'If-None-Match': version!.replaceAll('&quot;', '"') };
    const ask = async () => (await ana.request(url!, { headers })).status;
    expect([url, await ask()]).toEqual(['/meetings/status', 304]);
    await change(celeste, `UPDATE meetings SET phase = 'entering' WHERE title = 'A caminho'`);
    expect(await ask()).toBe(204);
  });

  it('of somebody else does not exist', async () => {
    const path = await addMeeting(celeste, ana);
    const other = await signUpMeetingUser(celeste);
    for (const page of ['', '/edit', '/cancel', '/status']) {
      expect([page, (await other.get(path + page)).status]).toEqual([page, 404]);
    }
    const { intent: _, meet_type: _type, ...fields } = meetingFields({}, 60);
    const posts: [string, Record<string, string>][] = [
      ...['now', 'stop', 'extend', 'again'].map((intent): [string, { intent: string }] => ['', { intent }]),
      ['/cancel', {}],
      ['/edit', { ...fields, changed_at: '1' }],
    ];
    const before = await newestMeeting(celeste, ana);
    for (const [page, form] of posts) {
      expect([page, form.intent, (await other.post(path + page, form)).status]).toEqual([
        page,
        form.intent,
        404,
      ]);
    }
    expect(await newestMeeting(celeste, ana)).toEqual(before);
  });
});

describe('the dashboard', () => {
  it('lists the next meetings and has the compact form in place of the questions', async () => {
    expect(await shown('/dashboard')).toContain('Celeste Meet EXPERIMENTAL Nenhum agendamento de reunião');
    await addMeetings(celeste, ana);
    const { body } = await ana.get('/dashboard');
    const page = textOf(mainOf(body));
    expect(page).toMatch(/Celeste Meet EXPERIMENTAL Entrevista Início: .{25,30} Gravação em Andamento/);
    expect(page).not.toContain('Perguntas frequentes');
    expect(body).toMatch(/<form[^>]* action="\/meetings"[\s\S]* name="meet_url"/);
    expect(linksOf(body)).toContain('/meetings');
  });
});

describe('a server without a browser', () => {
  it('says so, to administrators why, and creates nothing', async () => {
    const bare = await startCeleste({ command: 'web', env: { PATH: '/nowhere' } });
    try {
      const member = await signUpMeetingUser(bare);
      const admin = await signUpAdmin(bare);
      await change(bare, `UPDATE users SET consumption_rule = 'SUBSCRIPTION'`);
      const page = mainOf((await member.get('/meetings')).body);
      expect(page).toMatch(/<fieldset[^>]* disabled=""/);
      expect(textOf(page)).toContain('O assistente de reuniões não está disponível neste servidor.');
      expect(textOf(page)).not.toContain('Chromium');
      expect(await shown('/meetings', admin)).toContain('instale o Chromium');
      expect(await shown('/dashboard', member)).toContain('não está disponível neste servidor');
      expect((await member.post('/meetings', meetingFields())).status).toBe(503);
      expect(await rows(bare, 'SELECT id FROM meetings')).toEqual([]);
    } finally {
      await bare.stop();
    }
  });
});
