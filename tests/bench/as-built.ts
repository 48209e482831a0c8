import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { projectDir } from '@/app/config/env.server';

/**
 * Bundles a script as the commands of the build are, beside them: what it starts are the build's own processes, and
 * no compiler is measured.
 * @param source from the project's folder
 * @returns the bundle's path
 */
export async function bundled(source: string): Promise<string> {
  const bundle = path.join(projectDir, 'build/node', source.replace(/\.ts$/, '.js'));
  await build({
    absWorkingDir: projectDir,
    entryPoints: [source],
    outfile: bundle,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
  });
  return bundle;
}

/** The same as a module of this process. */
export async function importBundled<Module>(source: string): Promise<Module> {
  return import(pathToFileURL(await bundled(source)).href);
}
