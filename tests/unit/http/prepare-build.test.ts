import type { ServerBuild } from '@remix-run/node';
import { data } from '@remix-run/node';
import { UNSAFE_SingleFetchRedirectSymbol } from '@remix-run/server-runtime';
import { ConnectionRefusedError } from 'sequelize';
import { describe, expect, it } from 'vitest';
import { prepareBuild } from '@/app/http/server/prepare-build.server';

/** Calls the loader of a page whose own loader is `loader`. */
async function load(loader: () => unknown, isDataRequest = false): Promise<unknown> {
  const route = { id: 'page', path: '', module: { default: () => null, loader } };
  const build = prepareBuild({ routes: { page: route } } as unknown as ServerBuild) as ServerBuild;
  const args = { request: new Request('http://any/'), params: {}, context: { isDataRequest } };
  return build.routes.page!.module.loader!(args as never);
}

const isHidden = (view: unknown) => Object.hasOwn(view as object, UNSAFE_SingleFetchRedirectSymbol);

describe('a prepared build', () => {
  it('hides the fields of loader data from hydration, and shows them to the view', async () => {
    const view = await load(async () => ({ title: 'Ata' }));
    expect([isHidden(view), { ...(view as object) }]).toEqual([true, { title: 'Ata' }]);
    const wrapped = (await load(async () => data({ title: 'Ata' }, 400))) as { data: unknown };
    expect(isHidden(wrapped.data)).toBe(true);
  });

  it('leaves responses and data requests alone', async () => {
    expect(isHidden(await load(async () => new Response('x')))).toBe(false);
    expect(isHidden(await load(async () => ({ title: 'Ata' }), true))).toBe(false);
    expect(await load(async () => null)).toBeNull();
  });

  it('responds with 503 while the database is down', async () => {
    const failing = load(async () => {
      throw new ConnectionRefusedError(new Error('connect ECONNREFUSED'));
    });
    await expect(failing).rejects.toMatchObject({ status: 503 });
  });
});
