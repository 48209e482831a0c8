import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { inject } from 'vitest';

const projectDir = path.resolve(import.meta.dirname, '../..');

/**
 * Takes the place of the app's `childScript` in tests, which run from the sources: bundles a child process once
 * in a run, as the build does, since a start through tsx takes 0.2 s more. Without source maps: Node would read
 * those of all packages at each start.
 */
export function childScript(source: string): { path: string; execArgv: string[] } {
  const bundle = path.join(bundleFolder(), source.replace(/\.ts$/, '.mjs'));
  if (!existsSync(bundle)) makeBundle(source, bundle);
  return { path: bundle, execArgv: [] };
}

/** Whole or not at all: other workers may make or start the same at this moment. */
function makeBundle(source: string, bundle: string): void {
  const outfile = `${bundle}.${process.pid}.mjs`;
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
  renameSync(outfile, bundle);
}

/** All but node-av: half of the time of a libav child would go into loading its many modules. */
function externalPackages(): string[] {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(projectDir, 'package.json'), 'utf8'),
  );
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name !== 'node-av');
}

/** Of this run; packages are found through a link. */
function bundleFolder(): string {
  const folder = path.join(inject('runFolder'), 'bundles');
  mkdirSync(folder, { recursive: true });
  const link = path.join(folder, 'node_modules');
  try {
    symlinkSync(path.join(projectDir, 'node_modules'), link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return folder;
}
