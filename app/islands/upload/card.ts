import { isSupportedFileName } from '@/app/domain/transcription/recording-file';
import { fetchPart } from '../ui/fetch-part';
import { find, partAt, textsOf } from '../ui/find-part';
import type { ChosenFile } from './chosen-file';
import { deleteHandle, storeHandle } from './file-handles';
import { FileRow } from './file-row';
import { NoSound, prepare } from './prepare';
import { Cancelled, Sender } from './sender';
import { type AttachBelow, showArrived } from './show-arrived';
import { CARD_BUTTONS, FILE_ROW, UPLOAD_CARD, UPLOAD_FORM } from './upload.contract';
import { UploadRejected } from './uploader';

const ANNOUNCE_EVERY_PERCENT = 25;

interface Opening {
  attachBelow: AttachBelow;
  /** Whether the form was submitted meanwhile: the card then sends the files, if it can. */
  isSubmitted?: () => boolean;
}

let current: Card | null = null;

/**
 * Adds files to the card, which replaces the form. Rejects, with the form unchanged, when the card does not
 * load.
 */
export async function openCard(
  form: HTMLFormElement,
  files: ChosenFile[],
  { attachBelow, isSubmitted = () => false }: Opening,
): Promise<void> {
  if (!current?.isOpen) {
    const root = await fetchPart('/uploads/card', UPLOAD_CARD.root);
    // Another choice may have opened it meanwhile, or the recorder stands in the form's place.
    if (form.isConnected) current = new Card(form, root, attachBelow);
  }
  if (current?.isOpen) current.add(files, isSubmitted());
}

class Card {
  readonly #form: HTMLFormElement;
  readonly #root: HTMLElement;
  readonly #attachBelow: AttachBelow;
  readonly #texts: Record<(typeof UPLOAD_CARD.root.texts)[number], string>;
  #rows: FileRow[] = [];
  #isUnderWay = false;
  #sendsWhenMeasured = false;

  constructor(form: HTMLFormElement, root: HTMLElement, attachBelow: AttachBelow) {
    this.#form = form;
    this.#root = root;
    this.#attachBelow = attachBelow;
    this.#texts = textsOf(root, UPLOAD_CARD.root);
    find(root, UPLOAD_CARD.language).value = find(form, UPLOAD_FORM.language).value;
    find(root, UPLOAD_CARD.speakers).value = find(form, UPLOAD_FORM.speakers).value;
    root.addEventListener('click', (event) => this.#act(event));
    form.replaceWith(root);
    root.closest('details')?.setAttribute('open', '');
    find(root, UPLOAD_CARD.heading).focus();
  }

  get isOpen(): boolean {
    return this.#root.isConnected;
  }

  /** @param isSubmitted sends them as soon as they are measured */
  add(files: ChosenFile[], isSubmitted: boolean): void {
    this.#sendsWhenMeasured ||= isSubmitted;
    for (const chosen of files) this.#addRow(chosen);
    this.#update();
  }

  #part(name: Exclude<keyof typeof UPLOAD_CARD, 'root' | 'row' | 'language' | 'speakers'>): HTMLElement {
    return find(this.#root, UPLOAD_CARD[name]);
  }

  #button(name: 'send' | 'store'): HTMLButtonElement {
    return find(this.#root, CARD_BUTTONS[name]);
  }

  #act(event: Event): void {
    const action = partAt(event, CARD_BUTTONS);
    if (action === 'back') this.#close();
    if (action === 'add') find(this.#form, UPLOAD_FORM.file).click();
    if (action === 'send' || action === 'store') this.#send();
    if (action === 'cancel') this.#cancel();
    const row = this.#rows.find(({ element }) => element.contains(event.target as Node));
    if (!row) return;
    if (action === 'exception') row.toggleOptions();
    if (action === 'pause') this.#pause(row);
    if (action === 'resume') this.#resume(row);
    if (action === 'remove') this.#remove(row);
  }

  #addRow({ durationMs, ...chosen }: ChosenFile): void {
    const { content } = find(this.#root, UPLOAD_CARD.row);
    const element = find(content.cloneNode(true) as DocumentFragment, FILE_ROW.root);
    const row = new FileRow(element, chosen);
    this.#part('files').append(element);
    this.#rows.push(row);
    this.#rejectUnseen(row);
    if (durationMs !== undefined) this.#measured(row, durationMs);
    else void this.#prepare(row);
  }

  /** Measures the duration and checks for sound; may replace the file with a lighter one. */
  async #prepare(row: FileRow): Promise<void> {
    const texts = this.#texts;
    const events = {
      checking: () => row.tell(texts.looking, 0),
      converting: (fraction: number | null) =>
        row.tell(texts.converting, fraction === null ? undefined : Math.floor(fraction * 100)),
    };
    try {
      const { file, durationMs } = await prepare(row.file, events, row.removed.signal);
      row.file = file;
      row.describe();
      row.hideNews();
      this.#measured(row, durationMs);
    } catch (error) {
      if (error instanceof NoSound) {
        row.reject(texts.noAudio);
        this.#measured(row, null);
      } else if (!row.removed.signal.aborted) throw error;
    }
  }

  #measured(row: FileRow, durationMs: number | null): void {
    row.showDuration(durationMs, row.state === 'rejected' ? '–' : this.#texts.durationUnknown);
    const { maxMs, trialMs, tooLong, trialTooLong } = this.#texts;
    if (durationMs !== null && durationMs > Number(maxMs)) row.reject(tooLong);
    else if (durationMs !== null && trialMs && durationMs > Number(trialMs)) row.reject(trialTooLong);
    this.#update();
  }

  #rejectUnseen(row: FileRow): void {
    const { unsupported, invalid, tooLarge, maxBytes } = this.#texts;
    if (!isSupportedFileName(row.file.name)) row.reject(unsupported);
    else if (row.file.size === 0) row.reject(invalid);
    else if (row.file.size > Number(maxBytes)) row.reject(tooLarge);
  }

  #remove(row: FileRow): void {
    row.removed.abort();
    void row.sender?.cancel();
    row.element.remove();
    this.#rows = this.#rows.filter((other) => other !== row);
    if (this.#rows.length === 0) {
      this.#close();
      return;
    }
    // A single file has no others to differ from, and no button that shows how it did.
    const [only, ...others] = this.#rows;
    if (others.length === 0 && !this.#isUnderWay) only?.clearOptions();
    this.#settle();
    // One that is being sent goes on by its cancellation.
    if (this.#isUnderWay && !row.sender) this.#sendNext();
  }

  /** After a change of the list: moves the focus, since the pressed button may be gone. */
  #settle(): void {
    this.#update();
    find(this.#root, UPLOAD_CARD.heading).focus();
  }

  #close(): void {
    for (const { removed } of this.#rows) removed.abort();
    this.#setUnderWay(false);
    this.#root.replaceWith(this.#form);
    const input = find(this.#form, UPLOAD_FORM.file);
    input.value = '';
    input.focus();
  }

  #update(): void {
    const open = this.#rows.filter(({ state }) => state === 'ready');
    for (const row of this.#rows) row.showButtons(this.#rows.length > 1 && !this.#isUnderWay);
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
    if (canSend) this.#send();
  }

  #send(): void {
    const ready = this.#rows.filter(({ state }) => state === 'ready');
    this.#setUnderWay(true);
    for (const row of ready) {
      row.state = 'waiting';
      row.tell(this.#texts.waiting, 0);
    }
    this.#update();
    this.#sendNext();
    const first = ready[0] && find(ready[0].element, FILE_ROW.pause);
    first?.focus();
  }

  /** One file at a time; a paused one lets the others go first. */
  #sendNext(): void {
    if (this.#rows.some(({ state }) => state === 'sending')) return;
    const next = this.#rows.find(({ state }) => state === 'waiting');
    if (next?.sender) {
      next.state = 'sending';
      next.sender.resume();
    } else if (next) void this.#sendOne(next);
    else if (!this.#rows.some(({ state }) => state === 'paused')) this.#end();
    this.#update();
  }

  #pause(row: FileRow): void {
    row.state = 'paused';
    row.sender?.pause();
    row.tell(this.#texts.paused);
    this.#say(this.#texts.paused);
    this.#sendNext();
    find(row.element, FILE_ROW.resume).focus();
  }

  #resume(row: FileRow): void {
    row.state = 'waiting';
    row.tell(this.#texts.waiting);
    this.#say(this.#texts.sending);
    this.#sendNext();
    find(row.element, FILE_ROW.pause).focus();
  }

  #cancel(): void {
    for (const row of this.#rows) {
      if (row.state === 'waiting' || row.state === 'paused') row.state = 'ready';
      void row.sender?.cancel();
    }
    this.#sendNext();
  }

  async #sendOne(row: FileRow): Promise<void> {
    let saidPercent = 0;
    let news = this.#texts.sending;
    const options = row.optionsOr({
      language: find(this.#root, UPLOAD_CARD.language).value,
      speakers: find(this.#root, UPLOAD_CARD.speakers).value,
    });
    let begun = '';
    const sender = new Sender(row.file, options, {
      started: (address) => {
        begun = address;
        if (row.handle) void storeHandle({ address, handle: row.handle, language: options.language });
      },
      progress: (fraction) => {
        if (row.state !== 'sending') return;
        const percent = Math.floor(fraction * 100);
        row.tell(`${news} ${percent}%`, percent);
        if (percent < saidPercent + ANNOUNCE_EVERY_PERCENT) return;
        saidPercent = percent - (percent % ANNOUNCE_EVERY_PERCENT);
        this.#say(`${row.file.name}: ${saidPercent}%`);
      },
      resumed: () => {
        news = this.#texts.resumed;
        this.#say(news);
      },
      offline: () => {
        row.tell(this.#texts.offline);
        this.#say(this.#texts.offline);
      },
    });
    row.sender = sender;
    row.state = 'sending';
    row.tell(news, 0);
    try {
      await sender.send(() => row.tell(this.#texts.checking, 100));
      row.state = 'sent';
      await deleteHandle(begun);
      await row.onSent?.();
      row.tell(this.#texts.done, 100);
      void showArrived(this.#attachBelow);
    } catch (error) {
      if (error instanceof UploadRejected) row.reject(error.message || this.#texts.failed);
      else if (error instanceof Cancelled) row.state = 'ready';
      else throw error;
    } finally {
      row.sender = null;
      this.#sendNext();
    }
  }

  /** Leads to the list; files that have not arrived stay, to be sent again or removed. */
  #end(): void {
    if (!this.#isUnderWay) return;
    this.#setUnderWay(false);
    if (this.#rows.every(({ state }) => state === 'sent')) {
      location.assign('/transcriptions');
      return;
    }
    for (const row of this.#rows) {
      row.hideNews();
      if (row.state === 'sent') row.element.remove();
    }
    this.#rows = this.#rows.filter(({ state }) => state !== 'sent');
    this.#settle();
  }

  #setUnderWay(isUnderWay: boolean): void {
    this.#isUnderWay = isUnderWay;
    this.#part('choosing').hidden = isUnderWay;
    this.#part('underWay').hidden = !isUnderWay;
    this.#part('options').hidden = isUnderWay;
    if (isUnderWay) window.addEventListener('beforeunload', warnBeforeUnload);
    else window.removeEventListener('beforeunload', warnBeforeUnload);
  }

  #say(sentence: string): void {
    this.#part('said').textContent = sentence;
  }
}

/** Received bytes are not lost, but the rest waits until the file is chosen again. */
const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
