import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { VisitEnd } from '../port';
import { enterCall } from './enter';
import { launchBrowser, ownChildren } from './launch';
import { MeetingPage } from './meeting-page';
import { Observer } from './observe';
import { BINDINGS, type Sample } from './page-contract';
import { pageScript } from './page-script';
import { PieceWriter } from './piece-writer';
import { stayInCall } from './stay';
import { type ChildState, FAREWELL_MS, type VisitTask } from './task';

const CLOSE_MS = 5_000;
const RETRY_MS = 1_000;
/** A recorder gives a chunk each second. */
const STALL_MS = 20_000;

export interface Attendance {
  onBrowser(pid: number): void;
  onState(state: ChildState): void;
  /** Leaves at once when aborted; its reason is a `VisitEnd`. */
  signal: AbortSignal;
}

/** Attends a meeting with a browser of its own, which has ended when this resolves. */
export async function attend(task: VisitTask, attendance: Attendance): Promise<VisitEnd> {
  const context = await launchBrowser(task);
  for (const pid of await ownChildren()) attendance.onBrowser(pid);
  const visit = new Visit(task, attendance);
  try {
    return await visit.run(context);
  } finally {
    const closing = context.browser()?.close() ?? context.close();
    await Promise.race([closing.catch(() => undefined), sleep(CLOSE_MS)]);
  }
}

class Visit {
  readonly #task: VisitTask;
  readonly #attendance: Attendance;
  /** Cuts whatever goes on short. */
  readonly #cut = new AbortController();
  readonly #ownIds = new Set<string>();
  #writer: PieceWriter | undefined;
  #observer: Observer | undefined;
  #isOpen = false;
  #chunkAt = 0;
  #hasReloaded = false;

  constructor(task: VisitTask, attendance: Attendance) {
    this.#task = task;
    this.#attendance = attendance;
  }

  async run(context: BrowserContext): Promise<VisitEnd> {
    const { signal } = this.#attendance;
    const cut = new Promise<VisitEnd>((resolve) => {
      this.#cut.signal.addEventListener('abort', () => resolve(this.#cut.signal.reason), { once: true });
    });
    const stop = () => this.#cut.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const limit = setTimeout(() => this.#end({ reason: 'time-limit' }), this.#task.leaveAt - Date.now());
    const page = await this.#prepare(context);
    const meeting = new MeetingPage(page);
    try {
      const visited = this.#visit(page, meeting).catch(
        (error: Error): VisitEnd => ({ reason: 'crashed', detail: firstLine(error) }),
      );
      const end = await Promise.race([cut, visited]);
      this.#end(end);
      if (this.#isOpen) await this.#sayFarewell(meeting);
      return end;
    } finally {
      clearTimeout(limit);
      this.#observer?.close();
      await this.#writer?.close();
    }
  }

  #end(end: VisitEnd): void {
    this.#cut.abort(end);
  }

  async #prepare(context: BrowserContext): Promise<Page> {
    const crash = (detail: string) => this.#end({ reason: 'crashed', detail });
    context.on('close', () => crash('the browser ended'));
    context.browser()?.on('disconnected', () => crash('the browser ended'));
    await context.exposeBinding(BINDINGS.chunk, (_source, chunk: string) => {
      this.#chunkAt = performance.now();
      this.#writer?.addSound(Buffer.from(chunk, 'base64'));
    });
    await context.exposeBinding(BINDINGS.samples, (_source, samples: Sample[]) => {
      for (const sample of samples) this.#observer?.add(sample);
    });
    await context.addInitScript({ content: pageScript() });
    const page = context.pages()[0] ?? (await context.newPage());
    page.on('crash', () => crash('the page crashed'));
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    page.on('domcontentloaded', () => {
      this.#hasReloaded = this.#writer !== undefined;
    });
    return page;
  }

  async #visit(page: Page, meeting: MeetingPage): Promise<VisitEnd> {
    const { onState } = this.#attendance;
    onState({ phase: 'entering' });
    const unreached = await this.#open(page);
    if (unreached) return unreached;
    const { signal } = this.#cut;
    const refused = await enterCall(meeting, this.#task, {
      ownIds: this.#ownIds,
      signal,
      onLobby: (lastsUntil) => onState({ phase: 'lobby', lastsUntil }),
    });
    if (refused) return refused;
    const startedAt = await this.#record(meeting);
    const { unheard } = this.#task.durations;
    return stayInCall(meeting, {
      self: this.#self,
      durations: this.#task.durations,
      announcement: this.#task.announcement,
      heardAt: () => this.#observer!.heardAt,
      lost: () => this.#lost(),
      isUnheard: () => Date.now() - this.#observer!.heardAt >= unheard && this.#observer!.seesSpeech,
      onPresence: (presence) => onState({ phase: 'recording', since: startedAt, ...presence }),
      signal,
    });
  }

  /** A page that goes on without its recorder would make a recording that only looks whole. */
  #lost(): string | null {
    if (this.#hasReloaded) return 'the page loaded anew';
    return performance.now() - this.#chunkAt > STALL_MS ? 'the recorder gave nothing more' : null;
  }

  get #self() {
    return { botName: this.#task.botName, ids: this.#ownIds };
  }

  /** Tries until the page's first document has come, or the time for it is over. */
  async #open(page: Page): Promise<VisitEnd | null> {
    const until = Date.now() + this.#task.durations.load;
    let problem = '';
    while (Date.now() < until) {
      const timeout = Math.max(1, until - Date.now());
      try {
        const response = await page.goto(this.#task.url, { waitUntil: 'commit', timeout });
        if ((response?.status() ?? 200) < 500) {
          this.#isOpen = true;
          return null;
        }
        problem = `status ${response!.status()}`;
      } catch (error) {
        problem = firstLine(error as Error);
      }
      await sleep(Math.min(RETRY_MS, timeout), undefined, { signal: this.#cut.signal });
    }
    return { reason: 'unreachable', detail: problem };
  }

  async #record(meeting: MeetingPage): Promise<number> {
    const onError = ({ code, message }: NodeJS.ErrnoException) =>
      this.#end(code === 'ENOSPC' ? { reason: 'disk-full' } : { reason: 'crashed', detail: message });
    // The clock of the recording is the browser's, and its first chunk comes a second after its start.
    const startedAt = await meeting.record();
    this.#chunkAt = performance.now();
    this.#writer = await PieceWriter.create(this.#task.folder, new Date(startedAt), onError);
    this.#observer = new Observer(startedAt, this.#self, (evidence) => this.#writer!.addEvidence(evidence));
    return startedAt;
  }

  async #sayFarewell(meeting: MeetingPage): Promise<void> {
    const farewell = async () => {
      await meeting.stopRecording();
      await meeting.press('leave');
    };
    await Promise.race([farewell(), sleep(FAREWELL_MS)]);
  }
}

const firstLine = ({ message }: Error) => message.split('\n', 1)[0]!.slice(0, 200);
