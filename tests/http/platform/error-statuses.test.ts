import '@/tests/support/data-folder';
import type { LoaderFunctionArgs, ServerBuild } from '@remix-run/node';
import { DatabaseError } from 'sequelize';
import { expect, it } from 'vitest';
import { prepareBuild } from '@/app/http/server/prepare-build.server';

/** Errors thrown by a page's loader and action when they fail with an error. */
async function thrownFor(error: Error): Promise<unknown[]> {
  const fail = async () => {
    throw error;
  };
  const page = { id: 'page', module: { loader: fail, action: fail, default: () => null } };
  const build = prepareBuild({ routes: { page } } as unknown as ServerBuild) as ServerBuild;
  const { loader, action } = build.routes.page!.module;
  const args = { context: {} } as LoaderFunctionArgs;
  return Promise.all(
    [loader!(args), action!(args)].map((asked) => Promise.resolve(asked).catch((thrown) => thrown)),
  );
}

it.each([
  Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' }),
  new DatabaseError(Object.assign(new Error('disk is full'), { code: 'SQLITE_FULL', sql: 'INSERT' })),
  new DatabaseError(Object.assign(new Error('full'), { code: 'ER_RECORD_FILE_FULL', sql: 'INSERT' })),
])('a page that writes responds 507 on a full disk: %s', async (error) => {
  for (const thrown of await thrownFor(error)) expect(thrown).toMatchObject({ status: 507 });
});

it('rethrows other errors', async () => {
  const bug = new TypeError('undefined is not a function');
  expect(await thrownFor(bug)).toEqual([bug, bug]);
});
