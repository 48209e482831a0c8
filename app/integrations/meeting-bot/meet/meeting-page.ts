import type { Page } from 'playwright-core';
import { PAGE_OBJECT, type PageScript, type PageView } from './page-contract';
import { BUTTONS } from './wording';

const ANSWER_MS = 10_000;
const FIELD_MS = 3_000;

/** The window of the page, in which the page script has put its object. */
type ScriptedWindow = Window & { [PAGE_OBJECT]: PageScript };

const NAME_FIELD = 'input[type="text"]:visible, input:not([type]):visible';
const CHAT_FIELD = 'textarea:visible';

/** The meeting's page as the assistant uses it. */
export class MeetingPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** @returns null while the page is on its way to another document, or does not answer */
  look(): Promise<PageView | null> {
    return this.#ask(() => (window as unknown as ScriptedWindow).celesteAssistant.look());
  }

  /** @returns the label of the button; null without such a button */
  press(button: keyof typeof BUTTONS): Promise<string | null> {
    return this.#ask(
      (pattern) => (window as unknown as ScriptedWindow).celesteAssistant.press(pattern),
      BUTTONS[button],
    );
  }

  /** @returns when the recording began, in ms since 1970 */
  record(): Promise<number> {
    return this.#page.evaluate(() => (window as unknown as ScriptedWindow).celesteAssistant.record());
  }

  async stopRecording(): Promise<void> {
    await this.#ask(() => (window as unknown as ScriptedWindow).celesteAssistant.stop());
  }

  async writeName(name: string): Promise<void> {
    const field = this.#page.locator(NAME_FIELD).first();
    const value = await field.inputValue({ timeout: FIELD_MS }).catch(() => null);
    if (value !== null && value !== name)
      await field.fill(name, { timeout: FIELD_MS }).catch(() => undefined);
  }

  async turnDevicesOff(): Promise<void> {
    await this.press('microphoneOff');
    await this.press('cameraOff');
  }

  /** @returns whether the chat took it */
  async writeToChat(line: string): Promise<boolean> {
    const field = this.#page.locator(CHAT_FIELD).first();
    try {
      if (!(await field.isVisible())) await this.press('chat');
      await field.fill(line, { timeout: FIELD_MS });
      await field.press('Enter', { timeout: FIELD_MS });
      return true;
    } catch {
      return false;
    }
  }

  async reload(): Promise<void> {
    await this.#page.reload({ waitUntil: 'commit', timeout: ANSWER_MS }).catch(() => undefined);
  }

  async #ask<Argument, Answer>(
    question: (argument: Argument) => Answer | Promise<Answer>,
    argument?: Argument,
  ): Promise<Answer | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, ANSWER_MS, null);
    });
    const answer = this.#page.evaluate(question as (argument: unknown) => Answer, argument).catch(() => null);
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }
}
