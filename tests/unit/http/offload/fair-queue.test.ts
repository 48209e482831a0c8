import { expect, it } from 'vitest';
import { FairQueue } from '@/app/http/offload/fair-queue';

interface Waiting {
  account: string;
  name: string;
}

function queueOf(...names: string[]): FairQueue<Waiting> {
  const queue = new FairQueue<Waiting>();
  for (const name of names) queue.add({ account: name[0]!, name });
  return queue;
}

/** Starts the next so many requests that may begin. @returns their names */
function begin(
  queue: FairQueue<Waiting>,
  count: number,
  mayBegin: (waiting: Waiting) => boolean = () => true,
) {
  return Array.from({ length: count }, () => {
    const next = queue.next(mayBegin);
    if (next) queue.begin(next);
    return next?.name;
  });
}

it('lets accounts take turns, each with its requests in order', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
  expect(begin(queue, 7)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined]);
});

it('lets an account without a turn begin before those that had one, however many they queued', () => {
  const queue = queueOf('a1', 'b1');
  begin(queue, 2);
  for (const name of ['a2', 'a3', 'b2', 'b3', 'c1']) queue.add({ account: name[0]!, name });
  expect(begin(queue, 3)).toEqual(['c1', 'a2', 'b2']);
});

it('lets nobody starve who waits while others come back again and again', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  expect(begin(queue, 2)).toEqual(['a1', 'b1']);
  queue.add({ account: 'b', name: 'b2' });
  expect(begin(queue, 2)).toEqual(['a2', 'b2']);
});

it('passes over what may not begin, and what has left', () => {
  const queue = queueOf('a1', 'b1', 'c1');
  const left = queue.next(({ account }) => account === 'b')!;
  queue.remove(left);
  expect(begin(queue, 1, ({ account }) => account !== 'a')).toEqual(['c1']);
});
