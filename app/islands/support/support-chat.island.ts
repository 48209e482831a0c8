import {
  type BotMessage,
  type Conversation,
  DETAILS,
  handleReply,
  handleSendFailure,
  isChoice,
  parseChoice,
  startConversation,
  THANKS,
  type Turn,
} from '@/app/domain/support/conversation';

import { type ElementOf, find } from '../ui/find-part';
import { type Part, part } from '../ui/part.contract';
import { CHAT } from './support-chat.contract';

/** How long support seems to type each message (specification). */
const TYPING_MS = 1_500;
/** How long after the e-mail was sent the chat closes (specification). */
const CLOSING_MS = 13_500;

/** Turns the support form into a chat that posts it at the end. Returned with errors, it stays a form. */
export default function attach(element: HTMLElement): void {
  const form = element as HTMLFormElement;
  if (form.querySelector('[role="alert"]')) return;
  const { content: template } = form.nextElementSibling as HTMLTemplateElement;
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;

  const copyOf = <Selector extends string>(wanted: Part<Selector>) =>
    find(template, wanted).cloneNode(true) as ElementOf<Selector>;
  const chat = copyOf(CHAT.chat);
  const [log, typing, choices] = [find(chat, CHAT.log), find(chat, CHAT.typing), find(chat, CHAT.choices)];
  const composer = find(chat, CHAT.composer);
  const input = find(composer, CHAT.input);
  const yes = find(choices, CHAT.yes).textContent;
  const no = find(choices, CHAT.no).textContent;

  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement;

  let conversation: Conversation;
  /** Keeps the turns in order. */
  let turnQueue = Promise.resolve();
  let skipDelay = () => {};
  let isHurried = false;

  /** Shows a message after a typing delay, which is skipped when the user has already answered. */
  async function typeMessage(bubble: HTMLElement): Promise<void> {
    typing.hidden = false;
    await new Promise<void>((resolve) => {
      skipDelay = resolve;
      setTimeout(resolve, isHurried || prefersReducedMotion ? 0 : TYPING_MS);
    });
    typing.hidden = true;
    show(bubble);
  }

  function show(bubble: HTMLElement, words?: string): void {
    if (words !== undefined) find(bubble, CHAT.words).textContent = words;
    log.append(bubble);
    log.scrollTop = log.scrollHeight;
  }

  function bubbleFor(line: BotMessage | 'failed'): HTMLElement {
    const bubble = copyOf(part(`[data-line="${line}"]`));
    for (const [detail, text] of Object.entries(conversation.details)) {
      const place = bubble.querySelector(`[data-detail="${detail}"]`);
      if (place) place.textContent = text;
    }
    return bubble;
  }

  async function showTurn({ says, conversation: next }: Turn): Promise<void> {
    conversation = next;
    choices.hidden = true;
    setInput();
    for (const line of says) await typeMessage(bubbleFor(line));
    choices.hidden = !isChoice(conversation);
    if (conversation.step === 'sending') await send();
  }

  function setInput(): void {
    const { step } = conversation;
    const label = template.querySelector(`[data-label="${step}"]`);
    if (label) find(composer, CHAT.label).textContent = label.textContent;
    const own = field(step);
    input.inputMode = own?.type === 'email' ? 'email' : 'text';
    for (const name of ['autocomplete', 'autocapitalize', 'maxlength']) {
      input.setAttribute(name, own?.getAttribute(name) ?? '');
    }
  }

  function submitAnswer(words: string, choice?: string): void {
    if (conversation.step === 'sending') return;
    isHurried = true;
    skipDelay();
    turnQueue = turnQueue.then(() => {
      isHurried = false;
      show(copyOf(CHAT.said), words);
      const typed = isChoice(conversation) ? parseChoice(words, { yes, no }) : words;
      return showTurn(handleReply(conversation, choice ?? typed));
    });
  }

  async function send(): Promise<void> {
    for (const [detail, text] of Object.entries(conversation.details)) field(detail).value = text;
    const problem = await post(form).catch(() => ({ wrong: undefined, reason: undefined }));
    if (problem) {
      const bubble = bubbleFor('failed');
      if (problem.reason) find(bubble, CHAT.words).textContent = problem.reason;
      await typeMessage(bubble);
      return showTurn(handleSendFailure(conversation, problem.wrong));
    }
    setTimeout(close, CLOSING_MS);
    for (const line of THANKS) await typeMessage(bubbleFor(line));
    log.focus();
    composer.hidden = true;
  }

  function close(): void {
    const dialog = chat.closest('dialog');
    if (dialog) dialog.close();
    else location.assign(form.action);
  }

  composer.addEventListener('submit', (event) => {
    event.preventDefault();
    const words = input.value.trim();
    if (!words) return;
    input.value = '';
    submitAnswer(words);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    composer.requestSubmit();
  });
  choices.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('button');
    if (!button) return;
    input.focus();
    submitAnswer(button.textContent, button.value);
  });

  log.tabIndex = 0;
  input.autofocus = true;
  form.replaceWith(chat);
  turnQueue = showTurn(startConversation(DETAILS.filter((detail) => field(detail))));
}

/** @returns the reason of a rejection and the id of the invalid field; null on success */
async function post(
  form: HTMLFormElement,
): Promise<{ wrong: string | undefined; reason: string | undefined } | null> {
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  const answer = await fetch(form.action, { method: 'POST', body, headers: { 'X-Dialog': '1' } });
  const elsewhere = answer.headers.get('X-Location');
  if (elsewhere) {
    // Consumes the toast meant for the next page: the chat shows the message itself.
    await fetch(elsewhere);
    return null;
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const [used, unused] = [form, fresh].map((each) =>
    each.querySelector<HTMLInputElement>('[name="submissionId"]'),
  );
  if (used && unused) used.value = unused.value;
  const wrong = fresh.querySelector('[aria-invalid]')?.id;
  const reason = wrong ? fresh.getElementById(`${wrong}-error`) : fresh.querySelector('[role="alert"] p');
  return { wrong, reason: reason?.textContent?.trim() };
}
