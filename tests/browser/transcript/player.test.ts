import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Utterance, Word } from '@/app/domain/transcript/transcript';
import { change, rows } from '@/tests/http/platform/data-dir';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { transcribeSample } from '@/tests/support/transcriptions';
import { currentWord } from './current-word';

let celeste: RunningCeleste;
let owner: TestUser;
let transcript: string;

beforeAll(async () => {
  celeste = await sharedCeleste('start');
  owner = await signUp(celeste);
  transcript = await transcribeSample(owner);
});

/** The text with the unsaved changes, as stored on the server. */
const readDraft = async () =>
  JSON.parse((await owner.get(`${transcript}/draft`)).body) as { changeIds: string[]; blocks: Utterance[] };

const secondsOf = (page: Page) => page.evaluate(() => document.querySelector('audio')!.currentTime);
const isPaused = (page: Page) => page.evaluate(() => document.querySelector('audio')!.paused);

/** Centre of a word of an utterance, in viewport coordinates. */
const pointOf = (page: Page, index: number, word: string) =>
  page.evaluate(
    ([at, sought]) => {
      const text = document.querySelectorAll('article section > p')[at]!.firstChild as Text;
      const range = document.createRange();
      range.setStart(text, text.data.indexOf(sought));
      range.setEnd(text, text.data.indexOf(sought) + sought.length);
      text.parentElement!.scrollIntoView({ block: 'center' });
      const { left, width, top, height } = range.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    },
    [index, word] as const,
  );

let lowConfidenceWords: Word[] = [];

/** Gives one word in each of the first utterances a low confidence, and all other words a high one. */
/** @param page leaves the transcript before: it would load itself anew for another version. */
async function lowerConfidence(page: Page, howMany: number): Promise<void> {
  await page.goto('about:blank');
  const publicId = transcript.split('/').pop();
  const ofOwner = `transcription_id = (SELECT id FROM transcriptions WHERE public_id = '${publicId}')`;
  const [row] = await rows(celeste, `SELECT id, utterances FROM transcripts WHERE ${ofOwner}`);
  const utterances = JSON.parse(String(row!.utterances)) as Utterance[];
  for (const word of utterances.flatMap(({ words }) => words)) word.confidence = 0.95;
  lowConfidenceWords = utterances.slice(0, howMany).map(({ words }) => words[1]!);
  for (const word of lowConfidenceWords) word.confidence = 0.4;
  const text = JSON.stringify(utterances).replaceAll("'", "''");
  await change(celeste, `DELETE FROM transcript_versions WHERE ${ofOwner}`);
  await change(celeste, `UPDATE transcripts SET utterances = '${text}' WHERE id = ${row!.id}`);
}

describeInBrowser('the player', (browser) => {
  let page: Page;

  beforeEach(async () => {
    page = await openPage(browser(), celeste, {
      as: owner,
      viewport: { width: 1280, height: 600 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto(transcript);
    await page.locator('[data-part="toolbar"]').waitFor();
    return () => page.context().close();
  });

  it('is not there when there is no recording, on a desktop or a phone, reading or editing', async () => {
    const body = new FormData();
    body.append('submissionId', crypto.randomUUID());
    body.append('transcript', new Blob(['1\n00:00:00,600 --> 00:00:02,000\nAna: bom dia\n']), 'ana.srt');
    const { address } = celeste;
    const sent = await owner.request('/transcriptions/import', {
      method: 'POST',
      body,
      headers: { Origin: address },
    });
    await page.goto(sent.headers.get('location')!.replace(/^https?:\/\/[^/]+/, ''));
    await page.locator('[data-part="toolbar"]').waitFor();
    const controls = () => page.locator('[data-part="player"], [data-do="toggle"]').filter({ visible: true });
    expect(await controls().count()).toBe(0);
    await page.locator('[data-part="toolbar"] [data-do="edit"]').click();
    await page.locator('p[contenteditable]').waitFor();
    expect(await controls().count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await controls().count()).toBe(0);
    await page.goto(transcript);
    await page.locator('[data-part="toolbar"] [data-do="edit"]').click();
    await page.locator('p[contenteditable]').first().waitFor();
    expect(await controls().count()).toBeGreaterThan(0);
  });

  it('seeks to a clicked word, and highlights it', async () => {
    const { blocks } = await readDraft();
    const { words } = blocks[2]!;
    const word = words.find(({ text }) => text.length > 4)!;
    const { x, y } = await pointOf(page, 2, word.text);
    await expect
      .poll(async () => {
        await page.mouse.click(x, y);
        return Math.abs((await secondsOf(page)) - word.startMs / 1000);
      })
      .toBeLessThanOrEqual(0.04);
    await expect.poll(() => currentWord(page)).toBe(word.text);
  });

  it('moves the highlight from word to word while it plays', async () => {
    const seen = new Set<string | null>();
    await page.getByRole('button', { name: 'Reproduzir' }).click();
    await page.getByRole('button', { name: 'Pausar' }).waitFor();
    await expect
      .poll(async () => {
        seen.add(await currentWord(page));
        return seen.size;
      })
      .toBeGreaterThan(3);
    expect(await page.locator('[data-elapsed]').innerText()).toMatch(/^00:00:\d\d$/);
  });

  it('skips two seconds, cycles through the speeds and seeks with the slider', async () => {
    const forward = page.getByRole('button', { name: 'Avançar 2 segundos' });
    await expect.poll(() => page.locator('[data-total]').innerText()).toBe('00:01:12');
    await forward.click();
    await forward.click();
    await page.getByRole('button', { name: 'Voltar 2 segundos' }).click();
    await expect.poll(() => secondsOf(page)).toBe(2);
    await expect.poll(() => page.locator('[data-elapsed]').innerText()).toBe('00:00:02');
    const speed = page.getByRole('button', { name: 'Velocidade' });
    const speeds: string[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      speeds.push(await speed.innerText());
      const before = speeds.at(-1)!;
      await speed.click();
      await expect.poll(() => speed.innerText()).not.toBe(before);
    }
    expect(speeds).toEqual(['1×', '1,5×', '2×', '2,5×', '3×', '0,5×', '1×']);
    await page.getByLabel('Posição na gravação').fill('30');
    await expect.poll(() => secondsOf(page)).toBe(30);
  });

  it('is played by keys: single ones while reading, combined and own ones while editing', async () => {
    await expect.poll(() => page.locator('[data-total]').innerText()).toBe('00:01:12');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => secondsOf(page)).toBe(5);
    await page.keyboard.press('Space');
    await expect.poll(() => isPaused(page)).toBe(false);
    await page.keyboard.press('Space');
    await expect.poll(() => isPaused(page)).toBe(true);
    const paused = await secondsOf(page);
    await page.keyboard.press('?');
    await page.locator('dialog[open]').getByText('Atalhos de teclado').waitFor();
    await page.keyboard.press('Escape');
    // The focus leaves the closed dialog with the next frame.
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await page.keyboard.press('Space');
    await expect.poll(() => isPaused(page)).toBe(false);
    expect(await secondsOf(page)).toBeLessThan(paused);
    await page.keyboard.press('Space');

    await page.getByRole('button', { name: 'Habilitar edição' }).click();
    await page.locator('p[contenteditable]').first().click();
    const said = await page.locator('article section > p').allInnerTexts();
    await page.keyboard.press('Control+Space');
    await expect.poll(() => isPaused(page)).toBe(false);
    await page.keyboard.press('F8');
    await expect.poll(() => isPaused(page)).toBe(true);
    const before = await secondsOf(page);
    await page.keyboard.press('F9');
    await expect.poll(() => secondsOf(page)).toBeCloseTo(before + 5, 1);
    expect(await page.locator('article section > p').allInnerTexts()).toEqual(said);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement!.matches('p[contenteditable]'))).toBe(false);
  });

  it('plays, pauses and repeats once while a key is held, and skips again and again', async () => {
    await expect.poll(() => page.locator('[data-total]').innerText()).toBe('00:01:12');
    const hold = async (key: string) => {
      for (let turn = 0; turn < 4; turn += 1) await page.keyboard.down(key);
      await page.keyboard.up(key);
    };
    await hold('ArrowRight');
    await expect.poll(() => secondsOf(page)).toBe(20);
    await hold('F8');
    await expect.poll(() => isPaused(page)).toBe(false);
    // Not by the scrolled page, which also follows what is played.
    await page.evaluate(() => {
      const { dataset } = document.body;
      dataset.scrolling = '0';
      addEventListener('keydown', ({ defaultPrevented }) => {
        if (!defaultPrevented) dataset.scrolling = String(Number(dataset.scrolling) + 1);
      });
    });
    await hold('Space');
    await expect.poll(() => isPaused(page)).toBe(true);
    expect(await page.evaluate(() => document.body.dataset.scrolling)).toBe('0');
    await hold('F2');
    const repeat = page.getByRole('button', { name: 'Repetir a fala' });
    await expect.poll(() => repeat.getAttribute('aria-pressed')).toBe('true');
  });

  it('has a slider that keys move by seconds and minutes, and that says its time', async () => {
    await expect.poll(() => page.locator('[data-total]').innerText()).toBe('00:01:12');
    const slider = page.getByLabel('Posição na gravação');
    const moved: [number, string | null][] = [];
    for (const key of ['ArrowRight', 'ArrowUp', 'PageUp', 'ArrowLeft', 'PageDown', 'ArrowDown', 'Home']) {
      await slider.press(key);
      moved.push([await secondsOf(page), await slider.getAttribute('aria-valuetext')]);
    }
    expect(moved).toEqual([
      [5, '00:00:05'],
      [10, '00:00:10'],
      [70, '00:01:10'],
      [65, '00:01:05'],
      [5, '00:00:05'],
      [0, '00:00:00'],
      [0, '00:00:00'],
    ]);
    await slider.press('End');
    expect(await secondsOf(page)).toBeGreaterThan(72);
    expect(await slider.getAttribute('aria-valuetext')).toBe('00:01:12');
    await slider.press('Home');
    await slider.press('Space');
    expect(await isPaused(page)).toBe(false);
    await slider.press('PageUp');
    expect(await page.getByRole('button', { name: 'Acompanhar áudio' }).isVisible()).toBe(false);
    await slider.press('Space');
    expect(await isPaused(page)).toBe(true);
    const { width } = (await slider.boundingBox())!;
    await slider.click({ position: { x: width / 3, y: 10 } });
    expect((await secondsOf(page)) / 72.4).toBeCloseTo(1 / 3, 1);
    await slider.fill('31.4');
    expect(await secondsOf(page)).toBe(31.4);
  });

  it('leaves the slider to keys that the account has set', async () => {
    await page.route('**/transcriptions/tools', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll('F9', 'PageUp');
      await route.fulfill({ response: answer, body });
    });
    await page.goto(transcript);
    await expect.poll(() => page.locator('[data-total]').innerText()).toBe('00:01:12');
    await page.getByLabel('Posição na gravação').press('PageUp');
    expect(await secondsOf(page)).toBe(5);
  });

  it('goes back a little after any pause, but not from the end of a stretch or of the recording', async () => {
    await expect.poll(() => page.locator('[data-total]').innerText()).toBe('00:01:12');
    /** As the operating system plays and pauses by its keys. @returns how far playback went back, in seconds */
    const playAgain = () =>
      page.evaluate(async () => {
        const audio = document.querySelector('audio')!;
        const from = audio.currentTime;
        const plays = new Promise((resolve) => audio.addEventListener('playing', resolve, { once: true }));
        await audio.play();
        await plays;
        return from - audio.currentTime;
      });
    const pause = () =>
      page.evaluate(async () => {
        const audio = document.querySelector('audio')!;
        const pauses = new Promise((resolve) => audio.addEventListener('pause', resolve, { once: true }));
        audio.pause();
        await pauses;
      });
    const seek = page.getByLabel('Posição na gravação');
    await seek.fill('20');
    expect(await playAgain()).toBeLessThan(0.5);
    await pause();
    expect(await playAgain()).toBeGreaterThan(0.5);
    await pause();
    const paused = await secondsOf(page);
    await page.keyboard.press('F8');
    await expect.poll(() => secondsOf(page)).toBeLessThan(paused - 0.5);
    await pause();
    await seek.fill('30');
    expect(await playAgain()).toBeLessThan(0.5);
    await page.evaluate(() => {
      const clip = Object.assign(document.createElement('a'), { href: '#t=40,40.3' });
      clip.dataset.listen = '';
      document.body.append(clip);
      clip.click();
    });
    await expect.poll(() => isPaused(page)).toBe(true);
    expect(await secondsOf(page)).toBeGreaterThan(40);
    expect(await playAgain()).toBeLessThan(0.5);
    await seek.press('End');
    await expect.poll(() => page.evaluate(() => document.querySelector('audio')!.ended)).toBe(true);
    await page.getByRole('button', { name: 'Reproduzir' }).click();
    await expect.poll(() => secondsOf(page)).toBeLessThan(5);
  });

  it('repeats an utterance, offers finer speeds, and draws the recording', async () => {
    await expect.poll(() => page.locator('[data-total]').innerText()).toBe('00:01:12');
    await page.getByLabel('Posição na gravação').fill('10');
    await page.getByRole('button', { name: 'Repetir a fala' }).click();
    await expect
      .poll(() => page.getByRole('button', { name: 'Repetir a fala' }).getAttribute('aria-pressed'))
      .toBe('true');
    await page.getByLabel('Velocidade de reprodução').selectOption('3');
    await expect.poll(() => page.getByRole('button', { name: 'Velocidade' }).innerText()).toBe('3×');
    const positions: number[] = [];
    await expect
      .poll(async () => {
        positions.push(await secondsOf(page));
        return positions.some((position, index) => position < (positions[index - 1] ?? 0));
      })
      .toBe(true);
    await page.getByRole('button', { name: 'Repetir a fala' }).click();
    await page.getByLabel('Velocidade de reprodução').selectOption('0.75');
    await expect.poll(() => page.getByRole('button', { name: 'Velocidade' }).innerText()).toBe('0,75×');
    await page.locator('canvas[data-drawn]').waitFor();
    const isDrawn = await page.locator('canvas[data-drawn]').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return new Set(data).size > 3;
    });
    expect(isDrawn).toBe(true);
  });

  it('draws the recording in the colours of who speaks when, also after edits', async () => {
    await page.goto(`${transcript}?edit=1`);
    await page.locator('p[contenteditable]').waitFor();
    await page.locator('canvas[data-drawn]').waitFor();
    const { blocks } = await readDraft();
    const places = blocks.slice(0, 3).map(({ startMs, endMs }) => (startMs + endMs) / 2);
    /** Colours of the bars in the middle of the first utterances. */
    const colours = () =>
      page.evaluate((times) => {
        const canvas = document.querySelector('canvas')!;
        const context = canvas.getContext('2d')!;
        const { duration } = document.querySelector('audio')!;
        const middle = canvas.height >> 1;
        return times.map((ms) => {
          const { data } = context.getImageData((ms / 1000 / duration) * canvas.width, middle - 1, 4, 1);
          const at = [0, 4, 8, 12].find((pixel) => data[pixel + 3] !== 0)!;
          return data.slice(at, at + 3).join(' ');
        });
      }, places);
    const [a, b] = await colours();
    expect(b).not.toBe(a);
    expect(await colours()).toEqual([a, b, a]);

    await page.locator('article section > p').nth(1).hover();
    await page.locator('[data-part="block-menu"] [data-tool="speaker"]').click();
    await page.getByLabel('Novo nome').fill('A');
    await page.getByRole('button', { name: 'Alteração única' }).click();
    await expect.poll(colours).toEqual([a, a, a]);
    await page.keyboard.press('Control+z');
    await expect.poll(colours).toEqual([a, b, a]);
    // The time of a deleted utterance belongs to nobody.
    const shares = () => page.locator('ul[data-people]').innerText();
    const before = await shares();
    await page.locator('article section > p').nth(1).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.locator('article section > p').nth(0).click();
    await expect.poll(async () => [a, b].includes((await colours())[1])).toBe(false);
    expect(await shares()).not.toBe(before);
    await page.keyboard.press('Control+z');
    await expect.poll(colours).toEqual([a, b, a]);
    await expect.poll(async () => (await readDraft()).changeIds.length).toBe(4);
    await owner.post(transcript, { intent: 'discard' });
  });

  it('scrolls along with playback until the user scrolls, and again on request', async () => {
    await page.getByRole('button', { name: 'Reproduzir' }).click();
    await page.getByRole('button', { name: 'Pausar' }).waitFor();
    const follow = page.getByRole('button', { name: 'Acompanhar áudio' });
    expect(await follow.isVisible()).toBe(false);
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, 4000);
    await follow.click();
    await expect.poll(() => follow.isVisible()).toBe(false);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(600);
  });

  it('plays low-confidence words one by one while editing, until they are corrected', async () => {
    await lowerConfidence(page, 3);
    await page.goto(`${transcript}?edit=1`);
    await page.locator('p[contenteditable]').waitFor();
    await page.getByRole('button', { name: 'Revisar palavras duvidosas' }).click();
    const count = page.locator('[data-part="review"] [data-count]');
    expect(await count.innerText()).toBe('0 / 3');
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('doubtful')?.size)).toBe(3);
    const selected = () => page.evaluate(() => String(getSelection()));
    /** Presses a button of the panel and waits until the player has played the word and stopped. */
    const expectPlayed = async (button: string, at: string) => {
      await page.getByRole('button', { name: button }).click();
      expect(await count.innerText()).toBe(at);
      const { text, endMs } = lowConfidenceWords[Number(at[0]) - 1]!;
      if (button !== 'Ouvir de novo') await expect.poll(selected).toBe(text);
      await expect.poll(() => isPaused(page)).toBe(false);
      expect(await secondsOf(page)).toBeLessThan(endMs / 1000);
      await expect.poll(() => isPaused(page)).toBe(true);
      expect(Math.abs((await secondsOf(page)) - endMs / 1000 - 0.7)).toBeLessThan(0.5);
    };
    await expectPlayed('Próximo', '1 / 3');
    await expectPlayed('Próximo', '2 / 3');
    await expectPlayed('Ouvir de novo', '2 / 3');
    await expectPlayed('Anterior', '1 / 3');
    await expectPlayed('Anterior', '3 / 3');
    await page.keyboard.type('correto');
    await expectPlayed('Próximo', '1 / 2');
    await page.keyboard.press('Escape');
    expect(await page.locator('[data-part="review"]').count()).toBe(0);
    expect(await page.evaluate(() => CSS.highlights.has('doubtful'))).toBe(false);
  });

  it('copies an utterance, and the whole transcript', async () => {
    await page.locator('article section > p').nth(1).hover();
    await page.getByRole('button', { name: 'Copiar fala' }).click();
    await page.getByText('Transcrição copiada').waitFor();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    expect(await copied()).toMatch(/^Pessoa B 00:00:\d\d\n/);
    await page.getByText('Transcrição copiada').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Copiar tudo' }).click();
    await page.getByText('Transcrição copiada').waitFor();
    expect((await copied()).split('\n\n')).toHaveLength(await page.locator('article section > p').count());
  });

  it('shows an error when the clipboard is denied', async () => {
    await page.context().clearPermissions();
    await page.evaluate(() => {
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error()) });
    });
    await page.getByRole('button', { name: 'Copiar tudo' }).click();
    await page.getByText('Erro ao copiar transcrição').waitFor();
  });
});
