import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findExecutable } from '@/app/config/find-executable.server';
import { rows } from '@/tests/http/platform/data-dir';
import { silence } from '@/tests/http/transcription/recordings';
import { recordingStudio } from '@/tests/integrations/media/recordings';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

const ffmpeg = findExecutable('ffmpeg', process.env.PATH ?? '');
const SECONDS = 20;
/** Video noise that does not compress: some 20 MB. */
const HEAVY = ['-vf', 'noise=alls=100:allf=t', '-c:v', 'mpeg2video', '-q:v', '2'];

let folder: string;
let celeste: RunningCeleste;
let files: { film: string; silentFilm: string };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'celeste-converter-'));
  celeste = await sharedCeleste();
  if (!ffmpeg) return;
  const { make, toneInput } = recordingStudio(ffmpeg, folder);
  const picture = ['-f', 'lavfi', '-i', `testsrc=s=480x360:r=25:d=${SECONDS}`];
  files = {
    film: await make('Passeio.mts', [...picture, ...toneInput(SECONDS), ...HEAVY, '-c:a', 'ac3']),
    silentFilm: await make('mudo.mp4', [...picture, ...HEAVY]),
  };
});

afterAll(() => rm(folder, { recursive: true }));

describeInBrowser('what is done with a recording before it is sent', (browser) => {
  let person: TestUser & { email: string };
  let page: Page;
  let fetched: string[];

  beforeEach(async () => {
    person = await signUp(celeste);
    page = await openPage(browser(), celeste, { as: person });
    fetched = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto('/transcriptions');
    await page.waitForLoadState('networkidle');
    return () => page.context().close();
  });

  const choose = (file: string | { name: string; mimeType: string; buffer: Buffer }) =>
    page.getByLabel('Arraste gravações para cá ou escolha arquivos').setInputFiles(file);
  const card = () => page.locator('[data-upload-card]');
  const hasConverter = () => fetched.some((address) => address.endsWith('.wasm'));

  describe.skipIf(!ffmpeg)('with files that ffmpeg made', () => {
    it('extracts the audio of a video and sends it as mp3', async () => {
      await choose(files.film);
      await expect.poll(() => card().innerText(), { timeout: 60_000 }).toMatch(/mp3[\s\S]*00:00:20/);
      await card().getByRole('button', { name: 'Transcrever' }).click();
      await page.getByText('Arquivo enviado para transcrição').waitFor();
      const [row] = await rows(
        celeste,
        `SELECT file_name, size_bytes, duration_ms FROM transcriptions t JOIN users u ON u.id = t.user_id
         WHERE u.email = '${person.email}'`,
      );
      expect(row).toMatchObject({ file_name: 'Passeio.mp3' });
      expect(Number(row!.size_bytes)).toBeLessThan(1_000_000);
      expect(Math.abs(Number(row!.duration_ms) - SECONDS * 1000)).toBeLessThan(200);
    });

    it('rejects a video without an audio track before uploading', async () => {
      await choose(files.silentFilm);
      await card().getByText('Arquivo não possui trilha de áudio').waitFor({ timeout: 60_000 });
      expect(await card().getByRole('button', { name: 'Transcrever' }).isDisabled()).toBe(true);
      expect(fetched).not.toContain('/uploads');
    });

    it('falls back to conversion on the server when the converter does not run', async () => {
      await page.route('**/*.wasm', (route) => route.abort());
      await choose(files.film);
      await expect
        .poll(() => card().innerText(), { timeout: 60_000 })
        .toMatch(/mts[\s\S]*Duração desconhecida/i);
      expect(await card().getByRole('button', { name: 'Enviar assim mesmo' }).isEnabled()).toBe(true);
    });

    it.each([
      ['before the converter has loaded', (page: Page) => page.route('**/*.wasm', () => undefined)],
      ['while it is checked', () => undefined],
    ])('terminates the worker when the file is removed %s', async (_, hold) => {
      await hold(page);
      await choose(files.film);
      await expect.poll(() => page.workers().length).toBe(1);
      await card()
        .getByRole('button', { name: /^Remover/ })
        .click();
      await page.getByLabel('Arraste gravações para cá ou escolha arquivos').waitFor();
      await expect.poll(() => page.workers().length).toBe(0);
    });
  });

  it('does not download the converter for small files or for audio', async () => {
    await choose({ name: 'a.mp4', mimeType: 'video/mp4', buffer: silence(1) });
    await card().getByText('Duração desconhecida').or(card().getByText('00:00:01')).waitFor();
    await card().getByRole('button', { name: 'Voltar' }).click();
    await choose({ name: 'a.wav', mimeType: 'audio/wav', buffer: silence(11_500) });
    await card().getByText('WAV').waitFor();
    expect(hasConverter()).toBe(false);
  });
});
