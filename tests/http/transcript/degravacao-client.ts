import { expect } from 'vitest';
import type { RunningCeleste } from '@/tests/support/celeste';
import type { TestUser } from '@/tests/support/test-user';
import { unzip } from '@/tests/support/zip';
import { textOf } from '../platform/page';

export const CASE_NUMBER = '0710802-55.2018.8.02.0001';

/** Fields of a form by name; a field may have several values. */
export type Fields = Record<string, string | string[]>;

/** A whole record, with the given fields in place of its own. */
export const recordWith = (fields: Fields = {}): Fields => ({
  version: '0',
  profile: 'lawyer',
  quoted: 'all',
  case_number: CASE_NUMBER.replace(/\D/g, ''),
  court: '1ª Vara Cível de Maceió',
  act_kind: 'Audiência de instrução',
  hearing_date: '2026-03-20',
  recording_date: '2026-03-19',
  speaker: ['A', 'Bia Lopes'],
  role: ['Juíza de Direito', ''],
  qualified_name: ['Ana Souza', ''],
  responsible: 'Caio Prado',
  registration: 'matrícula 12.345',
  ...fields,
});

/** The page of a transcript's degravação, as a person without scripts uses it. */
export class DegravacaoClient {
  readonly address: string;
  readonly #celeste: RunningCeleste;
  readonly #person: TestUser;

  /** @param transcript path of its page */
  constructor(celeste: RunningCeleste, person: TestUser, transcript: string) {
    this.address = `${transcript}/degravacao`;
    this.#celeste = celeste;
    this.#person = person;
  }

  get() {
    return this.#person.get(this.address);
  }

  post(fields: Fields, intent = 'save') {
    const body = new URLSearchParams({ submissionId: crypto.randomUUID(), intent });
    for (const [name, values] of Object.entries(fields)) {
      for (const value of [values].flat()) body.append(name, value);
    }
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: this.#celeste.address,
    };
    return this.#person.request(this.address, { method: 'POST', body: body.toString(), headers });
  }

  async file(name: string): Promise<Buffer> {
    const headers = { Cookie: this.#person.cookieHeader() };
    const answer = await fetch(`${this.#celeste.address}${this.address}/${name}`, { headers });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** A part of the Word document, such as 'word/document.xml'. */
  async docxPart(part: string): Promise<string> {
    return unzip(await this.file('export.docx'))
      .get(part)!
      .toString();
  }
}

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Each paragraph of a Word document, read as a word processor does: a break or a tab parts words. */
export const paragraphsOf = (xml: string) =>
  [...xml.matchAll(/<w:p>.*?<\/w:p>/gs)].map(([paragraph]) => ({
    style: /<w:pStyle w:val="(\w+)"/.exec(paragraph)?.[1],
    text: oneLine(textOf(paragraph.replace(/<w:(br|tab)\b[^>]*>/g, ' '))),
  }));
