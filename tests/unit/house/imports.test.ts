import { describe, expect, it } from 'vitest';
import { localImports, modules } from './source';

/** Layers that each layer may import from, besides itself. */
const MAY_IMPORT: Record<string, string[]> = {
  // What an island needs of the markup (`NAME.contract.ts`, beside the island): a layer of its own, so that
  // views and islands name the same parts, and no view reaches a module that runs in a browser only.
  contracts: ['app/domain'],
  'app/domain': [],
  'app/config': [],
  'app/i18n': ['locales'],
  models: ['app/domain', 'app/config'],
  'app/integrations': ['app/domain', 'app/config', 'app/i18n'],
  'app/services': ['models', 'app/integrations', 'app/domain', 'app/config', 'app/i18n'],
  'app/http': ['app/services', 'app/domain', 'app/config', 'app/i18n'],
  'app/components': ['app/domain', 'app/i18n', 'contracts'],
  'app/islands': ['app/domain', 'app/i18n', 'contracts'],
  'app/routes': ['app/http', 'app/services', 'app/domain', 'app/components', 'app/islands'],
  jobs: ['app/services', 'models', 'app/domain'],
  bin: ['app', 'models', 'jobs'],
  // The root and the two entries.
  app: ['app/components', 'app/domain', 'app/http', 'app/i18n', 'app/config', 'models'],
};

function layerOf(file: string): string {
  if (/\.contract(\.ts)?$/.test(file)) return 'contracts';
  const [first = '', second = ''] = file.split('/');
  return first === 'app' && file.split('/').length > 2 ? `app/${second}` : first;
}

function isAllowed(file: string, imported: string): boolean {
  const from = layerOf(file);
  const to = layerOf(imported);
  if (from === 'bin') return true;
  return from === to || (MAY_IMPORT[from] ?? []).includes(to);
}

function forbidden(file: string, text?: string): string[] {
  return localImports(file, text)
    .filter((imported) => !isAllowed(file, imported))
    .map((imported) => `${file} → ${imported}`);
}

/** Adapters know their own port; only index.server.ts says which one is in use. */
function reachesIntoAnotherPort(file: string, imported: string): boolean {
  const port = (name: string) => /^app\/integrations\/([^/]+)\//.exec(name)?.[1];
  return port(file) !== undefined && port(imported) !== undefined && port(file) !== port(imported);
}

const BROWSER_LAYERS = ['app/components', 'app/islands', 'contracts', 'app/domain'];
const VAGUE_NAME = /(^|\/)(utils?|helpers?|misc|common|lib|shared)(\/|\.[a-z.]+$)/;

describe('layers', () => {
  it('import only along the allowed edges', () => {
    expect(modules().flatMap((file) => forbidden(file))).toEqual([]);
  });

  it.each([
    ['app/domain/billing/wallet/accounts.ts', "import { settings } from '@/app/config/env.server';"],
    ['app/services/platform/jobs/job.ts', "import { formAction } from '../../../http/forms/form.server';"],
    ['app/routes/platform/healthz.ts', "export { database } from '@/models/database.server';"],
    ['app/components/ui/Card.tsx', "import { find } from '@/app/islands/ui/find-part';"],
    ['app/islands/ui/ui.contract.ts', "import { find } from './find-part';"],
    ['app/components/ui/Card.tsx', "const late = import('../../services/job/job');"],
    ['models/user.server.ts', "import '@/app/services/platform/jobs/job';"],
    ['jobs/sweep.ts', "import { storage } from '@/app/integrations/storage/index.server';"],
  ])('detect a forbidden import in %s', (file, text) => {
    expect(forbidden(file, text)).toHaveLength(1);
  });

  it('keep ports independent of each other', () => {
    const edges = modules().flatMap((file) =>
      localImports(file)
        .filter((imported) => reachesIntoAnotherPort(file, imported))
        .map((imported) => `${file} → ${imported}`),
    );
    expect(edges).toEqual([]);
  });

  it('select adapters only in a port’s index', () => {
    const edges = modules()
      .filter((file) => layerOf(file) === 'app/services')
      .flatMap((file) => localImports(file))
      .filter((imported) => imported.startsWith('app/integrations/'))
      .filter((imported) => !/^app\/integrations\/[^/]+\/(index\.server|port)$/.test(imported));
    expect(edges).toEqual([]);
  });

  it('import no server module into the browser', () => {
    const leaks = modules()
      .filter((file) => BROWSER_LAYERS.includes(layerOf(file)))
      .flatMap((file) => localImports(file).filter((imported) => imported.endsWith('.server')));
    expect(leaks).toEqual([]);
  });

  it('have no file named utils, helpers or the like', () => {
    expect(modules().filter((file) => VAGUE_NAME.test(file))).toEqual([]);
  });
});
