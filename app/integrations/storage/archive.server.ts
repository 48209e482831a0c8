import { createHmac, hkdfSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@/app/domain/errors';
import type { Archive, ObjectStorage } from './port';
import { contentBytes, openStream, sealStream } from './sealed-stream.server';

/** The folder of archives without a key. */
const PLAIN = 'plain';

/**
 * An archive in a storage: below `folder`, in one folder for each key, whose name tells one key from another
 * and nothing else about it.
 * @param key any text of 32 characters or more; undefined to encrypt nothing
 */
export function archiveIn(storage: ObjectStorage, folder: string, key: string | undefined): Archive {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', key ?? '', '', `celeste archive\0${purpose}`, 32));
  const secret = key === undefined ? null : derive('objects');
  const names = derive('names');
  const parent = folder ? `${folder}/` : '';
  const own = `${parent}${secret ? derive('folder').toString('hex', 0, 8) : PLAIN}/`;

  return {
    async put(name, content) {
      const sealed = Readable.from(sealStream(content, name, secret), { objectMode: false });
      const { bytes } = await storage.put(own + name, sealed, { maxBytes: Number.POSITIVE_INFINITY });
      return { bytes };
    },

    async size(name) {
      const sealed = await storage.size(own + name);
      return sealed === null ? null : contentBytes(sealed);
    },

    async *read(name) {
      if ((await storage.size(own + name)) === null) throw new AppError('backup.damaged', { name });
      yield* openStream(storage.read(own + name), name, secret);
    },

    remove: (name) => storage.remove(own + name),

    async *list(within, olderThanMs = Number.NEGATIVE_INFINITY) {
      for await (const key of storage.listOlderThan(olderThanMs, own + within)) yield key.slice(own.length);
    },

    async hasOtherKeys(within) {
      const isOther = new RegExp(`^${parent}(${PLAIN}|[\\da-f]{16})/${within}/`);
      for await (const key of storage.listOlderThan(Number.NEGATIVE_INFINITY, folder)) {
        if (isOther.test(key) && !key.startsWith(own)) return true;
      }
      return false;
    },

    hiddenName: (text) => createHmac('sha256', names).update(text).digest('hex'),

    freeBytes: () => storage.freeBytes(),

    removeAbandoned: () => storage.removeAbandonedUploads(),
  };
}
