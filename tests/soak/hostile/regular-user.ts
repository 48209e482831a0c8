import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { linksOf } from '@/tests/http/platform/page';
import { editableDocument } from '@/tests/http/transcript/editable';
import { sampleRecording } from '@/tests/http/transcription/recordings';
import type { TestResponse, TestUser } from '@/tests/support/test-user';
import type { Random } from '../random';
import type { Outages } from './outages';

const SAMPLE = { name: 'reunião.wav', bytes: sampleRecording() };
const PAGES = ['/dashboard', '/transcriptions', '/wallet', '/documents', '/account', '/search?q=reuniao'];
const LONGEST_PAUSE_MS = 2_500;
const RETRY_MS = 250;
/** For recordings to be finished after the attacks. */
const PATIENCE_MS = 180_000;
/** Longest acceptable response time, even under attack. */
const SLOWEST_MS = 60_000;

/** Measurements of all regular users. */
export class RegularUserFigures {
  answered = 0;
  /** Retries because of an outage caused by the soak, by kind. */
  readonly sentAgain = new Map<string, number>();
  /** Failed requests, with the reason. */
  readonly lost: string[] = [];
  readonly durationsMs: number[] = [];
}

/** A regular user who reads, uploads recordings and writes during the attacks. */
export class RegularUser {
  readonly #person: TestUser & { email: string };
  readonly #random: Random;
  readonly #outages: Outages;
  readonly #figures: RegularUserFigures;
  #document = '';
  /** The content whose save the server confirmed last. */
  #written = '';
  /** Uploads that the server confirmed. */
  sent = 0;

  constructor(
    person: TestUser & { email: string },
    random: Random,
    { outages, figures }: { outages: Outages; figures: RegularUserFigures },
  ) {
    this.#person = person;
    this.#random = random;
    this.#outages = outages;
    this.#figures = figures;
  }

  get email(): string {
    return this.#person.email;
  }

  /** Pages that only this user may see. */
  get pages(): string[] {
    return [this.#document, `${this.#document}/export.txt`, `${this.#document}/versions`];
  }

  /** Creates the user's document. */
  async prepare(): Promise<void> {
    this.#document = await editableDocument(this.#person, { title: 'Ata' });
  }

  /** @param mostRecordings uploads over the whole time */
  async run(until: number, mostRecordings: number): Promise<void> {
    const startedAt = Date.now();
    const first = this.#random.next();
    while (Date.now() < until) {
      const share = (Date.now() - startedAt) / (until - startedAt);
      if (this.sent + first < mostRecordings * share) await this.#send();
      else if (this.#random.below(3) === 0) await this.#write();
      else await this.#read();
      await sleep(this.#random.below(LONGEST_PAUSE_MS));
    }
  }

  /**
   * Asserts that the last confirmed content is there, and waits until every recording is finished.
   * @returns the dialogue of each transcript, as JSON
   */
  async assertWork(): Promise<string[]> {
    const { body } = await this.#person.get(this.#document);
    assert.ok(body.includes(`>${this.#written}</textarea>`), `${this.#document} has what was written last`);
    const pages = await this.#pages();
    assert.equal(pages.length, this.sent, `recordings of ${this.email}`);
    const texts: string[] = [];
    for (const page of pages) {
      const file = await this.#exportOf(page);
      texts.push(JSON.stringify((JSON.parse(file.body) as { dialogue: unknown }).dialogue));
    }
    return texts;
  }

  /** Waits for the JSON export of a transcript. */
  async #exportOf(page: string): Promise<TestResponse> {
    for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
      const file = await this.#person.get(`${page}/export.json`);
      if (file.status === 200) return file;
      assert.ok(waitedMs <= PATIENCE_MS, `${page}/export.json still answers ${file.status}`);
      await sleep(RETRY_MS);
    }
  }

  /** Waits for the pages of all uploaded recordings. */
  async #pages(): Promise<string[]> {
    for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
      const { body } = await this.#person.get('/transcriptions?limit=48');
      const pages = new Set(linksOf(body).filter((href) => /^\/transcriptions\/[\w-]{22}$/.test(href)));
      if (pages.size >= this.sent || waitedMs > PATIENCE_MS) return [...pages];
      await sleep(RETRY_MS);
    }
  }

  async #read(): Promise<void> {
    const pages = [...PAGES, this.#document, `${this.#document}/export.txt`];
    const page = this.#random.pick(pages);
    await this.#insist(`GET ${page}`, () => this.#person.get(page), 200);
  }

  async #send(): Promise<void> {
    const submissionId = randomUUID();
    const send = () => this.#person.upload(SAMPLE, { submissionId });
    if (await this.#insist('POST /transcriptions', send, 303)) this.sent += 1;
  }

  async #write(): Promise<void> {
    const page = await this.#insist('GET a document', () => this.#person.get(this.#document), 200);
    if (!page) return;
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.body)?.[1] ?? '';
    const content = `linha ${this.#random.below(1_000_000)}`;
    const fields = {
      intent: 'save',
      submissionId: randomUUID(),
      title: 'Ata',
      content,
      version: hidden('version'),
      changes: hidden('changes'),
    };
    const saved = await this.#insist('POST a document', () => this.#person.post(this.#document, fields), 303);
    if (saved) this.#written = content;
  }

  /**
   * Retries a request until its response is as expected, but only during outages caused by the soak; any
   * other failure counts as lost.
   */
  async #insist(
    what: string,
    send: () => Promise<TestResponse>,
    expected: number,
  ): Promise<TestResponse | null> {
    for (;;) {
      const fromMs = Date.now();
      const answer = await send().catch((error: Error) => error);
      const tookMs = Date.now() - fromMs;
      if (!(answer instanceof Error) && answer.status === expected && tookMs < SLOWEST_MS) {
        this.#figures.answered += 1;
        this.#figures.durationsMs.push(tookMs);
        return answer;
      }
      const outage = this.#outages.overlapping(fromMs);
      if (!outage) {
        const met = answer instanceof Error ? String(answer.cause ?? answer.message) : `${answer.status}`;
        this.#figures.lost.push(`${new Date().toISOString()} ${what}: ${met} after ${tookMs} ms`);
        return null;
      }
      this.#figures.sentAgain.set(outage, (this.#figures.sentAgain.get(outage) ?? 0) + 1);
      await sleep(RETRY_MS);
    }
  }
}
