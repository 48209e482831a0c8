import '@/tests/support/data-folder';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { pacedBody } from '@/app/http/forms/request-body.server';

const PACE = { maxIdleMs: 150, minBytesPerSecond: 1000, windowMs: 300, wholeMs: 5_000 };
/** Between reads: the sender would be too slow if this time counted. */
const BACKPRESSURE_MS = PACE.maxIdleMs + 50;

/** A body of chunks, each after a pause. */
function dripping(chunkBytes: number, pauseMs: number, chunks = Number.POSITIVE_INFINITY) {
  let left = chunks;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      await sleep(pauseMs);
      if (left === 0) return controller.close();
      left -= 1;
      if (!isCancelled) controller.enqueue(new Uint8Array(chunkBytes));
    },
    cancel() {
      isCancelled = true;
    },
  });
  return { body, isCancelled: () => isCancelled };
}

async function bytesOf(body: Readable): Promise<number> {
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length;
  return bytes;
}

it.each([
  ['falls silent', dripping(1000, 5_000)],
  ['sends a byte now and then', dripping(1, 50)],
])('fails a body whose sender %s, and keeps the connection open', async (_what, { body, isCancelled }) => {
  const startedAt = performance.now();
  await expect(bytesOf(pacedBody({ body }, PACE))).rejects.toMatchObject({ code: 'form.too-slow' });
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(isCancelled()).toBe(false);
});

it('accepts a body that arrives slowly but steadily', async () => {
  const { body } = dripping(100, 40, 12);
  expect(await bytesOf(pacedBody({ body }, PACE))).toBe(1200);
});

it('fails a body that arrives steadily but takes too long in total', async () => {
  const { body } = dripping(100, 40);
  await expect(bytesOf(pacedBody({ body }, { ...PACE, wholeMs: 600 }))).rejects.toMatchObject({
    code: 'form.too-slow',
  });
});

it('does not count time under backpressure', async () => {
  const { body } = dripping(10, 0, 6);
  let bytes = 0;
  for await (const chunk of pacedBody({ body }, PACE) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    await sleep(BACKPRESSURE_MS);
  }
  expect(bytes).toBe(60);
});
