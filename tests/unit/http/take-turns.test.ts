import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { expect, it } from 'vitest';
import { takeTurns } from '@/app/http/server/take-turns.server';

function server() {
  const handle = takeTurns();
  const begun: string[] = [];
  const send = (ip: string, path = '/login') => {
    const request = { ip, path, destroyed: false };
    void handle(request as unknown as Request, {} as Response, () => begun.push(`${ip} ${path}`));
    return request;
  };
  return { send, begun };
}

it('begins one request in each iteration, and a health check at once', async () => {
  const { send, begun } = server();
  for (let count = 0; count < 1_500; count += 1) send(`10.0.0.${count % 30}`);
  expect(begun).toEqual([]);
  await nextIteration();
  send('10.0.0.1', '/healthz');
  expect(begun.filter((one) => one.endsWith('/login')).length).toBeLessThanOrEqual(2);
  expect(begun).toContain('10.0.0.1 /healthz');
  await expect.poll(() => begun.length).toBe(1_501);
});

it('lets networks take turns, each in its order', async () => {
  const { send, begun } = server();
  for (const path of ['/a', '/b', '/c']) send('10.0.0.1', path);
  send('10.0.0.2', '/x');
  send('10.0.0.3', '/y');
  await expect.poll(() => begun).toHaveLength(5);
  expect(begun).toEqual(['10.0.0.1 /a', '10.0.0.2 /x', '10.0.0.3 /y', '10.0.0.1 /b', '10.0.0.1 /c']);
});

it('never begins what has ended meanwhile', async () => {
  const { send, begun } = server();
  const gone = Array.from({ length: 100 }, () => send('10.0.0.1'));
  send('10.0.0.2');
  for (const request of gone) request.destroyed = true;
  await expect.poll(() => begun).toEqual(['10.0.0.2 /login']);
  send('10.0.0.1');
  await expect.poll(() => begun).toHaveLength(2);
});
