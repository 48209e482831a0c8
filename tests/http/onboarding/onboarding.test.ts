import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestResponse, type TestUser } from '@/tests/support/test-user';
import { change, rows } from '../platform/data-dir';
import { linksOf, mainOf, messageBeside, summaryOf, textOf, typedIn } from '../platform/page';

let celeste: RunningCeleste;
let ana: TestUser & { email: string };

beforeAll(async () => {
  celeste = await sharedCeleste();
});

beforeEach(async () => {
  ana = await signUp(celeste, 'Ana', { isWelcomed: false });
});

const answer = (question: string, text?: string, intent = 'next') =>
  ana.post(`/onboarding?step=${question}`, text === undefined ? { intent } : { intent, [question]: text });

async function answerAll(answers: Record<string, string>): Promise<void> {
  for (const [question, text] of Object.entries(answers)) await answer(question, text);
}

const personal = { userType: 'personal', sector: 'Saúde', frequency: 'Mensalmente', goal: 'conteúdo' };

const headingOf = ({ body }: TestResponse) => textOf(/<h1[^>]*>.*?<\/h1>/.exec(body)?.[0] ?? '');
const placeOf = ({ body }: TestResponse) => /(\d+ de \d+)/.exec(textOf(mainOf(body)))?.[1];
const chosenIn = ({ body }: TestResponse) =>
  / value="([^"]*)"/.exec(/<input[^>]* checked[^>]*>/.exec(body)?.[0] ?? '')?.[1];
const kept = async () => {
  const [row] = await rows(
    celeste,
    `SELECT onboarding_step AS step, onboarding_answers AS answers FROM users WHERE email = '${ana.email}'`,
  );
  return { step: row!.step, answers: JSON.parse(String(row!.answers)) };
};

describe('the questionnaire', () => {
  it('works without scripts from the first question to the end, and to the dashboard', async () => {
    const asked: unknown[] = [];
    const ends: boolean[] = [];
    const steps = {
      userType: 'company',
      company: 'Rádio Céu',
      sector: 'Outra',
      customSector: 'Teatro',
      frequency: 'Semanalmente',
      goal: 'Outro',
      customGoal: 'legendas',
    };
    let address = '/onboarding';
    for (const [question, text] of Object.entries(steps)) {
      const page = await ana.get(address);
      asked.push([placeOf(page), headingOf(page)]);
      ends.push(textOf(mainOf(page.body)).includes('Concluir'));
      const action = /<form method="post" action="([^"]*)"/.exec(mainOf(page.body))![1]!;
      expect(action).toBe(`/onboarding?step=${question}`);
      const next = await ana.post(action, { intent: 'next', [question]: text });
      expect(next.status).toBe(303);
      address = next.location!;
    }
    expect(ends).toEqual([false, false, false, false, false, false, true]);
    expect(asked).toEqual([
      ['1 de 4', 'Como você vai usar o Celeste?'],
      ['2 de 5', 'Em que empresa você trabalha?'],
      ['3 de 5', 'Qual é a sua área?'],
      ['4 de 6', 'Qual é a sua área de atuação?'],
      ['5 de 6', 'Com que frequência você pretende transcrever?'],
      ['6 de 6', 'O que você pretende transcrever?'],
      ['7 de 7', 'Qual é o seu objetivo?'],
    ]);
    const end = await ana.get(address);
    expect(headingOf(end)).toBe('Tudo pronto!');
    expect(textOf(mainOf(end.body))).toContain('QUERO TRANSCREVER');
    expect((await kept()).step).toBe('3');
    const done = await ana.post('/onboarding?step=end');
    expect([done.status, done.location]).toEqual([303, '/dashboard']);
    expect(await kept()).toEqual({ step: '4', answers: { ...steps, score: 10 + 3 + 7 + 2 } });
    expect(textOf((await ana.get('/dashboard')).body)).toContain('Suas respostas foram salvas.');
    expect((await ana.get('/onboarding')).location).toBe('/dashboard');
  });

  it('keeps the answers when it is left, and resumes there', async () => {
    await answerAll({ userType: 'company', company: 'Rádio Céu' });
    await ana.get('/dashboard');
    expect(headingOf(await ana.get('/onboarding'))).toBe('Qual é a sua área?');
    expect(typedIn((await ana.get('/onboarding?step=company')).body, 'company')).toBe('Rádio Céu');
    expect(chosenIn(await ana.get('/onboarding?step=userType'))).toBe('company');
  });

  it('goes back, keeping the chosen answer', async () => {
    await answer('userType', 'personal');
    const back = await answer('sector', 'Governo', 'back');
    expect([back.status, back.location]).toEqual([303, '/onboarding?step=userType']);
    expect(chosenIn(await ana.get('/onboarding?step=sector'))).toBe('Governo');
    expect((await answer('frequency', undefined, 'back')).location).toBe('/onboarding?step=sector');
    expect((await kept()).answers).toEqual({ userType: 'personal', sector: 'Governo', score: 14 });
    await answerAll({ frequency: 'Mensalmente', goal: 'conteúdo' });
    expect(linksOf((await ana.get('/onboarding?step=end')).body)).toContain('/onboarding?step=goal');
  });

  it('drops dependent answers when another one changes', async () => {
    await answerAll({ userType: 'company', company: 'Rádio Céu', sector: 'Saúde' });
    expect((await answer('userType', 'personal')).location).toBe('/onboarding?step=sector');
    expect((await kept()).answers).toEqual({ userType: 'personal', sector: 'Saúde', score: 9 });
  });

  it.each(['goal', 'end', 'customSector', 'company'])('normalises a typed %s', async (step) => {
    await answer('userType', 'personal');
    const answered = await ana.get(`/onboarding?step=${step}`);
    expect([answered.status, answered.location]).toEqual([302, '/onboarding?step=sector']);
    await ana.post(`/onboarding?step=${step}`, { intent: 'next', [step]: 'x', goal: 'conteúdo' });
    expect(await kept()).toEqual({ step: '2', answers: { userType: 'personal', score: 4 } });
  });

  it.each(['', '?step=', '?step=constructor', '?step[]=goal'])('starts at /onboarding%s', async (query) => {
    const page = await ana.get(`/onboarding${query}`);
    expect([page.status, headingOf(page)]).toEqual([200, 'Como você vai usar o Celeste?']);
  });

  it.each([
    ['userType', undefined, 'Escolha ou escreva uma resposta para continuar.'],
    ['userType', 'robot', 'Escolha ou escreva uma resposta para continuar.'],
    ['company', '  ', 'Escolha ou escreva uma resposta para continuar.'],
    ['company', 'a'.repeat(121), 'A resposta pode ter até 120 caracteres.'],
  ])('asks for %s again after %j', async (question, text, message) => {
    if (question === 'company') await answer('userType', 'company');
    const answered = await answer(question, text);
    expect(answered.status).toBe(400);
    expect(messageBeside(answered.body, question)).toBe(message);
    expect(summaryOf(answered.body)).toContain(message);
    if (question === 'company') expect(typedIn(answered.body, 'company')).toBe(text);
  });

  it('reports that the answers could not be saved, and keeps them', async () => {
    await change(
      celeste,
      `CREATE TRIGGER disk_full BEFORE UPDATE OF onboarding_answers ON users
       BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    );
    try {
      const answered = await answer('userType', 'company');
      expect(answered.status).toBe(503);
      expect(summaryOf(answered.body)).toBe('Erro ao salvar as informações');
      expect(chosenIn(answered)).toBe('company');
    } finally {
      await change(celeste, 'DROP TRIGGER disk_full');
    }
  });

  it('escapes typed text', async () => {
    await answerAll({ userType: 'company', company: '"><img src=x onerror=alert(1)>' });
    const page = await ana.get('/onboarding?step=company');
    expect(page.body).not.toContain('<img src=x');
    expect(typedIn(page.body, 'company')).toBe('"><img src=x onerror=alert(1)>');
  });

  it('is stored per user', async () => {
    await answer('userType', 'company');
    const eva = await signUp(celeste, 'Eva', { isWelcomed: false });
    expect(chosenIn(await eva.get('/onboarding?step=userType'))).toBeUndefined();
  });

  it('requires a session', async () => {
    await ana.post('/logout');
    expect((await ana.get('/onboarding')).location).toBe('/login?returnTo=%2Fonboarding');
    expect((await answer('userType', 'company')).location).toBe('/login');
  });
});

describe('the banner', () => {
  const hasBanner = async (address: string) =>
    /<a href="\/onboarding" data-island="dialog" data-opens/.test((await ana.get(address)).body);

  it('is shown on every page of the app shell until the questionnaire is done, but not on its own page', async () => {
    expect(await hasBanner('/dashboard')).toBe(true);
    expect(await hasBanner('/transcriptions')).toBe(true);
    expect(await hasBanner('/onboarding')).toBe(false);
    await answerAll(personal);
    expect(await hasBanner('/wallet')).toBe(true);
    await ana.post('/onboarding?step=end');
    expect(await hasBanner('/dashboard')).toBe(false);
  });

  it('is not shown during impersonation', async () => {
    const admin = await signUp(celeste, 'Admin');
    await change(celeste, `UPDATE users SET role = 'admin' WHERE email = '${admin.email}'`);
    await change(
      celeste,
      `UPDATE sessions SET acting_as_user_id = (SELECT id FROM users WHERE email = '${ana.email}')
       WHERE user_id = (SELECT id FROM users WHERE email = '${admin.email}')`,
    );
    const { body } = await admin.get('/dashboard');
    expect(textOf(body)).toContain('Olá, Ana');
    expect(body).not.toContain('data-opens');
  });
});
