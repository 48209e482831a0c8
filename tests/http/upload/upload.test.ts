import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExecutable } from '@/app/config/find-executable.server';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, type TestResponse, type TestUser } from '@/tests/support/test-user';
import { OFTEN } from '@/tests/support/until';
import { filesIn, rows } from '../platform/data-dir';
import { linksOf, mainOf, messageBeside, summaryOf, textOf } from '../platform/page';
import { silence } from '../transcription/recordings';

const MINUTE = 60;

let celeste: RunningCeleste;
let person: TestUser;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web' });
  person = await signUp(celeste);
});

afterAll(() => celeste.stop());

const transcriptions = () => rows(celeste, 'SELECT title, status FROM transcriptions ORDER BY id');

/** A rejected upload leaves no file, no row and no hold; and the form keeps its other field. */
async function expectRefusal(answer: TestResponse, status: number, message: string, at = celeste) {
  expect([answer.status, messageBeside(answer.body, 'file')]).toEqual([status, message]);
  expect(summaryOf(answer.body)).toContain(message);
  expect(answer.body.includes('<option value="es" selected="">')).toBe(true);
  expect(await filesIn(at)).toEqual([]);
  expect(await rows(at, 'SELECT * FROM transcriptions')).toEqual([]);
  expect(textOf(answer.body)).toContain('restante: 30 min');
}

describe('a rejected upload', () => {
  const garbage = Buffer.from('isto não é áudio, por mais que o nome diga. '.repeat(200));

  it.each([
    ['a program', 'virus.exe', silence(1), 415, 'Formato de arquivo não suportado'],
    ['a name without an ending', 'fala', silence(1), 415, 'Formato de arquivo não suportado'],
    ['a name that only ends in one', '.wav/fala.txt', silence(1), 415, 'Formato de arquivo não suportado'],
    ['an empty file', 'fala.wav', Buffer.alloc(0), 400, 'Arquivo inválido ou corrompido'],
    ['garbage', 'fala.mp3', garbage, 400, 'Arquivo inválido ou corrompido'],
    [
      'the head of a recording',
      'fala.wav',
      silence(1).subarray(0, 40),
      400,
      'Arquivo inválido ou corrompido',
    ],
    [
      'more than the trial allows',
      'longa.wav',
      silence(30 * MINUTE + 1),
      402,
      'No período de teste, os arquivos podem ter até 30 minutos.',
    ],
  ])('%s', async (_name, name, bytes, status, message) => {
    await expectRefusal(await person.upload({ name, bytes }, { language: 'es' }), status, message);
  });

  it('a recording longer than the trial allows, with the missing hours preselected in the wallet', async () => {
    const answer = await person.upload({ name: 'longa.wav', bytes: silence(91 * MINUTE) });
    const [offer] = linksOf(mainOf(answer.body)).filter((href) => href.startsWith('/wallet'));
    expect([answer.status, offer]).toEqual([402, '/wallet?hours=2#credits-title']);
    const wallet = mainOf((await person.get('/wallet?hours=2')).body);
    expect(wallet).toMatch(/<input type="radio"[^>]*checked=""[^>]*value="2"/);
    const custom = mainOf((await person.get('/wallet?hours=7')).body);
    expect(custom).toMatch(/<input type="radio"[^>]*checked=""[^>]*value="custom"/);
    expect(custom).toMatch(/<input[^>]*name="customQuantity"[^>]*value="7"/);
  });

  it.each(['0', '11', '2.5', 'dois'])('a recording of %s people', async (speakers) => {
    const answer = await person.upload({ name: 'fala.wav', bytes: silence(1) }, { speakers });
    expect([answer.status, messageBeside(answer.body, 'speakers')]).toEqual([
      ...[400, 'Escolha de 1 a 10 pessoas ou deixe em branco.'],
    ]);
    expect(await transcriptions()).toEqual([]);
  });

  it('no file chosen', async () => {
    const answer = await person.upload({ name: '', bytes: Buffer.alloc(0) }, { language: 'es' });
    await expectRefusal(answer, 400, 'Escolha um arquivo.');
  });

  it('no file field at all', async () => {
    const body = new FormData();
    body.append('submissionId', crypto.randomUUID());
    const headers = { Origin: celeste.address };
    const answer = await person.request('/transcriptions', { method: 'POST', body, headers });
    expect([answer.status, messageBeside(answer.body, 'file')]).toEqual([400, 'Escolha um arquivo.']);
  });

  it.each<Record<string, string>>([{ language: 'xx' }, { submissionId: 'not-one' }])(
    'invalid fields: %j',
    async (fields) => {
      const answer = await person.upload({ name: 'fala.wav', bytes: silence(1) }, fields);
      expect(answer.status).toBe(400);
      expect(textOf(mainOf(answer.body))).toContain('O formulário chegou incompleto.');
      expect(await filesIn(celeste)).toEqual([]);
    },
  );

  it('a playlist of other files, which only some decoders support', async () => {
    const bytes = Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n/etc/passwd\n#EXT-X-ENDLIST\n');
    const answer = await person.upload({ name: 'fala.mp3', bytes }, { language: 'es' });
    const isKnown = answer.status === 415;
    const message = isKnown ? 'Formato de arquivo não suportado' : 'Arquivo inválido ou corrompido';
    await expectRefusal(answer, isKnown ? 415 : 400, message);
  });

  const ffmpeg = findExecutable('ffmpeg', process.env.PATH ?? '');
  if (!ffmpeg) explainAbsence();
  else {
    it.each(['mp4', 'mkv'])('a video without sound: %s', async (extension) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'celeste-video-'));
      const file = path.join(folder, `video.${extension}`);
      const picture = ['-f', 'lavfi', '-i', 'color=size=64x64:duration=1:rate=5'];
      execFileSync(ffmpeg, [...picture, '-c:v', 'mpeg4', file], { stdio: 'ignore' });
      const upload = { name: `video.${extension}`, bytes: await readFile(file) };
      await rm(folder, { recursive: true });
      const answer = await person.upload(upload, { language: 'es' });
      await expectRefusal(answer, 400, 'Arquivo não possui trilha de áudio');
    });
  }
});

function explainAbsence(): void {
  const message = 'ffmpeg is not installed (Debian: apt-get install ffmpeg)';
  if (process.env.CI) throw new Error(message);
  process.stderr.write(`\n!!! "a video without sound" IS LEFT OUT of this run: ${message}\n\n`);
}

describe('the limits of the settings', () => {
  let limited: RunningCeleste;
  let member: TestUser;

  beforeAll(async () => {
    limited = await startCeleste({ command: 'web', env: { MAX_FILE_GB: '0.001', MAX_FILE_HOURS: '0.01' } });
    member = await signUp(limited);
  });

  afterAll(() => limited.stop());

  const tooLarge = 'O arquivo é grande demais. O limite é de 0,001 GB.';

  it('a file too large by its Content-Length', async () => {
    const answer = await member.upload({ name: 'fala.wav', bytes: silence(1200) }, { language: 'es' });
    await expectRefusal(answer, 413, tooLarge, limited);
  });

  it('a file too large without Content-Length', async () => {
    const form = new FormData();
    form.append('submissionId', crypto.randomUUID());
    form.append('language', 'es');
    form.append('file', new Blob([silence(1200)]), 'fala.wav');
    const { body, headers } = new Response(form);
    const answer = await member.request('/transcriptions', {
      method: 'POST',
      body,
      headers: { 'Content-Type': headers.get('Content-Type')!, Origin: limited.address },
      duplex: 'half',
    });
    await expectRefusal(answer, 413, tooLarge, limited);
  });

  it('a recording too long', async () => {
    const answer = await member.upload({ name: 'fala.wav', bytes: silence(37) }, { language: 'es' });
    await expectRefusal(answer, 413, 'O arquivo é longo demais. O limite é de 0,01 h.', limited);
  });

  it('accept a file just below them', async () => {
    const answer = await member.upload({ name: 'fala.wav', bytes: silence(36) });
    expect(answer.status).toBe(303);
  });
});

it('an interrupted upload leaves nothing', async () => {
  const upload = httpRequest(`${celeste.address}/transcriptions`, {
    method: 'POST',
    headers: {
      Cookie: person.cookieHeader(),
      Origin: celeste.address,
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': 50_000_000,
    },
  });
  upload.on('error', () => undefined);
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  upload.write(field('submissionId', crypto.randomUUID()));
  upload.write('--b\r\nContent-Disposition: form-data; name="file"; filename="fala.wav"\r\n\r\n');
  upload.write(silence(600));
  await expect.poll(() => filesIn(celeste), OFTEN).toHaveLength(1);
  upload.destroy();
  await expect.poll(() => filesIn(celeste), OFTEN).toEqual([]);
  expect(await transcriptions()).toEqual([]);
  expect((await person.get('/transcriptions')).status).toBe(200);
});

describe('an accepted upload', () => {
  it('is idempotent: twenty concurrent posts count once', async () => {
    const member = await signUp(celeste);
    const submissionId = crypto.randomUUID();
    const send = () => member.upload({ name: 'uma vez.wav', bytes: silence(5 * MINUTE) }, { submissionId });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    answers.push(await send());
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(
      new Set(['303 /transcriptions']),
    );
    expect(await transcriptions()).toEqual([{ title: 'uma vez', status: 'pending' }]);
    expect(await filesIn(celeste)).toHaveLength(1);
    const page = textOf((await member.get('/transcriptions')).body);
    expect(page).toContain('Arquivo enviado para transcrição');
    expect(page).toContain('restante: 25 min');
  });

  it('belongs to its sender, whatever the form says', async () => {
    const member = await signUp(celeste);
    const extra = {
      userId: '1',
      isSample: 'true',
      durationMs: '1',
      status: 'succeeded',
      storageKey: '../../x',
    };
    await member.upload({ name: 'minha.wav', bytes: silence(2 * MINUTE) }, extra);
    const [row] = await rows(
      celeste,
      `SELECT t.*, u.email FROM transcriptions t JOIN users u ON u.id = t.user_id WHERE t.title = 'minha'`,
    );
    expect(row).toMatchObject({
      email: member.email,
      is_sample: 0,
      duration_ms: 2 * MINUTE * 1000,
      status: 'pending',
      storage_key: expect.stringMatching(/^recordings\/[\w-]{20,}$/),
    });
    expect((await person.get('/transcriptions')).body).not.toContain('minha');
  });

  it('is stored without enough minutes, and a second one is rejected', async () => {
    const member = await signUp(celeste);
    const send = (name: string) => member.upload({ name, bytes: silence(20 * MINUTE) });
    expect((await send('primeira.wav')).status).toBe(303);
    const stored = await send('segunda.wav');
    expect([stored.status, stored.location]).toEqual([303, '/transcriptions']);
    const list = await member.get('/transcriptions');
    expect(textOf(list.body)).toContain('Tempo de transcrição insuficiente');
    const card = textOf(/<li[^>]*data-status="stored".*?<\/li>/.exec(list.body)![0]);
    expect(card).toContain('segunda');
    expect(card).toContain('ARMAZENADO');
    expect(card).toContain('O arquivo será excluído automaticamente em 30 dias.');
    expect(card).toContain('Comprar a hora que falta');
    const files = await filesIn(celeste);

    const refused = await send('terceira.wav');
    expect([refused.status, messageBeside(refused.body, 'file')]).toEqual([
      409,
      'Já existe um arquivo armazenado aguardando transcrição',
    ]);
    expect(await filesIn(celeste)).toEqual(files);
    expect(textOf(refused.body)).toContain('restante: 10 min');
  });

  const NAUGHTY = [
    ['<img src=x onerror=alert(1)>.wav', '<img src=x onerror=alert(1)>'],
    ['"><script>alert(1)</script>.wav', 'script>'],
    ["'; DROP TABLE users; --.wav", "'; DROP TABLE users; --"],
    ['../../../../tmp/fora.wav', 'fora'],
    ['..\\..\\janela.wav', 'janela'],
    ['$(touch /tmp/x) `id`.wav', '$(touch /tmp/x) `id`'.split('/').pop()!],
    ['\u202Egpj.exe\u202C fim.wav', 'gpj.exe fim'],
    ['🎤👩‍👩‍👧 gravação.wav', '🎤👩‍👩‍👧 gravação'],
    ['linha\r\nDois: 2.wav', 'linha Dois: 2'],
    ['a "fala" de Ana.wav', 'a "fala" de Ana'],
    ['100 %00 %2F %5C.wav', '100 %00 %2F %5C'],
    ['{{title}} #{7*7} %s %n.wav', '{{title}} #{7*7} %s %n'],
    [`${'muito longo '.repeat(25)}.wav`, 'muito longo '.repeat(25).slice(0, 251)],
    ['.wav', '.wav'],
  ] as const;

  it.each(NAUGHTY)('named %j is escaped and never becomes a path', async (name, title) => {
    const member = await signUp(celeste);
    const before = await filesIn(celeste);
    const answer = await member.upload({ name, bytes: silence(1) });
    expect(answer.status).toBe(303);
    const { body } = await member.get('/transcriptions');
    const [, shown] = /<bdi[^>]* title="([^"]*)"/.exec(body)!;
    expect(textOf(shown!)).toBe(title.trim());
    expect(body).not.toMatch(/<img|<script>|alert\(1\)<\/script>/);
    const fresh = (await filesIn(celeste)).filter((file) => !before.includes(file));
    expect(fresh).toEqual([expect.stringMatching(/^recordings\/[\w-]{20,}$/)]);
  });
});

describe('a file name that no browser sends', () => {
  const send = (member: TestUser, parameter: string) => {
    const head = (disposition: string) => `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
    const body = Buffer.concat([
      Buffer.from(`${head('name="submissionId"')}${crypto.randomUUID()}\r\n`),
      Buffer.from(head(`name="file"; ${parameter}`)),
      silence(1),
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const headers = { Origin: celeste.address, 'Content-Type': 'multipart/form-data; boundary=b' };
    return member.request('/transcriptions', { method: 'POST', body, headers });
  };

  it('keeps escaped quotes', async () => {
    const member = await signUp(celeste);
    expect((await send(member, 'filename="a \\"fala\\".wav"')).status).toBe(303);
    expect(textOf((await member.get('/transcriptions')).body)).toContain('a "fala"');
  });

  it.each([
    ['a NUL that is encoded', "filename*=utf-8''fala%00.wav", 'O nome do arquivo tem um caractere inválido.'],
    ['a NUL', 'filename="fala\0.wav"', 'Erro ao carregar arquivo'],
    ['a quote that is not escaped', 'filename="fala".zip.wav"', 'Escolha um arquivo.'],
    ['20,000 letters', `filename="${'fala '.repeat(4000)}.wav"`, 'Erro ao carregar arquivo'],
  ])('is rejected with a message: %s', async (_what, parameter, message) => {
    const member = await signUp(celeste);
    const before = await filesIn(celeste);
    const answer = await send(member, parameter);
    expect([answer.status, textOf(mainOf(answer.body))]).toEqual([400, expect.stringContaining(message)]);
    expect(await filesIn(celeste)).toEqual(before);
  });
});

describe('several files in one form', () => {
  const titlesOf = async ({ email }: { email: string }) => {
    const all = await rows(
      celeste,
      `SELECT t.title, u.email FROM transcriptions t JOIN users u ON u.id = t.user_id ORDER BY t.id`,
    );
    return all.filter((row) => row.email === email).map(({ title }) => title);
  };

  it('are all accepted, in their order, idempotently', async () => {
    const member = await signUp(celeste);
    const before = await filesIn(celeste);
    const submissionId = crypto.randomUUID();
    const three = ['um.wav', 'dois.wav', 'três.wav'].map((name) => ({ name, bytes: silence(MINUTE) }));
    for (let time = 0; time < 2; time += 1) {
      const answer = await member.upload(three, { submissionId });
      expect([answer.status, answer.location]).toEqual([303, '/transcriptions']);
    }
    expect(await titlesOf(member)).toEqual(['um', 'dois', 'três']);
    expect(await filesIn(celeste)).toHaveLength(before.length + 3);
    const page = textOf((await member.get('/transcriptions')).body);
    expect(page).toContain('3 arquivos enviados para transcrição');
    expect(page).toContain('restante: 27 min');
  });

  it('are accepted except for rejected ones, which are named with their reasons', async () => {
    const member = await signUp(celeste);
    const before = await filesIn(celeste);
    const garbage = Buffer.from('isto não é áudio, por mais que o nome diga. '.repeat(200));
    const answer = await member.upload([
      { name: 'notas.zip', bytes: silence(60) },
      { name: 'primeira.wav', bytes: silence(1) },
      { name: 'um nome tão longo que não cabe numa mensagem.wav', bytes: garbage },
      { name: 'fotos.jpg', bytes: garbage },
      { name: 'segunda.wav', bytes: silence(1) },
    ]);
    expect([answer.status, answer.location]).toEqual([303, '/transcriptions']);
    expect(await titlesOf(member)).toEqual(['primeira', 'segunda']);
    expect(await filesIn(celeste)).toHaveLength(before.length + 2);
    expect(textOf((await member.get('/transcriptions')).body)).toContain(
      'Alguns arquivos não foram recebidos. Formato de arquivo não suportado: notas.zip, fotos.jpg; ' +
        'Arquivo inválido ou corrompido: um nome tão…mensagem.wav.',
    );
  });

  it('that are all rejected show the form again with each name', async () => {
    const member = await signUp(celeste);
    const files = ['a.zip', 'b.exe'].map((name) => ({ name, bytes: silence(1) }));
    const answer = await member.upload([...files, { name: 'c.mp3', bytes: Buffer.alloc(0) }], {
      language: 'es',
    });
    expect([answer.status, messageBeside(answer.body, 'file')]).toEqual([
      400,
      'Nenhum arquivo foi recebido. Formato de arquivo não suportado: a.zip, b.exe; Arquivo inválido ou corrompido: c.mp3.',
    ]);
    expect(await titlesOf(member)).toEqual([]);
  });

  it('are chosen in one field, also without scripts', async () => {
    expect((await person.get('/transcriptions')).body).toMatch(
      /<input(?=[^>]* type="file")[^>]* multiple=""/,
    );
  });
});
