import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectDir } from '@/app/config/env.server';
import { createRouteMatcher } from '@/app/http/offload/route-of';
import { ROUTE_WORK } from '@/app/http/offload/route-work';

const files = readdirSync(path.join(projectDir, 'app/routes')).map((file) => file.replace(/\.tsx?$/, ''));

const routes = {
  root: { id: 'root', path: '' },
  'routes/_app': { id: 'routes/_app', parentId: 'root' },
  'routes/_app.transcriptions_.$crypto': {
    ...{ id: 'routes/_app.transcriptions_.$crypto', parentId: 'routes/_app', path: 'transcriptions/:crypto' },
  },
  'routes/wallet_.movements': { id: 'routes/wallet_.movements', parentId: 'root', path: 'wallet/movements' },
};

it('lists every route, and no other', () => {
  expect(Object.keys(ROUTE_WORK).sort()).toEqual(files.sort());
});

it.each([
  ['/transcriptions/abc', 'transcript', 'abc'],
  ['/Transcriptions/abc', 'transcript', 'abc'],
  ['/%74ranscriptions/abc', 'transcript', 'abc'],
  ['/transcriptions/abc/', 'transcript', 'abc'],
  ['/transcriptions/abc.data', 'transcript', 'abc'],
  ['/wallet/movements', 'download', undefined],
])('is found for %s like in Remix', (address, work, crypto) => {
  const found = createRouteMatcher(routes as unknown as Parameters<typeof createRouteMatcher>[0])(address);
  expect([found?.work, found?.params.crypto]).toEqual([work, crypto]);
});

it('is null for a path without a route', () => {
  expect(
    createRouteMatcher(routes as unknown as Parameters<typeof createRouteMatcher>[0])('/nowhere'),
  ).toBeNull();
});
