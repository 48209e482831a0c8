import { formatPosition } from '@/app/domain/format/format-duration';
import { fetchPart } from '../ui/fetch-part';
import { find, partAt, textsOf } from '../ui/find-part';
import { Dictation } from './dictation';
import { deleteRecording, loadRecording, storeChunk } from './recording-chunks';
import { RECORDING_KEY } from './recording-key';
import type { AttachBelow } from './show-arrived';
import { RECORDER, RECORDER_BUTTONS, UPLOAD_FORM } from './upload.contract';
import { isUploadLocked, withUploadLock } from './upload-lock';

type Action = keyof typeof RECORDER_BUTTONS;

/** Chunk length: the most that is lost when the tab crashes. */
const CHUNK_MS = 1_000;

const lockOf = (recording: number) => `recording-${recording}`;

export async function openRecorder(form: HTMLFormElement, attachBelow: AttachBelow): Promise<void> {
  new Recorder(form, await fetchPart('/uploads/card', RECORDER.root), attachBelow).show();
}

/** Offers a recording whose tab was closed or crashed before it was sent. */
export async function offerUnsentRecording(form: HTMLFormElement, attachBelow: AttachBelow): Promise<void> {
  const recording = Number(localStorage.getItem(RECORDING_KEY));
  if (await isUploadLocked(lockOf(recording))) return;
  const kept = await loadRecording(recording);
  if (!kept) return deleteRecording(recording);
  const recorder = new Recorder(form, await fetchPart('/uploads/card', RECORDER.root), attachBelow);
  recorder.showUnsent(recording, kept.durationMs);
}

class Recorder {
  readonly #form: HTMLFormElement;
  readonly #root: HTMLElement;
  readonly #attachBelow: AttachBelow;
  readonly #texts: Record<'recording' | 'paused' | 'refused' | 'left' | 'dictations', string>;
  #media: MediaRecorder | null = null;
  #recording = 0;
  #place = 0;
  #heardMs = 0;
  #since = 0;
  #dictation: Dictation | null = null;
  #kept: Promise<unknown> = Promise.resolve();
  readonly #over = new AbortController();

  constructor(form: HTMLFormElement, root: HTMLElement, attachBelow: AttachBelow) {
    this.#form = form;
    this.#root = root;
    this.#attachBelow = attachBelow;
    this.#texts = textsOf(root, RECORDER.root);
    root.addEventListener('click', (event) => {
      const action = partAt(event, RECORDER_BUTTONS);
      if (action === 'start') void this.#start();
      if (action === 'pause' || action === 'resume') this.#pause(action === 'pause');
      if (action === 'use') void this.#use();
      if (action === 'discard') void this.#discard();
    });
  }

  show(): void {
    this.#form.replaceWith(this.#root);
    find(this.#root, RECORDER.heading).focus();
    void this.#start();
  }

  showUnsent(recording: number, durationMs: number): void {
    this.#recording = recording;
    this.#form.before(this.#root);
    this.#offer('use', 'discard');
    this.#say(this.#texts.left);
    find(this.#root, RECORDER.time).textContent = formatPosition(durationMs);
  }

  #say(sentence: string): void {
    find(this.#root, RECORDER.said).textContent = sentence;
  }

  #offer(...actions: Action[]): void {
    for (const action of Object.keys(RECORDER_BUTTONS) as Action[]) {
      find(this.#root, RECORDER_BUTTONS[action]).hidden = !actions.includes(action);
    }
  }

  async #start(): Promise<void> {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => null);
    if (!stream) {
      this.#offer('start', 'discard');
      return this.#say(this.#texts.refused);
    }
    this.#recording = Date.now();
    this.#media = new MediaRecorder(stream);
    this.#media.addEventListener('dataavailable', ({ data }) => this.#keep(data));
    this.#dictation = this.#beginDictation();
    this.#media.start(CHUNK_MS);
    this.#since = Date.now();
    void withUploadLock(lockOf(this.#recording), this.#over.signal, () => new Promise(() => undefined)).catch(
      () => undefined,
    );
    this.#offer('pause', 'use', 'discard');
    this.#say(this.#texts.recording);
  }

  #beginDictation(): Dictation | null {
    const { dictations: address } = this.#texts;
    const language = find(this.#form, UPLOAD_FORM.language).value;
    return address ? new Dictation({ address, language }, (passages) => this.#show(passages)) : null;
  }

  /** Passages that did not change stay, so that only new ones are announced. */
  #show(passages: readonly { text: string }[]): void {
    const heard = find(this.#root, RECORDER.heard);
    for (const [index, { text }] of passages.entries()) {
      const line = heard.children[index] ?? heard.appendChild(document.createElement('p'));
      if (line.textContent !== text) line.textContent = text;
    }
    while (heard.children.length > passages.length) heard.lastElementChild?.remove();
    heard.hidden = passages.length === 0;
  }

  get #lengthMs(): number {
    return this.#heardMs + (this.#media?.state === 'recording' ? Date.now() - this.#since : 0);
  }

  #keep(bytes: Blob): void {
    if (bytes.size === 0) return;
    const untilMs = this.#lengthMs;
    find(this.#root, RECORDER.time).textContent = formatPosition(untilMs);
    this.#dictation?.add(bytes);
    this.#kept = storeChunk({ recording: this.#recording, place: this.#place++, bytes, untilMs });
  }

  #pause(isPaused: boolean): void {
    if (isPaused) {
      this.#heardMs = this.#lengthMs;
      this.#media?.pause();
    } else {
      this.#media?.resume();
      this.#since = Date.now();
    }
    const back = isPaused ? 'resume' : 'pause';
    this.#offer(back, 'use', 'discard');
    find(this.#root, RECORDER_BUTTONS[back]).focus();
    this.#say(this.#texts[isPaused ? 'paused' : 'recording']);
  }

  async #stop(): Promise<void> {
    const media = this.#media;
    if (media && media.state !== 'inactive') {
      this.#heardMs = this.#lengthMs;
      const stopped = new Promise((resolve) => media.addEventListener('stop', resolve));
      media.stop();
      for (const track of media.stream.getTracks()) track.stop();
      await stopped;
    }
    await this.#kept;
    this.#over.abort();
  }

  async #use(): Promise<void> {
    await this.#stop();
    const recording = this.#recording;
    const [kept] = await Promise.all([loadRecording(recording), this.#dictation?.finish()]);
    this.#leave();
    if (!kept) return;
    const { openCard } = await import('./card');
    const files = [{ ...kept, onSent: () => deleteRecording(recording) }];
    await openCard(this.#form, files, { attachBelow: this.#attachBelow });
  }

  async #discard(): Promise<void> {
    await this.#stop();
    void this.#dictation?.discard();
    if (this.#recording) await deleteRecording(this.#recording);
    this.#leave();
    find(this.#form, UPLOAD_FORM.record).focus();
  }

  #leave(): void {
    if (this.#form.isConnected) this.#root.remove();
    else this.#root.replaceWith(this.#form);
  }
}
