import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { startVideoServer, type VideoServer } from '@/tests/support/video-server';
import { findYtdlp } from '@/tests/support/ytdlp';
import { rows } from '../platform/data-dir';
import { mainOf, messageBeside, textOf } from '../platform/page';
import { sampleRecording, silence } from './recordings';
import { switchVideosOn } from './videos';

const ID = 'abc-EFG_123';
const PAGE = '/transcriptions/youtube';

let celeste: RunningCeleste;
let site: VideoServer;
let person: TestUser & { email: string };

beforeAll(async () => {
  site = await startVideoServer();
  site.videos.set(ID, { title: 'Ata <b>da</b> reunião', seconds: 72, sound: sampleRecording() });
  celeste = await startCeleste({ env: { YOUTUBE_BASE_URL: site.url } });
  person = await signUp(celeste);
});

afterAll(async () => {
  await celeste.stop();
  site.stop();
});

const own = (by = person) =>
  rows(
    celeste,
    `SELECT t.title, t.status, t.error_code, t.language, t.video_id, t.duration_ms FROM transcriptions t
     JOIN users u ON u.id = t.user_id WHERE u.email = '${by.email}' ORDER BY t.id`,
  );

describe('videos', () => {
  it('are available with the feature flag only', async () => {
    const isOffered = async (by: TestUser) => {
      const pages = await Promise.all(['/transcriptions', '/dashboard'].map((page) => by.get(page)));
      const asked = [(await by.get(PAGE)).status, (await by.post(PAGE, { intent: 'next', url: ID })).status];
      return [...pages.map(({ body }) => body.includes(`href="${PAGE}"`)), ...asked];
    };
    expect(await isOffered(person)).toEqual([false, false, 404, 404]);
    await switchVideosOn(celeste, person.email);
    expect(await isOffered(await signUp(celeste))).toEqual([false, false, 404, 404]);
    expect(await isOffered(person)).toEqual([true, true, 200, 400]);
    await switchVideosOn(celeste);
    expect(await isOffered(await signUp(celeste))).toEqual([true, true, 200, 400]);
  });

  it.each([
    `https://www.youtube.com/watch?v=${ID}&list=PL1&t=3s`,
    `https://youtu.be/${ID}?si=x`,
    `https://www.youtube.com/shorts/${ID}`,
    `https://www.youtube.com/embed/${ID}`,
    `https://www.youtube.com/live/${ID}`,
    `https://music.youtube.com/watch?v=${ID}`,
    `youtube.com/watch?v=${ID}`,
  ])('are found by %s', async (url) => {
    const { status, location } = await person.post(PAGE, { intent: 'next', url });
    expect([status, location]).toEqual([303, `${PAGE}?video=${ID}`]);
    const page = mainOf((await person.get(location!)).body);
    expect(textOf(page)).toContain('Ata <b>da</b> reunião');
    expect(page).toContain('Transcrever Agora');
  });

  it.each(['', 'https://vimeo.com/1', `https://evil.example/watch?v=${ID}`, `file:///watch?v=${ID}`])(
    'are not found by %j, which is kept in the field',
    async (url) => {
      const { status, body } = await person.post(PAGE, { intent: 'next', url });
      expect([status, messageBeside(body, 'url')]).toEqual([
        400,
        'Este link não é de um vídeo do YouTube. Confira o endereço.',
      ]);
      expect(body).toContain(`value="${url}"`);
    },
  );

  it('that are private, or without the confirmation of rights, are rejected before anything is stored', async () => {
    const unknown = await person.get(`${PAGE}?video=00000000000`);
    expect([unknown.status, messageBeside(unknown.body, 'url')]).toEqual([
      404,
      'Este vídeo não existe ou é privado.',
    ]);
    const { status, body } = await person.post(`${PAGE}?video=${ID}`, {
      intent: 'transcribe',
      video: ID,
      language: 'es',
    });
    expect([status, messageBeside(body, 'rights')]).toEqual([
      400,
      'Confirme que você tem o direito de usar o áudio deste vídeo.',
    ]);
    expect(textOf(body)).toContain('Ata <b>da</b> reunião');
    expect(body).toMatch(/<option[^>]*value="es"[^>]*selected/);
    expect(await own()).toEqual([]);
  });

  it.skipIf(!findYtdlp())("become transcripts, or fail with the site's error", async () => {
    const form = { intent: 'transcribe', video: ID, language: 'pt', rights: 'on' };
    const { status, location } = await person.post(PAGE, form);
    expect([status, location]).toEqual([303, '/transcriptions']);
    await expect
      .poll(() => own(), { timeout: 55_000 })
      .toMatchObject([
        { title: 'Ata <b>da</b> reunião', status: 'succeeded', video_id: ID, duration_ms: 72_325 },
      ]);
    const other = await signUp(celeste);
    site.videos.set('tooLong-123', { title: 'Longo', seconds: 31 * 60, sound: silence(1) });
    await other.post(PAGE, { ...form, video: 'tooLong-123' });
    await expect
      .poll(() => own(other))
      .toMatchObject([{ status: 'failed', error_code: 'wallet.trial-file-too-long' }]);
    expect(textOf((await other.get('/transcriptions')).body)).toContain(
      'No período de teste, os arquivos podem ter até 30 minutos.',
    );
  });
});
