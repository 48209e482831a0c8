import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

const projectDir = path.resolve(import.meta.dirname, '../..');

/**
 * Bundles a child process of the sources once into a folder, as the build does; a start through tsx takes
 * seconds on a busy machine. Without source maps: Node would read those of all packages at each start.
 * @returns path of the bundle
 */
export function bundleChild(source: string, folder: string): string {
  const bundle = path.join(folder, source.replace(/\.ts$/, '.mjs'));
  linkPackages(folder);
  if (!existsSync(bundle)) makeBundle(source, bundle, folder);
  return bundle;
}

/** Whole or not at all: other workers may make or start the same at this moment. */
function makeBundle(source: string, bundle: string, folder: string): void {
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
      BUNDLE_FOLDER: JSON.stringify(folder),
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

/** The bundles find packages through a link. */
function linkPackages(folder: string): void {
  mkdirSync(folder, { recursive: true });
  try {
    symlinkSync(path.join(projectDir, 'node_modules'), path.join(folder, 'node_modules'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
