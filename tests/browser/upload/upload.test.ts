import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import axe from 'axe-core';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { projectDir } from '@/app/config/env.server';
import { change, rows } from '@/tests/http/platform/data-dir';
import { longSample, silence } from '@/tests/http/transcription/recordings';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { builtCommand } from '@/tests/support/built';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

const WAV = 'audio/wav';

/** Long enough to be interrupted at UPLOAD_BYTES_PER_SECOND. */
const spokenWav = () => longSample(2);
const UPLOAD_BYTES_PER_SECOND = 1_000_000;

/** Silence at the lowest sample rate that Chromium decodes. */
const silentWav = (seconds: number) => silence(seconds, 3000);

const NOISE = {
  name: 'fala.mp3',
  bytes: Buffer.from('isto não é áudio '.repeat(99)),
  mimeType: 'audio/mpeg',
};

const folder = mkdtempSync(path.join(tmpdir(), 'celeste-upload-'));
const spokenFile = path.join(folder, 'fala.wav');
let celeste: RunningCeleste;

beforeAll(async () => {
  writeFileSync(spokenFile, spokenWav());
  celeste = await sharedCeleste();
});

afterAll(() => rmSync(folder, { recursive: true }));

describeInBrowser('the upload card', (browser) => {
  let person: TestUser & { email: string };
  let page: Page;
  let devtools: CDPSession;

  beforeEach(async () => {
    person = await signUp(celeste);
    page = await openPage(browser(), celeste, { as: person });
    page.setDefaultTimeout(30_000);
    await open();
    return () => page.context().close();
  });

  async function open(): Promise<void> {
    await page.goto('/transcriptions');
    await page.waitForLoadState('networkidle');
  }

  const choose = (...files: { name: string; bytes: Buffer; mimeType?: string }[]) =>
    page
      .getByLabel('Arraste gravações para cá ou escolha arquivos')
      .setInputFiles(files.map(({ name, bytes, mimeType = WAV }) => ({ name, mimeType, buffer: bytes })));

  const card = () => page.locator('[data-upload-card]');
  const button = (name: string) => card().getByRole('button', { name, exact: true });
  const rowOf = (index: number) => card().locator('li').nth(index);

  const readTranscriptions = () =>
    rows(
      celeste,
      `SELECT title, t.status, t.language, t.speaker_count FROM transcriptions t JOIN users u ON u.id = t.user_id
       WHERE u.email = '${person.email}' ORDER BY t.id`,
    );

  const readUnfinishedUploads = () =>
    rows(
      celeste,
      `SELECT 1 FROM uploads p JOIN users u ON u.id = p.user_id WHERE u.email = '${person.email}'`,
    );

  it('shows a summary of the chosen files, takes more of them, and uploads them', async () => {
    const long = 'Entrevista com a ministra sobre o orçamento da educação básica no ano que vem.wav';
    await choose({ name: long, bytes: silentWav(65) });
    await expect.poll(() => rowOf(0).innerText()).toContain('00:01:05');
    expect(await rowOf(0).innerText()).toContain('190,5 KB');
    expect(await rowOf(0).locator('bdi').textContent()).toBe(long);
    expect(await rowOf(0).locator('bdi').getAttribute('title')).toBe(long);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Resumo do envio');
    expect(await button(`Idioma e pessoas ${long}`).count()).toBe(0);
    await drop('b.wav', silentWav(2));
    const chooser = page.waitForEvent('filechooser');
    await page.evaluate(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
    await button('Adicionar arquivos').click();
    await (await chooser).setFiles({ name: 'c.wav', mimeType: WAV, buffer: silentWav(3) });
    await expect.poll(() => rowOf(2).innerText()).toContain('00:00:03');
    await card().locator('select[name="upload-language"]').selectOption('es');
    await card().locator('input[name="upload-speakers"]').fill('2');
    await button('Idioma e pessoas c.wav').click();
    await rowOf(2).getByLabel('Idioma da gravação').selectOption('fr');
    await button('Transcrever').click();
    await page.getByText('Arquivo enviado para transcrição').waitFor();
    expect(await readTranscriptions()).toEqual([
      { title: long.slice(0, -4), status: 'pending', language: 'es', speaker_count: 2 },
      { title: 'b', status: 'pending', language: 'es', speaker_count: 2 },
      { title: 'c', status: 'pending', language: 'fr', speaker_count: 2 },
    ]);
  });

  it('says of a file that was left alone what the card says', async () => {
    await choose({ name: 'a.wav', bytes: silentWav(2) }, { name: 'b.wav', bytes: silentWav(3) });
    await button('Idioma e pessoas b.wav').click();
    await rowOf(1).getByLabel('Idioma da gravação').selectOption('fr');
    await rowOf(1).getByLabel('Quantas pessoas falam?').fill('4');
    await button('Remover a.wav').click();
    await button('Transcrever').click();
    await page.getByText('Arquivo enviado para transcrição').waitFor();
    expect(await readTranscriptions()).toMatchObject([{ title: 'b', language: 'pt', speaker_count: null }]);
  });

  it('sends the other files while one is paused, and none that was removed', async () => {
    await slowDown();
    const small = (name: string) => ({ name, bytes: silentWav(3) });
    await choose({ name: 'grande.wav', bytes: spokenWav() }, small('b.wav'), small('c.wav'), small('d.wav'));
    await expect.poll(() => rowOf(3).innerText()).toContain('00:00:03');
    await button('Transcrever').click();
    await button('Remover d.wav').click();
    await button('Pausar grande.wav').click();
    await expect.poll(readTranscriptions).toMatchObject([{ title: 'b' }, { title: 'c' }]);
    await expect.poll(() => page.locator('li[id]').count()).toBe(2);
    expect(await rowOf(0).innerText()).toContain('Em pausa');
    await restoreSpeed();
    await button('Continuar grande.wav').click();
    await page.getByText('Arquivo enviado para transcrição').waitFor();
    expect(await readTranscriptions()).toMatchObject([{ title: 'b' }, { title: 'c' }, { title: 'grande' }]);
    expect(await readUnfinishedUploads()).toEqual([]);
  });

  it('takes files that were chosen before the script arrived', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/upload\.island/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/transcriptions', { waitUntil: 'domcontentloaded' });
    await choose({ name: 'cedo.wav', bytes: silentWav(2) });
    await page.getByText('Arquivos escolhidos.').waitFor();
    release();
    await expect.poll(() => rowOf(0).innerText()).toContain('00:00:02');
  });

  it.each(['comes', 'does not come'])(
    'honours a press of the form’s own button while the card %s',
    async (what) => {
      let press = () => {};
      const pressed = new Promise<void>((resolve) => {
        press = resolve;
      });
      await page.route('**/uploads/card*', async (route) => {
        await pressed;
        await (what === 'comes' ? route.continue() : route.abort());
      });
      await choose({ name: 'fala.wav', bytes: silentWav(2) });
      await page.getByRole('button', { name: 'Transcrever', exact: true }).click();
      press();
      await page.getByText('Arquivo enviado para transcrição').waitFor();
      expect(await readTranscriptions()).toMatchObject([{ title: 'fala', status: 'pending' }]);
    },
  );

  it('shows which files are rejected, and uploads the rest, which the list shows at once', async () => {
    await choose(
      { name: 'virus.exe', bytes: silentWav(1) },
      { name: 'vazia.wav', bytes: Buffer.alloc(0) },
      NOISE,
      { name: 'boa.wav', bytes: silentWav(1) },
    );
    await expect.poll(() => rowOf(0).innerText()).toContain('Formato de arquivo não suportado');
    expect(await rowOf(1).innerText()).toContain('Arquivo inválido ou corrompido');
    await expect.poll(() => rowOf(2).innerText()).toContain('Duração desconhecida');
    await button('Enviar assim mesmo').click();
    await expect.poll(() => rowOf(2).innerText()).toContain('Arquivo inválido ou corrompido');
    await button('Voltar').waitFor();
    expect(await readTranscriptions()).toMatchObject([{ title: 'boa' }]);
    await page.locator('li[id]', { hasText: 'boa' }).waitFor();
    await button('Voltar').click();
    await page.getByLabel('Arraste gravações para cá ou escolha arquivos').waitFor();
    expect(await card().count()).toBe(0);
  });

  it('offers to store a file that the balance is too low for', async () => {
    await person.upload({ name: 'antes.wav', bytes: silentWav(29 * 60) });
    await open();
    await choose({ name: 'longa.wav', bytes: silentWav(120) }, { name: 'outra.wav', bytes: silentWav(1) });
    await card().getByText('Tempo de transcrição insuficiente').waitFor();
    expect(await button('Transcrever').isDisabled()).toBe(true);
    expect(await button('Guardar arquivo').isVisible()).toBe(false);
    await card().getByText('Remova arquivos até que caibam no saldo').waitFor();
    await button('Remover outra.wav').click();
    await button('Guardar arquivo').click();
    await page.getByText('ARMAZENADO', { exact: true }).waitFor();
    expect(await readTranscriptions()).toMatchObject([
      { title: 'antes' },
      { title: 'longa', status: 'stored' },
    ]);
  });

  it('shows the limit of the trial', async () => {
    await choose({ name: 'longa.wav', bytes: silentWav(31 * 60) });
    await expect
      .poll(() => rowOf(0).innerText())
      .toContain('No período de teste, os arquivos podem ter até 30 minutos.');
    expect(await button('Transcrever').isDisabled()).toBe(true);
  });

  it('pauses, resumes, and survives a lost connection', async () => {
    await slowDown();
    await chooseFromDisk();
    await button('Transcrever').click();
    await waitUntilUploading();
    await button('Pausar fala.wav').click();
    expect(await page.locator('[data-said]').innerText()).toBe('Em pausa');
    await button('Continuar fala.wav').click();
    await setOffline();
    await expect.poll(() => rowOf(0).innerText()).toContain('Sem conexão.');
    await restoreSpeed();
    await page.getByText('Arquivo enviado para transcrição').waitFor();
    expect(await readTranscriptions()).toMatchObject([{ title: 'fala' }]);
  });

  it('resumes after a reload when the same file is chosen again', async () => {
    await slowDown();
    await chooseFromDisk();
    await button('Transcrever').click();
    await waitUntilUploading();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await restoreSpeed();
    await page.waitForLoadState('networkidle');
    const offsets: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
    });
    await chooseFromDisk();
    await button('Transcrever').click();
    await page.getByText('Arquivo enviado para transcrição').waitFor();
    expect(offsets[0]).toBeGreaterThan(0);
    expect(await readTranscriptions()).toMatchObject([{ title: 'fala' }]);
  });

  it('leaves nothing on the server when it is cancelled', async () => {
    await slowDown();
    await chooseFromDisk();
    await button('Transcrever').click();
    await waitUntilUploading();
    await button('Cancelar envio').click();
    await button('Transcrever').waitFor();
    await expect.poll(readUnfinishedUploads).toEqual([]);
    expect(await readTranscriptions()).toEqual([]);
  });

  it('accepts dropped files, and works without a mouse', async () => {
    await drop('solta.wav', silentWav(1));
    await expect.poll(() => rowOf(0).innerText()).toContain('00:00:01');
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() =>
      (window as unknown as { axe: typeof axe }).axe.run(document),
    );
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    for (const name of ['Remover solta.wav', null, null, 'Transcrever']) {
      await page.keyboard.press('Tab');
      if (name) expect(await button(name).evaluate((element) => element.matches(':focus'))).toBe(true);
    }
    await page.keyboard.press('Enter');
    await page.getByText('Arquivo enviado para transcrição').waitFor();
  });

  it('lists interrupted uploads, which resume from a stored file handle or are discarded', async () => {
    await slowDown();
    await chooseWithFileHandle('fala.wav', spokenWav());
    await card().locator('select[name="upload-language"]').selectOption('es');
    await button('Transcrever').click();
    await waitUntilUploading();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    const banner = page.locator('[data-island="unfinished-uploads"]');
    expect(await banner.innerText()).toMatch(
      /Envio interrompido[\s\S]*fala\.wav: \d+% de 4,4 MB já chegaram/,
    );
    await restoreSpeed();
    await banner.getByRole('button', { name: 'Continuar: fala.wav' }).click();
    await expect.poll(() => rowOf(0).innerText()).toContain('00:02:24');
    await button('Transcrever').click();
    await page.getByText('Arquivo enviado para transcrição').waitFor();
    expect(await readTranscriptions()).toMatchObject([{ title: 'fala', language: 'es' }]);
    expect(await banner.count()).toBe(0);

    await slowDown();
    await choose({ name: 'outra.wav', bytes: spokenWav() });
    await button('Transcrever').click();
    await waitUntilUploading();
    const other = await page.context().newPage();
    await other.goto('/dashboard');
    await other.getByText('O envio está em andamento em outra janela.').waitFor();
    await page.goto('/transcriptions');
    await page.waitForLoadState('networkidle');
    expect(await banner.getByRole('button', { name: 'Continuar' }).count()).toBe(0);
    await banner.getByRole('button', { name: 'Descartar envio: outra.wav' }).click();
    await expect.poll(() => banner.count()).toBe(0);
    expect(await readUnfinishedUploads()).toEqual([]);
  });

  it.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('says why an upload was rejected after its tab was closed, %s', async (_how, javaScriptEnabled) => {
    const { name } = NOISE;
    await choose(NOISE);
    const hasTried = loseRegistration();
    await button('Enviar assim mesmo').click();
    await hasTried;
    await page.close();
    const later = await openPage(browser(), celeste, { as: person, javaScriptEnabled });
    const banner = later.locator('[data-island="unfinished-uploads"]');
    const openAndRead = async (address: string) => {
      await later.goto(address, { waitUntil: 'networkidle' });
      return banner.locator('form p').allInnerTexts();
    };
    expect(await openAndRead('/dashboard')).toEqual([`${name}: 100% de 1,9 KB já chegaram.`]);

    await leaveAlone();
    await finishUploads();
    for (const address of ['/transcriptions', '/dashboard']) {
      expect(await openAndRead(address)).toEqual([`${name}: Arquivo inválido ou corrompido`]);
    }
    expect(await banner.locator('strong').innerText()).toBe('Envio interrompido');
    await banner.getByRole('button', { name: `Descartar envio: ${name}` }).click();
    await expect.poll(() => banner.count()).toBe(0);
    expect(new URL(later.url()).pathname).toBe('/dashboard');
    expect(await readUnfinishedUploads()).toEqual([]);
    expect(await readTranscriptions()).toEqual([]);
    await later.context().close();
  });

  it('retries on a new connection when the old one stalls, as after sleep mode', async () => {
    await page.clock.install();
    await open();
    await choose({ name: 'fala.wav', bytes: longSample(1) });
    let asked = 0;
    await page.route('**/uploads/*', (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      asked += 1;
      return undefined;
    });
    await button('Transcrever').click();
    await expect.poll(() => asked).toBe(1);
    await page.unroute('**/uploads/*');
    await page.clock.fastForward('01:30');
    await page.getByText('Arquivo enviado para transcrição').waitFor();
    expect(await readTranscriptions()).toMatchObject([{ title: 'fala' }]);
  });

  it('does not offer to store a second file without balance', async () => {
    await person.upload({ name: 'antes.wav', bytes: silentWav(20 * 60) });
    await person.upload({ name: 'guardada.wav', bytes: silentWav(20 * 60) });
    await open();
    await choose({ name: 'longa.wav', bytes: silentWav(11 * 60) });
    await card().getByText('Já existe um arquivo armazenado aguardando transcrição').waitFor();
    expect(await button('Guardar arquivo').count()).toBe(0);
  });

  /** Lets the page send bytes, but not register what has arrived. @returns when it has tried to */
  const loseRegistration = () =>
    new Promise<void>((resolve) => {
      void page.route('**/uploads/*', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        // One that is only held goes out when the tab is closed.
        await route.abort();
        resolve();
      });
    });

  /** As if no byte had arrived for so long that the page must be gone. */
  const leaveAlone = () =>
    change(
      celeste,
      `UPDATE uploads SET updated_at = '2026-01-01 00:00:00.000 +00:00'
       WHERE user_id = (SELECT id FROM users WHERE email = '${person.email}')`,
    );

  /** The periodic job, without waiting for its minute. */
  const finishUploads = () =>
    promisify(execFile)(process.execPath, [builtCommand('job'), 'finish-uploads'], {
      cwd: projectDir,
      env: { PATH: process.env.PATH, DATA_DIR: celeste.dataDir, NODE_ENV: 'production' },
    });

  const emulateNetwork = (offline: boolean, uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  const setOffline = () => emulateNetwork(true, -1);
  /** Ends what `slowDown` or `setOffline` began. */
  const restoreSpeed = () => emulateNetwork(false, -1);

  /** Throttles the connection, so that the test can act during an upload. */
  async function slowDown(): Promise<void> {
    devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await emulateNetwork(false, UPLOAD_BYTES_PER_SECOND);
  }

  /** Waits until an upload is partly done. */
  const waitUntilUploading = () =>
    expect
      .poll(() =>
        card()
          .locator('progress')
          .evaluate((progress: HTMLProgressElement) => progress.value),
      )
      .toBeGreaterThan(5);

  /**
   * Chooses a file by the File System Access API, whose handle reopens it later; backed by the origin private
   * file system.
   */
  async function chooseWithFileHandle(name: string, bytes: Buffer): Promise<void> {
    await page.evaluate(
      async ({ name, base64 }) => {
        const handle = await (await navigator.storage.getDirectory()).getFileHandle(name, { create: true });
        const writable = await handle.createWritable();
        await writable.write(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
        await writable.close();
        Object.assign(window, { showOpenFilePicker: async () => [handle] });
      },
      { name, base64: bytes.toString('base64') },
    );
    await page.getByLabel('Arraste gravações para cá ou escolha arquivos').click();
  }

  const chooseFromDisk = () =>
    page.getByLabel('Arraste gravações para cá ou escolha arquivos').setInputFiles(spokenFile);

  function drop(name: string, bytes: Buffer): Promise<void> {
    return page.evaluate(
      ({ name, base64, type }) => {
        const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content], name, { type }));
        const target = document.querySelector('main')!;
        target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      { name, base64: bytes.toString('base64'), type: WAV },
    );
  }
});
