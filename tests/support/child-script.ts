import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { inject } from 'vitest';

const projectDir = path.resolve(import.meta.dirname, '../..');
const bundles = new Map<string, string>();

/**
 * Takes the place of the app's `childScript` in tests, which run from the sources: bundles a child process once
 * in each worker, as the build does, since a start through tsx takes 0.2 s more. Without source maps: Node would
 * read those of all packages at each start.
 */
export function childScript(source: string): { path: string; execArgv: string[] } {
  const bundle = bundles.get(source) ?? bundleOf(source);
  bundles.set(source, bundle);
  return { path: bundle, execArgv: [] };
}

function bundleOf(source: string): string {
  const outfile = path.join(bundleFolder(), source.replace(/\.ts$/, '.mjs'));
  buildSync({
    absWorkingDir: projectDir,
    entryPoints: [source],
    outfile,
    bundle: true,
    external: externalPackages(),
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // Where the sources look for the project's folder.
    define: {
      'import.meta.dirname': JSON.stringify(path.join(projectDir, 'app/config')),
      BUNDLE_FOLDER: JSON.stringify(bundleFolder()),
    },
    // For a script that starts others in turn.
    alias: { '@/app/config/child-script.server': './tests/support/bundled-child-script.ts' },
    logLevel: 'warning',
  });
  return outfile;
}

/** All but node-av: half of the time of a libav child would go into loading its many modules. */
function externalPackages(): string[] {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(projectDir, 'package.json'), 'utf8'),
  );
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name !== 'node-av');
}

/** Of this process; packages are found through a link. */
function bundleFolder(): string {
  const folder = path.join(inject('runFolder'), 'bundles', String(process.pid));
  mkdirSync(folder, { recursive: true });
  const link = path.join(folder, 'node_modules');
  if (!existsSync(link)) symlinkSync(path.join(projectDir, 'node_modules'), link);
  return folder;
}
