import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, type TestResponse, TestUser } from '@/tests/support/test-user';
import { waitUntilSettled } from '@/tests/support/transcriptions';
import { SLOW } from '@/tests/support/until';
import { signUpAdmin } from '../admin/administrator';
import { change, filesIn, rows } from '../platform/data-dir';
import { linksOf, mainOf, messageBeside, summaryOf, textOf, typedIn } from '../platform/page';
import { sampleRecording, silence } from '../transcription/recordings';

const NAUGHTY = "<i>'ção' & 🎤";

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web' });
});

afterAll(() => celeste.stop());

const list = async (person: TestUser, query = '') => (await person.get(`/transcriptions${query}`)).body;

const idsOf = (body: string) => [...body.matchAll(/<li id="([^"]+)"/g)].map(([, id]) => id!);

const titlesOf = (body: string) => [...body.matchAll(/<bdi[^>]* title="([^"]*)"/g)].map(([, title]) => title);

const cardOf = (body: string, id: string) =>
  new RegExp(`<li id="${id}".*?(?=<li id=|<form id="selection")`).exec(body)?.[0] ?? '';

async function uploaded(names: string[]): Promise<TestUser> {
  const person = await signUp(celeste);
  for (const name of names.toReversed()) await person.upload({ name: `${name}.wav`, bytes: silence(1) });
  return person;
}

/** A user with failed recordings, by their file names, newest first. Nothing transcribes them. */
async function withRecordings(...names: string[]): Promise<{ person: TestUser; ids: string[] }> {
  const person = await uploaded(names);
  await change(celeste, `UPDATE transcriptions SET status = 'failed', error_code = 'media.no-speech'`);
  await change(celeste, 'DELETE FROM jobs');
  return { person, ids: idsOf(await list(person)) };
}

/** The same, which a worker tried to transcribe. */
async function withSilence(...names: string[]): Promise<{ person: TestUser; ids: string[] }> {
  const person = await uploaded(names);
  return { person, ids: idsOf(await waitUntilSettled(person)) };
}

const followed = async (person: TestUser, answer: TestResponse) =>
  textOf((await person.get(answer.location!)).body);

it('a video that no program can download tells users what to do, administrators what to install', async () => {
  const { person } = await withRecordings('fala');
  const administrator = await signUpAdmin(celeste);
  await administrator.upload({ name: 'fala.wav', bytes: silence(1) });
  await change(celeste, `UPDATE transcriptions SET status = 'failed', error_code = 'video.no-downloader'`);
  for (const page of ['/transcriptions', '/dashboard']) {
    const [told, toldOperator] = [
      textOf((await person.get(page)).body),
      textOf((await administrator.get(page)).body),
    ];
    expect(told).toContain('Baixe o vídeo e envie o arquivo.');
    expect(told).not.toMatch(/yt-dlp|servidor/);
    expect(toldOperator).toContain('Instale o yt-dlp no servidor');
  }
});

describe('filters', () => {
  it('carry on nothing in links but what the list knows', async () => {
    const { person } = await withRecordings('fala');
    const long = 'x'.repeat(6_000);
    const body = await list(person, `?${long}=1&list=${long}&favourites=&sort=name`);
    expect(titlesOf(body)).toEqual(['fala']);
    expect(body).not.toContain('xxxx');
    expect(body).toContain('/transcriptions/status?sort=name');
  });

  it('filter the list by query parameters, and persist across pages', async () => {
    const names = [
      'Reunião um',
      'reuniao dois',
      'outra',
      'Reunião três',
      'REUNIÃO 4',
      'reunião cinco',
      'reunião seis',
    ];
    const { person } = await withRecordings(...names);
    const body = await list(person, '?title=reuni%C3%A3o&period=7');
    expect(titlesOf(body)).toEqual([
      'Reunião um',
      'reuniao dois',
      'Reunião três',
      'REUNIÃO 4',
      'reunião cinco',
    ]);
    expect(textOf(body)).toContain('Filtros (2)');
    expect(typedIn(body, 'title')).toBe('reunião');
    const next = linksOf(body).find((href) => href.includes('before='))!;
    const last = await person.get(next);
    expect(titlesOf(last.body)).toEqual(['reunião seis']);
    expect(typedIn(last.body, 'title')).toBe('reunião');
    expect(linksOf(last.body)).toContain('/transcriptions?title=reuni%C3%A3o&period=7&limit=12');
    expect(linksOf(last.body)).toContain('/transcriptions');
  });

  it('without results show a message with a reset link', async () => {
    const { person } = await withRecordings('uma');
    const body = mainOf(await list(person, '?title=nenhuma&limit=12'));
    expect(textOf(body)).toContain('Nenhuma transcrição encontrada com esses filtros.');
    expect(linksOf(body)).toContain('/transcriptions?limit=12');
  });

  it('with invalid values show messages and the typed values', async () => {
    const { person } = await withRecordings('uma');
    const answer = await person.get('/transcriptions?title=%2B&startDate=2026-02-30&endDate=2026-03-01');
    expect(answer.status).toBe(400);
    expect(messageBeside(answer.body, 'title')).toBe('Digite pelo menos uma palavra ou um número.');
    expect(messageBeside(answer.body, 'startDate')).toBe('Digite uma data válida.');
    expect(messageBeside(answer.body, 'endDate')).toBeNull();
    expect([typedIn(answer.body, 'title'), typedIn(answer.body, 'endDate')]).toEqual(['+', '2026-03-01']);
    expect(titlesOf(answer.body)).toEqual(['uma']);
  });

  it('use the time zone of São Paulo for days', async () => {
    const { person } = await withRecordings('depois', 'antes');
    const move = (title: string, moment: string) =>
      change(celeste, `UPDATE transcriptions SET created_at = '${moment} +00:00' WHERE title = '${title}'`);
    await move('antes', '2026-01-11 02:59:59.999');
    await move('depois', '2026-01-11 03:00:00.000');
    expect(titlesOf(await list(person, '?endDate=2026-01-10'))).toEqual(['antes']);
    expect(titlesOf(await list(person, '?startDate=2026-01-11'))).toEqual(['depois']);
  });

  it('apply to the polling endpoint too', async () => {
    const { person } = await withRecordings('uma');
    const ask = async (query: string) =>
      (await person.get(`/transcriptions/status${query}`)).headers.get('ETag');
    const before = [await ask('?title=outra'), await ask('')];
    await person.upload({ name: 'mais uma.wav', bytes: silence(1) });
    expect([(await ask('?title=outra')) === before[0], (await ask('')) === before[1]]).toEqual([true, false]);
  });
});

it('the list paginates both ways without losing a row', async () => {
  const newestFirst = Array.from({ length: 7 }, (_, index) => `faixa ${index + 1}`);
  const { person } = await withRecordings(...newestFirst);
  const step = (body: string, name: string) => {
    const link = new RegExp(`<a href="([^"]*)">${name}</a>`).exec(body)?.[1];
    return link === undefined ? null : link.replaceAll('&amp;', '&');
  };
  const first = (await person.get('/transcriptions')).body;
  expect(titlesOf(first)).toEqual(newestFirst.slice(0, 5));
  expect([step(first, 'Primeira'), step(first, 'Anterior')]).toEqual([null, null]);
  const second = (await person.get(step(first, 'Próxima')!)).body;
  expect(titlesOf(second)).toEqual(newestFirst.slice(5));
  expect([step(second, 'Próxima'), step(second, 'Última')]).toEqual([null, null]);
  expect(titlesOf((await person.get(step(second, 'Anterior')!)).body)).toEqual(newestFirst.slice(0, 5));
  expect(titlesOf((await person.get(step(second, 'Primeira')!)).body)).toEqual(newestFirst.slice(0, 5));
  expect(titlesOf((await person.get(step(first, 'Última')!)).body)).toEqual(newestFirst.slice(-5));
  expect(titlesOf((await person.get('/transcriptions?limit=12')).body)).toEqual(newestFirst);
  expect(titlesOf((await person.get('/transcriptions?limit=7')).body)).toHaveLength(5);
});

describe('a card', () => {
  it('toggles favourite idempotently', async () => {
    const { person, ids } = await withRecordings('uma', 'outra');
    const crypto = ids[1]!;
    for (const intent of ['favourite', 'favourite', 'unfavourite']) {
      const answer = await person.post('/transcriptions?limit=12', { intent, crypto });
      expect([answer.status, answer.location]).toEqual([303, `/transcriptions?limit=12#${crypto}`]);
      expect(titlesOf(await list(person, '?favourites=on'))).toEqual(intent === 'favourite' ? ['outra'] : []);
    }
  });

  it('of a transcription without enough minutes says so, and sends it when there are enough', async () => {
    const { person } = await withRecordings('um terço');
    await person.upload({ name: 'longa.wav', bytes: silence(20 * 60) });
    await person.upload({ name: 'guardada.wav', bytes: silence(29 * 60) });
    const body = await list(person);
    const stored = /<li id="([^"]+)"[^>]*data-status="stored"/.exec(body)![1]!;
    const answer = await person.post('/transcriptions', { intent: 'resend', crypto: stored });
    expect(answer.status).toBe(402);
    expect(summaryOf(answer.body)).toBe('Tempo de transcrição insuficiente');
    const long = /<li id="([^"]+)"[^>]*data-status="pending"/.exec(body)![1]!;
    expect((await person.post(`/transcriptions/${long}/delete`)).status).toBe(303);
    expect((await person.post('/transcriptions', { intent: 'resend', crypto: stored })).status).toBe(303);
    expect(cardOf(await list(person), stored)).toContain('data-status="pending"');
  });
});

describe('deleting', () => {
  it('asks for confirmation, then deletes everything', async () => {
    const { person, ids } = await withRecordings('uma', 'outra');
    const address = `/transcriptions/${ids[0]}/delete?limit=12`;
    expect(linksOf(await list(person, '?limit=12'))).toContain(address);
    const question = await person.get(address);
    expect(textOf(mainOf(question.body))).toContain('Excluir transcrição? uma');
    expect(idsOf(await list(person))).toEqual(ids);
    const before = await filesIn(celeste);
    const submissionId = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => person.post(address, { submissionId })),
    );
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(
      new Set(['303 /transcriptions?limit=12']),
    );
    expect(await followed(person, answers[0]!)).toContain('Transcrição excluída com sucesso');
    expect(idsOf(await list(person))).toEqual([ids[1]]);
    expect((await filesIn(celeste)).length).toBe(before.length - 1);
    expect((await person.get(address)).status).toBe(404);
    expect((await person.post(address)).status).toBe(404);
  });
});

describe('tags', () => {
  it('are added, shown as typed, filtered by, and removed', async () => {
    const { person, ids } = await withRecordings('uma', 'outra');
    const address = `/transcriptions/${ids[0]}/tags`;
    const answer = await person.post(address, { intent: 'add', tag: `  ${NAUGHTY}  ` });
    expect([answer.status, answer.location]).toEqual([303, address]);
    expect(textOf(mainOf((await person.get(address)).body))).toContain(NAUGHTY);
    const body = await list(person);
    expect(textOf(cardOf(body, ids[0]!))).toContain(NAUGHTY);
    expect(body).not.toContain('<i>');
    const link = linksOf(cardOf(body, ids[0]!)).find((href) => href.includes('tag='))!;
    expect(titlesOf(await list(person, link.slice('/transcriptions'.length)))).toEqual(['uma']);
    await person.post(address, { intent: 'remove', tag: NAUGHTY });
    expect(textOf(mainOf((await person.get(address)).body))).toContain('ainda não tem etiquetas');
  });

  it.each([
    ['', 'Digite o nome da etiqueta.'],
    [' \t ', 'Digite o nome da etiqueta.'],
    ['x'.repeat(41), 'A etiqueta pode ter até 40 caracteres.'],
  ])('of %j are rejected with an error at the field, and stay typed', async (tag, message) => {
    const { person, ids } = await withRecordings('uma');
    const answer = await person.post(`/transcriptions/${ids[0]}/tags`, { intent: 'add', tag });
    expect([answer.status, messageBeside(answer.body, 'tag')]).toEqual([400, message]);
    expect(typedIn(answer.body, 'tag')).toBe(tag);
  });
});

describe('with a worker', () => {
  let worker: RunningCeleste;

  beforeAll(async () => {
    // Of the tests before.
    await change(celeste, 'DELETE FROM jobs');
    worker = await startCeleste({ command: 'worker', dataDir: celeste.dataDir });
  });

  afterAll(() => worker.stop());

  describe('a transcription', () => {
    it("shows its recording's details on its card", async () => {
      const { person, ids } = await withSilence(NAUGHTY);
      const card = textOf(cardOf(await list(person), ids[0]!));
      expect(card).toContain(`Arquivo ${NAUGHTY}.wav (1 KB) Idioma Português Modelo Demonstração`);
    });

    it('is sent again when it failed, idempotently', async () => {
      const { person, ids } = await withSilence('uma');
      const fields = { intent: 'resend', crypto: ids[0]!, submissionId: crypto.randomUUID() };
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => person.post('/transcriptions', fields)),
      );
      expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(
        new Set(['303 /transcriptions']),
      );
      expect(await followed(person, answers[0]!)).toContain('Arquivo enviado para transcrição');
      await waitUntilSettled(person);
      const holds = await rows(
        celeste,
        `SELECT w.id FROM wallet_transactions w JOIN transcriptions n ON n.user_id = w.user_id
      WHERE n.public_id = '${ids[0]}' AND w.kind = 'hold'`,
      );
      expect(holds).toHaveLength(2);
    });

    it('is cancelled by deleting, which releases the held minutes', async () => {
      const person = await signUp(celeste);
      await person.upload({ name: 'longa.wav', bytes: silence(25 * 60) });
      const body = await list(person);
      const [id] = idsOf(body);
      expect(textOf(cardOf(body, id!))).toMatch(/Cancelar Mais/);
      expect(textOf(cardOf(body, id!))).not.toMatch(/Excluir|Baixar/);
      const address = `/transcriptions/${id}/delete`;
      expect(textOf(mainOf((await person.get(address)).body))).toContain(
        'os minutos voltarão para o seu saldo',
      );
      expect((await person.post(address)).status).toBe(303);
      const after = textOf(await list(person));
      expect(after).toContain('restante: 30 min');
      expect(after).toContain('Sua primeira transcrição vai aparecer aqui.');
    });
  });

  describe('a finished transcription', () => {
    let person: TestUser;
    let id: string;

    beforeAll(async () => {
      person = await signUp(celeste);
      await person.upload({ name: `${NAUGHTY}.wav`, bytes: sampleRecording() });
      id = idsOf(await waitUntilSettled(person))[0]!;
    });

    it('is found by its text, with a link to the match', async () => {
      const { body } = await person.get('/search?q=PR%C3%93XIMA%20reuni');
      const text = textOf(mainOf(body));
      expect(text).toMatch(/1 fala em 1 gravação/);
      expect(text).toMatch(/Pessoa [AB] 00:01:0\d Perfeito,? então,? a próxima reunião fica/);
      // A passage counts once, however often it has the words.
      expect(body.match(/<mark>[^<]*/g)).toEqual(['<mark>próxima', '<mark>reunião']);
      const link = linksOf(mainOf(body)).find((href) => href.startsWith(`/transcriptions/${id}?`))!;
      expect(link).toMatch(/\?t=6\d(\.\d)?&.*hit=1#t$/);
      const opened = (await person.get(link.split('#')[0]!)).body;
      expect(opened).toContain('<section id="t"');
      expect(opened).toContain(`/audio#t=${/t=([\d.]+)/.exec(link)![1]}"`);
      expect(textOf(mainOf(body))).toContain(NAUGHTY);
    });

    it('leads from hit to hit, and back to the results', async () => {
      const found = (await person.get('/search?q=reuni')).body;
      const second = linksOf(mainOf(found)).find((href) => /\?q=reuni&hit=2#t$/.test(href))!;
      const { body } = await person.get(second.split('#')[0]!);
      expect(textOf(mainOf(body))).toContain('Fala 2 de 2');
      expect(body.match(/<span data-found="">reunião<\/span>/g)).toHaveLength(2);
      expect(body).toMatch(/<section id="t"[^>]*>(?:(?!<\/section>).)*próxima <span data-found/);
      expect(linksOf(mainOf(body))).toEqual(
        expect.arrayContaining(['?q=reuni&hit=1#t', '/search?q=reuni', `/transcriptions/${id}`]),
      );
      const plain = (await person.get(`/transcriptions/${id}`)).body;
      expect(plain).not.toMatch(/data-found|search-hits/);
      const none = (await person.get(`/transcriptions/${id}?q=ornitorrinco`)).body;
      expect(textOf(mainOf(none))).toContain('Nenhuma ocorrência de “ornitorrinco” neste texto');
    });

    it('is found in one recording, and by its title', async () => {
      const { body } = await person.get(`/search?q=reuni&in=${id}`);
      expect(textOf(mainOf(body))).toMatch(/Todas as gravações .* 2 falas em 1 gravação/);
      const stranger = await signUp(celeste);
      const theirs = (await stranger.get(`/search?q=reuni&in=${id}`)).body;
      expect(textOf(mainOf(theirs))).toContain('Nenhum resultado nas suas transcrições');
    });

    it('is not found by other text, nor without a letter or number', async () => {
      const none = await person.get('/search?q=ornitorrinco');
      expect([none.status, textOf(mainOf(none.body))]).toEqual([
        ...[200, expect.stringContaining('Nenhum resultado nas suas transcrições.')],
      ]);
      const short = await person.get('/search?q=%2B');
      const message = 'Digite pelo menos uma palavra ou um número.';
      expect([short.status, messageBeside(short.body, 'q')]).toEqual([400, message]);
      expect(typedIn(short.body, 'q')).toBe('+');
      const dropped = await person.get(`/search?${new URLSearchParams({ q: '— * reuni' })}`);
      expect(textOf(mainOf(dropped.body))).toContain(
        'Não entrou na busca, por não ter letras nem números: — *',
      );
      expect((await person.get('/search')).status).toBe(200);
    });

    it('offers every download; a failed one only its recording', async () => {
      const download = async (by: TestUser, of: string) =>
        linksOf(mainOf((await by.get(`/transcriptions/${of}/download`)).body))
          .filter((href) => href.startsWith(`/transcriptions/${of}`))
          .map((href) =>
            href
              .split('/')
              .pop()
              ?.replace(/[?#].*/, ''),
          );
      expect(await download(person, id)).toEqual([
        'degravacao',
        'export.json',
        'audio',
        'download',
        'captions',
        id,
      ]);
      const { person: other, ids } = await withSilence('calada');
      expect(await download(other, ids[0]!)).toEqual(['audio']);
    });

    it('is announced to its owner by e-mail', async () => {
      const [user] = await rows(
        celeste,
        `SELECT email FROM users u JOIN transcriptions n ON n.user_id = u.id WHERE n.public_id = '${id}'`,
      );
      const mail = () => celeste.mailTo(String(user!.email));
      await expect.poll(async () => (await mail()).subject, SLOW).toBe(`Transcrição pronta: ${NAUGHTY}`);
      expect((await mail()).text).toContain(`/transcriptions/${id}`);
    });

    it('cannot be seen, found, marked, sent or deleted by other users', async () => {
      const { person: stranger } = await withSilence('alheia');
      for (const page of ['delete', 'tags', 'download']) {
        expect((await stranger.get(`/transcriptions/${id}/${page}`)).status).toBe(404);
        expect((await stranger.get(`/transcriptions/${'x'.repeat(22)}/${page}`)).status).toBe(404);
      }
      expect((await stranger.post(`/transcriptions/${id}/delete`)).status).toBe(404);
      expect((await stranger.post(`/transcriptions/${id}/tags`, { intent: 'add', tag: 'x' })).status).toBe(
        404,
      );
      for (const intent of ['favourite', 'resend']) {
        const answer = await stranger.post('/transcriptions', { intent, crypto: id });
        expect([answer.status, summaryOf(answer.body)]).toEqual([404, 'Transcrição não encontrada']);
      }
      expect(textOf(mainOf((await stranger.get('/search?q=reuni')).body))).toContain(
        'Nenhum resultado nas suas transcrições',
      );
      expect(titlesOf(await list(stranger, '?tag=x'))).toEqual([]);
      expect((await person.get(`/transcriptions/${id}`)).status).toBe(200);
      const guest = new TestUser(celeste.address);
      expect((await guest.get('/search?q=reuni')).location).toMatch(/^\/login/);
    });
  });
});
