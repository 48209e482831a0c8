import { formatBytes } from '@/app/domain/format/format-bytes';
import { formatPosition } from '@/app/domain/format/format-duration';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { truncateTitle } from '@/app/domain/format/truncate-title';
import {
  extensionOf,
  isSupportedFileName,
  titleFromFileName,
} from '@/app/domain/transcription/recording-file';
import { REFRESHED_LIST } from '../library/refresh-list.contract';
import { fetchPart } from '../ui/fetch-part';
import { find, partAt, textsOf } from '../ui/find-part';
import type { ChosenFile } from './chosen-file';
import { deleteHandle, storeHandle } from './file-handles';
import { NoSound, prepare } from './prepare';
import { Cancelled, Sender } from './sender';
import { CARD_BUTTONS, FILE_ROW, UPLOAD_CARD, UPLOAD_FORM } from './upload.contract';
import { UploadRejected } from './uploader';

const SHORT_NAME = { desktop: 18, mobile: 10 };
const ANNOUNCE_EVERY_PERCENT = 25;

interface Row extends Omit<ChosenFile, 'durationMs'> {
  element: HTMLElement;
  /** Null when this browser cannot measure it; undefined while it is being measured. */
  durationMs: number | null | undefined;
  isRejected: boolean;
  isDone: boolean;
  /** Aborts the preparation when the file is removed from the card. */
  removed: AbortController;
}

/**
 * Rejects, with the form unchanged, when the card does not load.
 * @param isSent whether the form was submitted meanwhile: the card then sends the files, if it can
 */
export async function openCard(
  form: HTMLFormElement,
  files: ChosenFile[],
  isSent: () => boolean = () => false,
): Promise<void> {
  const card = new Card(form, await fetchPart('/uploads/card', UPLOAD_CARD.root));
  card.show(files, isSent());
}

class Card {
  readonly #form: HTMLFormElement;
  readonly #root: HTMLElement;
  readonly #texts: Record<(typeof UPLOAD_CARD.root.texts)[number], string>;
  #rows: Row[] = [];
  #sender: Sender | null = null;
  #isPaused = false;
  #sendsWhenMeasured = false;

  constructor(form: HTMLFormElement, root: HTMLElement) {
    this.#form = form;
    this.#root = root;
    this.#texts = textsOf(root, UPLOAD_CARD.root);
    this.#language.value = find(form, UPLOAD_FORM.language).value;
    this.#speakers.value = find(form, UPLOAD_FORM.speakers).value;
    root.addEventListener('click', (event) => this.#act(event));
  }

  show(files: ChosenFile[], isSent: boolean): void {
    this.#sendsWhenMeasured = isSent;
    this.#form.replaceWith(this.#root);
    this.#root.closest('details')?.setAttribute('open', '');
    for (const chosen of files) this.#add(chosen);
    find(this.#root, UPLOAD_CARD.heading).focus();
    this.#update();
  }

  get #language(): HTMLSelectElement {
    return find(this.#root, UPLOAD_CARD.language);
  }

  get #speakers(): HTMLInputElement {
    return find(this.#root, UPLOAD_CARD.speakers);
  }

  #part(name: Exclude<keyof typeof UPLOAD_CARD, 'root' | 'row' | 'language' | 'speakers'>): HTMLElement {
    return find(this.#root, UPLOAD_CARD[name]);
  }

  #button(name: keyof typeof CARD_BUTTONS): HTMLButtonElement {
    return find(this.#root, CARD_BUTTONS[name]);
  }

  #act(event: Event): void {
    const action = partAt(event, CARD_BUTTONS);
    if (action === 'back') this.#close();
    if (action === 'send' || action === 'store') void this.#send();
    if (action === 'pause' || action === 'resume') this.#pause(action === 'pause');
    if (action === 'cancel') void this.#sender?.cancel();
    if (action === 'remove')
      this.#remove(this.#rows.findIndex(({ element }) => element.contains(event.target as Node)));
  }

  #add({ file, durationMs, ...chosen }: ChosenFile): void {
    const { content } = find(this.#root, UPLOAD_CARD.row);
    const element = find(content.cloneNode(true) as DocumentFragment, FILE_ROW.root);
    const state = { durationMs: undefined, isRejected: false, isDone: false, removed: new AbortController() };
    const row: Row = { ...chosen, file, element, ...state };
    const device = matchMedia('(max-width: 768px)').matches ? 'mobile' : 'desktop';
    const name = find(element, FILE_ROW.name);
    name.textContent = truncateTitle(titleFromFileName(file.name), SHORT_NAME[device]);
    name.title = file.name;
    const remove = find(element, FILE_ROW.remove);
    remove.setAttribute('aria-label', `${remove.textContent} ${file.name}`);
    find(element, FILE_ROW.progress).setAttribute('aria-label', file.name);
    this.#describe(row);
    this.#part('files').append(element);
    this.#rows.push(row);
    this.#refuseUnseen(row);
    if (durationMs !== undefined) this.#measured(row, durationMs);
    else void this.#prepare(row);
  }

  /** Measures the duration and checks for sound; may replace the file with a lighter one. */
  async #prepare(row: Row): Promise<void> {
    const texts = this.#texts;
    const events = {
      checking: () => this.#tell(row, texts.looking, 0),
      converting: (fraction: number | null) =>
        this.#tell(row, texts.converting, fraction === null ? undefined : Math.floor(fraction * 100)),
    };
    try {
      const { file, durationMs } = await prepare(row.file, events, row.removed.signal);
      row.file = file;
      this.#describe(row);
      find(row.element, FILE_ROW.news).hidden = true;
      this.#measured(row, durationMs);
    } catch (error) {
      if (error instanceof NoSound) {
        this.#refuse(row, texts.noAudio);
        this.#measured(row, null);
      } else if (!row.removed.signal.aborted) throw error;
    }
  }

  #describe({ file, element }: Row): void {
    const language = toInterfaceLanguage(document.documentElement.lang);
    find(element, FILE_ROW.format).textContent = extensionOf(file.name).slice(1).toUpperCase();
    find(element, FILE_ROW.size).textContent = formatBytes(file.size, language);
  }

  #measured(row: Row, durationMs: number | null): void {
    row.durationMs = durationMs;
    const unmeasured = row.isRejected ? '–' : this.#texts.durationUnknown;
    const duration = durationMs === null ? unmeasured : formatPosition(durationMs);
    find(row.element, FILE_ROW.duration).textContent = duration;
    const { maxMs, trialMs, tooLong, trialTooLong } = this.#texts;
    if (durationMs !== null && durationMs > Number(maxMs)) this.#refuse(row, tooLong);
    else if (durationMs !== null && trialMs && durationMs > Number(trialMs)) this.#refuse(row, trialTooLong);
    this.#update();
  }

  #refuseUnseen(row: Row): void {
    const { unsupported, invalid, tooLarge, maxBytes } = this.#texts;
    if (!isSupportedFileName(row.file.name)) this.#refuse(row, unsupported);
    else if (row.file.size === 0) this.#refuse(row, invalid);
    else if (row.file.size > Number(maxBytes)) this.#refuse(row, tooLarge);
  }

  #refuse(row: Row, message: string): void {
    row.isRejected = true;
    const error = find(row.element, FILE_ROW.error);
    error.textContent = message;
    error.hidden = false;
    find(row.element, FILE_ROW.news).hidden = true;
  }

  #remove(index: number): void {
    const [row] = this.#rows.splice(index, 1);
    row?.removed.abort();
    row?.element.remove();
    if (this.#rows.length === 0) this.#close();
    else this.#settle();
  }

  /** After a change of the list: moves the focus, since the pressed button may be gone. */
  #settle(): void {
    this.#update();
    find(this.#root, UPLOAD_CARD.heading).focus();
  }

  #close(): void {
    for (const { removed } of this.#rows) removed.abort();
    this.#root.replaceWith(this.#form);
    const input = find(this.#form, UPLOAD_FORM.file);
    input.value = '';
    input.focus();
  }

  #update(): void {
    const open = this.#rows.filter(({ isRejected, isDone }) => !isRejected && !isDone);
    const neededMs = open.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0);
    const isMeasured = open.every(({ durationMs }) => durationMs !== undefined);
    const isShort = neededMs > Number(this.#texts.balanceMs);
    this.#part('insufficient').hidden = !isShort;
    this.#part('tooMany').hidden = open.length < 2;
    const hasStored = this.#texts.hasStored !== '';
    this.#part('hasStored').hidden = !hasStored;
    this.#button('store').hidden = !(isShort && open.length === 1) || hasStored;
    const canSend = open.length > 0 && isMeasured && !isShort;
    this.#button('send').disabled = !canSend;
    const isUnread = open.some(({ durationMs }) => durationMs === null);
    this.#button('send').textContent = isUnread ? this.#texts.submitAnyway : this.#texts.submit;
    if (!this.#sendsWhenMeasured || !isMeasured) return;
    this.#sendsWhenMeasured = false;
    if (canSend) void this.#send();
  }

  #pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (isPaused) this.#sender?.pause();
    else this.#sender?.resume();
    this.#button('pause').hidden = isPaused;
    this.#button('resume').hidden = !isPaused;
    this.#button(isPaused ? 'resume' : 'pause').focus();
    this.#say(isPaused ? this.#texts.paused : this.#texts.sending);
  }

  async #send(): Promise<void> {
    const waiting = this.#rows.filter(({ isRejected }) => !isRejected);
    this.#setUnderWay(true);
    for (const row of waiting) this.#tell(row, this.#texts.waiting, 0);
    try {
      for (const row of waiting) await this.#sendOne(row);
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    } finally {
      this.#setUnderWay(false);
    }
    if (this.#rows.every(({ isDone }) => isDone)) location.assign('/transcriptions');
    else this.#rest();
  }

  /** @throws Cancelled */
  async #sendOne(row: Row): Promise<void> {
    let saidPercent = 0;
    let news = this.#texts.sending;
    const language = this.#language.value;
    let begun = '';
    const sender = new Sender(row.file, {
      started: (address) => {
        begun = address;
        if (row.handle) void storeHandle({ address, handle: row.handle, language });
      },
      progress: (fraction) => {
        const percent = Math.floor(fraction * 100);
        this.#tell(row, this.#isPaused ? this.#texts.paused : `${news} ${percent}%`, percent);
        if (percent < saidPercent + ANNOUNCE_EVERY_PERCENT) return;
        saidPercent = percent - (percent % ANNOUNCE_EVERY_PERCENT);
        this.#say(`${row.file.name}: ${saidPercent}%`);
      },
      resumed: () => {
        news = this.#texts.resumed;
        this.#say(news);
      },
      offline: () => {
        this.#tell(row, this.#texts.offline);
        this.#say(this.#texts.offline);
      },
    });
    this.#sender = sender;
    this.#tell(row, news, 0);
    try {
      await sender.send({ language, speakers: this.#speakers.value }, () =>
        this.#tell(row, this.#texts.checking, 100),
      );
      row.isDone = true;
      await deleteHandle(begun);
      await row.onSent?.();
      this.#tell(row, this.#texts.done, 100);
      // The list, if the page has one, and the balance show it at once.
      document.querySelector(REFRESHED_LIST.root.selector)?.dispatchEvent(new Event('posted'));
    } catch (error) {
      if (!(error instanceof UploadRejected)) throw error;
      this.#refuse(row, error.message || this.#texts.failed);
    } finally {
      this.#sender = null;
    }
  }

  /** Removes the files that have arrived, so that the rest can be sent again or removed. */
  #rest(): void {
    for (const row of this.#rows.filter(({ isDone }) => isDone)) row.element.remove();
    this.#rows = this.#rows.filter(({ isDone }) => !isDone);
    for (const { element } of this.#rows) find(element, FILE_ROW.news).hidden = true;
    this.#settle();
  }

  #setUnderWay(isUnderWay: boolean): void {
    this.#part('choosing').hidden = isUnderWay;
    this.#part('underWay').hidden = !isUnderWay;
    this.#part('options').hidden = isUnderWay;
    for (const { element } of this.#rows) find(element, FILE_ROW.remove).hidden = isUnderWay;
    if (isUnderWay) {
      window.addEventListener('beforeunload', warnBeforeUnload);
      this.#isPaused = false;
      this.#button('pause').hidden = false;
      this.#button('resume').hidden = true;
      this.#button('pause').focus();
    } else window.removeEventListener('beforeunload', warnBeforeUnload);
  }

  #tell(row: Row, news: string, percent?: number): void {
    const line = find(row.element, FILE_ROW.news);
    line.hidden = false;
    find(line, FILE_ROW.newsText).textContent = news;
    if (percent !== undefined) find(line, FILE_ROW.progress).value = percent;
  }

  #say(sentence: string): void {
    this.#part('said').textContent = sentence;
  }
}

/** Received bytes are not lost, but the rest waits until the file is chosen again. */
const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
