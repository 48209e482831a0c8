import type { File } from '@google-cloud/storage';
import { type BucketObjects, type ObjectInfo, toObjectInfo } from './bucket-objects.server';
import { assertStorageKey } from './storage-key';

/** Maximum source objects of one compose request. */
const MAX_COMPOSE_SOURCES = 32;
/** Twice the compose rounds that the largest object needs. */
const MAX_COMPOSE_ROUNDS = 8;

/** For parts, which are deleted within days: other classes bill a minimum of a month. */
const STORAGE_CLASS = 'STANDARD';
/** Prefix of parts; storage keys never contain a dot. */
const PREFIX = '.parts/';

interface Part extends Omit<ObjectInfo, 'crc32c'> {
  name: string;
  offset: number;
}

/**
 * Objects named after their offsets, so that any process can take the next chunk; composed within the bucket
 * they become the object. Source: cloud.google.com/storage/docs/composite-objects.
 */
export class BucketParts {
  readonly #objects: BucketObjects;

  constructor(objects: BucketObjects) {
    this.#objects = objects;
  }

  save(key: string, offset: number, bytes: Buffer): Promise<void> {
    const name = prefixOf(key) + String(offset).padStart(16, '0');
    return this.#objects.save(name, bytes, STORAGE_CLASS, 0);
  }

  async receivedBytes(key: string): Promise<number> {
    return (await this.#contiguous(key)).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async compose(key: string): Promise<Pick<Part, 'name' | 'generation' | 'bytes'>> {
    for (let round = 0; round < MAX_COMPOSE_ROUNDS; round += 1) {
      const chain = await this.#contiguous(key);
      if (chain.length < 2) return chain[0] ?? { name: key, generation: '0', bytes: 0 };
      await this.#composeAdjacent(chain);
    }
    throw new Error('the parts of an object do not become one');
  }

  async remove(key: string): Promise<void> {
    const names: string[] = [];
    for await (const { name } of this.#objects.list(prefixOf(key))) names.push(name);
    await this.#objects.remove(names);
  }

  async #contiguous(key: string): Promise<Part[]> {
    const chain: Part[] = [];
    let end = 0;
    for await (const file of this.#objects.list(prefixOf(key))) {
      const part = partFrom(file);
      if (part.offset !== end) continue;
      chain.push(part);
      end += part.bytes;
    }
    return chain;
  }

  /** Composes groups of adjacent parts, each into the group's first part. */
  async #composeAdjacent(chain: Part[]): Promise<void> {
    for (let index = 0; index < chain.length; index += MAX_COMPOSE_SOURCES) {
      const group = chain.slice(index, index + MAX_COMPOSE_SOURCES);
      const [first, ...others] = group as [Part, ...Part[]];
      if (others.length === 0) continue;
      const sources = group.map(({ name, generation }) => this.#objects.file(name, generation));
      // Otherwise another process, or an earlier attempt, was faster; the next round sees the result.
      const isJoined = await this.#objects.compose(sources, first.name, first.generation);
      if (isJoined) await this.#objects.remove(others.map(({ name }) => name));
    }
  }
}

const prefixOf = (key: string) => `${PREFIX}${assertStorageKey(key)}/`;

function partFrom({ name, metadata }: File): Part {
  const { bytes, generation } = toObjectInfo(metadata);
  return { name, bytes, generation, offset: Number(name.slice(name.lastIndexOf('/') + 1)) };
}

/** Key of the object that a stored object is, or is a part of. */
const keyOf = (name: string) =>
  name.startsWith(PREFIX) ? name.slice(PREFIX.length, name.lastIndexOf('/')) : name;

/** Key, and time of the last change, of each object and of each object's parts; `files` in order of names. */
export async function* lastChanges(files: AsyncIterable<File>) {
  let group: { key: string; isParts: boolean; changedAt: number } | undefined;
  for await (const { name, metadata } of files) {
    const [key, isParts] = [keyOf(name), name.startsWith(PREFIX)];
    const isSame = group?.key === key && group.isParts === isParts;
    if (group && !isSame) yield group;
    const since = isSame ? group!.changedAt : 0;
    group = { key, isParts, changedAt: Math.max(since, Date.parse(metadata.timeCreated!)) };
  }
  if (group) yield group;
}
