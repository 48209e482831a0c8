import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { wav } from '../../factories/wav';
import type { StripeServer } from '../../support/stripe';
import type { TestResponse, TestUser } from '../../support/test-user';
import type { Random } from '../random';
import type { Acknowledged } from './acknowledged';

const RETRY_MS = 250;
const LONGEST_PAUSE_MS = 1_500;
const LONGEST_DELIVERY_DELAY_MS = 3_000;
const SAMPLES_PER_SECOND = 16_000;
const BYTES_PER_SAMPLE = 2;
const HEADER_BYTES = 44;
const SECONDS = { least: 3, most: 9 };
const PIECES = 4;
const TUS = { 'Tus-Resumable': '1.0.0' };
const PAGES = ['/dashboard', '/transcriptions', '/documents', '/wallet', '/account'];
/** Of two orders of a person at once, the older one is answered so. */
const SUPERSEDED = 'Outro pagamento foi aberto ao mesmo tempo';
/** Hours of each purchase. */
const HOURS = [1, 2, 5];
/** Answers of a full or leaving server, after which the same form is sent again; 429 asks to wait. */
const isPassing = ({ status }: TestResponse) => status >= 500 || status === 429;

/** What all users share. */
export interface World {
  acknowledged: Acknowledged;
  stripe: StripeServer;
  /** A recording of speech: WAV, 16 kHz, 16 bits, mono. */
  speech: Buffer;
  /** Whether nobody begins anything any more. */
  isOver(): boolean;
  /** Whether as many recordings wait as the workers can take soon. */
  isQueueLong(): Promise<boolean>;
}

/** A text that can be edited, with the answer of its draft. */
type Block = { id: string } & ({ runs: { text: string }[] } | { speaker: string; text: string });

interface Draft {
  version: number;
  changeIds: string[];
  blocks: Block[];
}

let lastNumber = 0;

const nextNumber = () => {
  lastNumber += 1;
  return lastNumber;
};

/** One open browser of a person. Two of one person edit the same texts at once. */
export class ClusterUser {
  readonly #person: TestUser & { email: string };
  readonly #random: Random;
  readonly #world: World;
  /** Paths of the texts that can be edited, shared by all browsers of the person. */
  readonly #texts: string[];

  constructor(
    person: TestUser & { email: string },
    { random, texts, world }: { random: Random; texts: string[]; world: World },
  ) {
    this.#person = person;
    this.#random = random;
    this.#texts = texts;
    this.#world = world;
  }

  /** Does one thing after the other, until all is over. Rejects when Celeste breaks a promise at once. */
  async live(): Promise<void> {
    const acts = [
      ...[() => this.#upload(), () => this.#upload(), () => this.#uploadInPieces()],
      ...[() => this.#edit(), () => this.#edit(), () => this.#edit(), () => this.#edit()],
      ...[() => this.#save(), () => this.makeDocument(), () => this.buy(), () => this.#look()],
    ];
    while (!this.#world.isOver()) {
      await this.#random.pick(acts)();
      await sleep(this.#random.below(LONGEST_PAUSE_MS));
    }
  }

  /** The sample, whose text is then edited. */
  async uploadSample(): Promise<void> {
    const submissionId = randomUUID();
    await this.#expect('the sample', 303, () =>
      this.#person.post('/transcriptions', { intent: 'sample', submissionId }),
    );
    this.#world.acknowledged.count('samples');
  }

  async makeDocument(): Promise<void> {
    const fields = { submissionId: randomUUID(), title: `Ata ${nextNumber()}` };
    const made = await this.#expect('a new document', 303, () => this.#person.post('/documents/new', fields));
    const path = made?.location?.split('?')[0];
    if (!path) return;
    this.#texts.push(path);
    this.#world.acknowledged.documents.set(path, { email: this.#person.email });
  }

  /** Buys hours; the webhook of the payment comes once or twice, repeated until it is taken. */
  async buy(): Promise<void> {
    const { stripe, acknowledged } = this.#world;
    const { email } = this.#person;
    const hours = this.#random.pick(HOURS);
    const fields = { intent: 'hours', productId: 'celeste_hour', quantity: `${hours}` };
    const submissionId = randomUUID();
    const order = await this.#expect('an order', [303, 409], () =>
      this.#person.post('/wallet', { ...fields, submissionId }),
    );
    if (!order) return;
    const session = stripe.sessionsAfter(0).find(({ url }) => url === order.location);
    // A newer order of the same person ends this one, before it has a checkout or after.
    const isSuperseded =
      order.status === 409 ? order.body.includes(SUPERSEDED) : session?.status === 'expired';
    if (isSuperseded) return acknowledged.count('orders that gave way to a newer one');
    if (session?.status !== 'open') {
      acknowledged.surprises.push(`an order: ${order.status}, ${order.location}, ${session?.status}`);
      return;
    }
    stripe.now = new Date();
    const before = stripe.webhooks.length;
    stripe.pay(session.id);
    acknowledged.payments.set(session.id, { email, hours });
    const events = stripe.webhooks.slice(before);
    const sent = events.flatMap((event) => Array.from({ length: 1 + this.#random.below(2) }, () => event));
    acknowledged.count('payment webhooks delivered twice', sent.length - events.length);
    await Promise.all(sent.map(({ body }) => this.#deliver(body)));
  }

  /** As Stripe does: signed anew each time, until the answer is 2xx. */
  async #deliver(body: string): Promise<void> {
    const { stripe, acknowledged } = this.#world;
    await sleep(this.#random.below(LONGEST_DELIVERY_DELAY_MS));
    for (;;) {
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': stripe.sign(body) };
      const init = { method: 'POST', headers, body };
      const answer = await fetch(`${this.#person.base}/webhooks/stripe`, init).catch(() => null);
      await answer?.text().catch(() => '');
      if (answer?.ok) return;
      if (answer && answer.status < 500)
        return void acknowledged.surprises.push(`a webhook: ${answer.status}`);
      acknowledged.count('payment webhooks sent again');
      await sleep(RETRY_MS);
    }
  }

  async #upload(): Promise<void> {
    if (await this.#world.isQueueLong()) return this.#look();
    const { title, name, bytes } = this.#recording();
    const submissionId = randomUUID();
    const send = () => this.#person.upload({ name, bytes }, { submissionId });
    const answer = await this.#expect('an upload', 303, send);
    if (answer) this.#accept(title, bytes);
  }

  async #uploadInPieces(): Promise<void> {
    if (await this.#world.isQueueLong()) return this.#look();
    const { title, name, bytes } = this.#recording();
    const file = { fileName: name, sizeBytes: bytes.length, fingerprint: title };
    const begun = await this.#expect('the beginning of an upload', 201, () => this.#person.beginUpload(file));
    if (!begun) return;
    const { address } = JSON.parse(begun.body) as { address: string };
    const isComplete = await this.#sendPieces(address, bytes);
    const submissionId = randomUUID();
    const finish = () => this.#person.post(address, { submissionId, language: 'pt' });
    const answer = isComplete && (await this.#expect('the end of an upload', 303, finish));
    if (answer) this.#accept(title, bytes);
    this.#world.acknowledged.count('recordings sent in pieces');
  }

  /** Each piece may go to another web server. @returns whether all were taken */
  async #sendPieces(address: string, bytes: Buffer<ArrayBuffer>): Promise<boolean> {
    const size = Math.ceil(bytes.length / PIECES);
    for (;;) {
      const head = await this.#expect('an offset', 200, () =>
        this.#person.request(address, { method: 'HEAD', headers: TUS }),
      );
      if (!head) return false;
      const offset = Number(head.headers.get('Upload-Offset'));
      if (offset >= bytes.length) return true;
      const answer = await this.#person
        .request(address, {
          method: 'PATCH',
          body: bytes.subarray(offset, offset + size),
          headers: {
            ...TUS,
            'Upload-Offset': `${offset}`,
            'Content-Type': 'application/offset+octet-stream',
            Origin: this.#person.origin,
          },
        })
        .catch(() => null);
      if (answer?.status !== 204) await sleep(RETRY_MS);
    }
  }

  #accept(title: string, bytes: Buffer): void {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.#world.acknowledged.recordings.set(title, { email: this.#person.email, sha256 });
  }

  /** Some seconds of speech from anywhere. */
  #recording(): { title: string; name: string; bytes: Buffer<ArrayBuffer> } {
    const { speech } = this.#world;
    const seconds = SECONDS.least + this.#random.below(SECONDS.most - SECONDS.least + 1);
    const length = seconds * SAMPLES_PER_SECOND * BYTES_PER_SAMPLE;
    const samples = Math.floor((speech.length - HEADER_BYTES - length) / BYTES_PER_SAMPLE);
    const from = HEADER_BYTES + BYTES_PER_SAMPLE * this.#random.below(samples);
    const title = `gravação ${nextNumber()}`;
    return { title, name: `${title}.wav`, bytes: wav(speech.subarray(from, from + length)) };
  }

  /** Adds a word to a text, as an editor that saves by itself: merged with what others wrote, once it must be. */
  async #edit(): Promise<void> {
    const path = this.#text();
    if (!path) return this.#look();
    const { acknowledged } = this.#world;
    const word = `palavra${nextNumber()}`;
    for (;;) {
      const draft = await this.#draft(path);
      if (!draft) return;
      // An answer was lost, and the change became part of a version.
      if (JSON.stringify(draft.blocks).includes(word)) break;
      const block = this.#random.pick(draft.blocks);
      const send = () => this.#sendChange(path, { draft, block, word });
      const answer = await this.#expect('an edit', [200, 409], send);
      if (!answer) return;
      if (answer.status === 200) break;
      acknowledged.count('edits merged after a conflict');
    }
    acknowledged.keepWord(path, word);
  }

  #text(): string | undefined {
    return this.#texts.length > 0 ? this.#random.pick(this.#texts) : undefined;
  }

  async #draft(path: string): Promise<Draft | null> {
    const answer = await this.#expect('a draft', 200, () => this.#person.get(`${path}/draft`));
    return answer && (JSON.parse(answer.body) as Draft);
  }

  /** The id of the change is made of the word and the text it was made for, so that it is added once. */
  #sendChange(
    path: string,
    { draft, block, word }: { draft: Draft; block: Block; word: string },
  ): Promise<TestResponse> {
    const { version, changeIds } = draft;
    const id = `${word}-${version}-${changeIds.length}`;
    const changed =
      'runs' in block
        ? { ...block, id, runs: [...block.runs, { text: ` ${word}` }] }
        : { id, speaker: block.speaker, text: `${block.text} ${word}` };
    const change = { id, change: { kind: 'replace', ids: [block.id], blocks: [changed] } };
    const lastChangeId = changeIds.at(-1) ?? null;
    return this.#person.request(`${path}/draft`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: this.#person.origin },
      body: JSON.stringify({ version, changes: [change], ...(!('runs' in block) && { lastChangeId }) }),
    });
  }

  /** Makes a version of the draft. */
  async #save(): Promise<void> {
    const path = this.#text();
    const draft = path && (await this.#draft(path));
    if (!draft || draft.changeIds.length === 0) return;
    const intent = path.startsWith('/documents') ? 'commit' : 'save';
    const fields = { intent, version: `${draft.version}`, submissionId: randomUUID() };
    const answer = await this.#expect('a version', [303, 409], () => this.#person.post(path, fields));
    if (answer?.status === 303) this.#world.acknowledged.count('versions saved');
  }

  async #look(): Promise<void> {
    const page = this.#random.pick(PAGES);
    await this.#expect(page, 200, () => this.#person.get(page));
  }

  /**
   * Sends the same again until it is answered by more than an outage.
   * @returns null for an answer that no user should get, which is noted
   */
  async #expect(
    what: string,
    statuses: number | number[],
    send: () => Promise<TestResponse>,
  ): Promise<TestResponse | null> {
    const { acknowledged } = this.#world;
    for (;;) {
      const answer = await send().catch(() => null);
      if (answer && [statuses].flat().includes(answer.status)) return answer;
      if (answer && !isPassing(answer)) {
        const text = answer.body.replace(/\s+/g, ' ').slice(0, 300);
        const where = `${answer.status} ${answer.location ?? ''}`;
        acknowledged.surprises.push(
          `${new Date().toISOString()} ${what} of ${this.#person.email}: ${where} ${text}`,
        );
        return null;
      }
      acknowledged.count(
        answer ? `answers ${answer.status} that were waited out` : 'requests without an answer',
      );
      await sleep(RETRY_MS);
    }
  }
}
