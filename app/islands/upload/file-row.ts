import { formatBytes } from '@/app/domain/format/format-bytes';
import { formatPosition } from '@/app/domain/format/format-duration';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { splitFileName } from '@/app/domain/format/split-file-name';
import { find } from '../ui/find-part';
import type { ChosenFile, ReadableHandle } from './chosen-file';
import type { RecordingOptions, Sender } from './sender';
import { CARD_BUTTONS, FILE_ROW } from './upload.contract';

type RowState =
  | 'ready'
  /** To be sent, after the one that is being sent. */
  | 'waiting'
  | 'sending'
  | 'paused'
  | 'sent'
  | 'rejected';

/** One file of the card, with its line. */
export class FileRow {
  readonly element: HTMLElement;
  readonly handle: ReadableHandle | undefined;
  readonly onSent: (() => Promise<void>) | undefined;
  /** Aborts the preparation when the file is removed from the card. */
  readonly removed = new AbortController();
  file: File;
  state: RowState = 'ready';
  /** Null when this browser cannot measure it; undefined while it is being measured. */
  durationMs: number | null | undefined;
  sender: Sender | null = null;

  constructor(element: HTMLElement, { file, handle, onSent }: ChosenFile) {
    this.element = element;
    this.file = file;
    this.handle = handle;
    this.onSent = onSent;
    find(element, FILE_ROW.name).title = file.name;
    for (const part of [FILE_ROW.remove, FILE_ROW.pause, FILE_ROW.resume, FILE_ROW.exception]) {
      const button = find(element, part);
      button.setAttribute('aria-label', `${button.textContent} ${file.name}`);
    }
    find(element, FILE_ROW.progress).setAttribute('aria-label', file.name);
    this.describe();
  }

  describe(): void {
    const [start, end] = splitFileName(this.file.name);
    find(this.element, FILE_ROW.nameStart).textContent = start;
    find(this.element, FILE_ROW.nameEnd).textContent = end;
    const language = toInterfaceLanguage(document.documentElement.lang);
    find(this.element, FILE_ROW.size).textContent = formatBytes(this.file.size, language);
  }

  /** @param unmeasured shown instead of a duration that cannot be read */
  showDuration(durationMs: number | null, unmeasured: string): void {
    this.durationMs = durationMs;
    const text = durationMs === null ? unmeasured : formatPosition(durationMs);
    find(this.element, FILE_ROW.duration).textContent = text;
  }

  /** The card's, unless the row says otherwise. */
  optionsOr(common: RecordingOptions): RecordingOptions {
    return {
      language: find(this.element, FILE_ROW.language).value || common.language,
      speakers: find(this.element, FILE_ROW.speakers).value || common.speakers,
    };
  }

  /** Says of the file what the card says of all. */
  clearOptions(): void {
    find(this.element, FILE_ROW.language).value = '';
    find(this.element, FILE_ROW.speakers).value = '';
  }

  toggleOptions(): void {
    const options = find(this.element, FILE_ROW.options);
    options.hidden = !options.hidden;
    const button = find(this.element, CARD_BUTTONS.exception);
    button.setAttribute('aria-expanded', String(!options.hidden));
    if (!options.hidden) find(options, FILE_ROW.language).focus();
  }

  /** @param canDiffer whether its language and speakers can be said apart from those of the other files */
  showButtons(canDiffer: boolean): void {
    const { state } = this;
    const exception = find(this.element, FILE_ROW.exception);
    exception.hidden = !(canDiffer && state === 'ready');
    if (exception.hidden) {
      find(this.element, FILE_ROW.options).hidden = true;
      exception.setAttribute('aria-expanded', 'false');
    }
    find(this.element, FILE_ROW.pause).hidden = !(state === 'waiting' || state === 'sending');
    find(this.element, FILE_ROW.resume).hidden = state !== 'paused';
    find(this.element, FILE_ROW.remove).hidden = state === 'sent';
  }

  /** @param percent of what the news are about; unchanged when absent */
  tell(news: string, percent?: number): void {
    const line = find(this.element, FILE_ROW.news);
    line.hidden = false;
    find(line, FILE_ROW.newsText).textContent = news;
    if (percent !== undefined) find(line, FILE_ROW.progress).value = percent;
  }

  hideNews(): void {
    find(this.element, FILE_ROW.news).hidden = true;
  }

  reject(message: string): void {
    this.state = 'rejected';
    const error = find(this.element, FILE_ROW.error);
    error.textContent = message;
    error.hidden = false;
    this.hideNews();
  }
}
