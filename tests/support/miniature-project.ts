import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const projectDir = path.resolve(import.meta.dirname, '../..');

/** Stand-ins of the compilers, which take a moment and copy one source. */
const STUBS = {
  'node_modules/@remix-run/dev/dist/cli.js': `
    const { cpSync, existsSync, mkdirSync } = require('node:fs');
    const folder = process.env.BUILD_FOLDER;
    mkdirSync(folder + '/node/bin', { recursive: true });
    cpSync('app/start.mjs', folder + '/node/bin/start.js');
    cpSync('app/late.mjs', folder + '/node/bin/late.js');
    const wait = () => existsSync('hold') ? setTimeout(wait, 20) : setTimeout(() => {}, 300);
    wait();`,
  // Ends the compilers that are started through it.
  'node_modules/tsx/package.json': '{"exports": "./index.cjs"}',
  'node_modules/tsx/index.cjs': 'process.exit(0)',
  'bin/bundle.ts': '',
  'bin/compress.ts': '',
  'package.json': '{"type": "module"}',
  'package-lock.json': '{}',
  'vite.config.ts': '',
  'remix.config.js': '',
  'tsconfig.json': '{}',
  'models/model.ts': '',
  'jobs/job.ts': '',
  'locales/pt.json': '{}',
  'public/icon.svg': '',
  // A server that loads a part of itself only when it is asked for.
  'app/start.mjs': `
    console.log('started');
    process.stdin.once('data', async () => console.log((await import('./late.js')).text));`,
  'app/late.mjs': "export const text = 'first';",
};

/** A folder with the real entry point of the npm scripts, and little else. */
export class MiniatureProject {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    for (const [file, text] of Object.entries(STUBS)) this.write(file, text);
    for (const file of ['bin/celeste.mjs', 'bin/build.mjs', 'app/config/builds.server.mjs']) {
      cpSync(path.join(projectDir, file), path.join(folder, file));
    }
    symlinkSync(path.join(projectDir, 'node_modules/libsql'), path.join(folder, 'node_modules/libsql'));
    this.write('node_modules/@remix-run/dev/package.json', '{"type": "commonjs"}');
    this.write('node_modules/node-av/package.json', '{}');
    const installed = createHash('sha256');
    for (const part of ['{}', process.platform, process.arch]) installed.update(part).update('\0');
    this.write('node_modules/.celeste-installed', installed.digest('hex'));
  }

  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
    writeFileSync(path.join(this.folder, file), text);
  }

  read(file: string): string {
    return readFileSync(path.join(this.folder, file), 'utf8');
  }

  remove(file: string): void {
    rmSync(path.join(this.folder, file), { recursive: true, force: true });
  }

  /** Starts a command of the npm scripts. */
  run(command: string, env: Record<string, string> = {}): RunningCommand {
    const child = spawn(process.execPath, ['bin/celeste.mjs', command], {
      cwd: this.folder,
      env: { NODE_ENV: 'production', PATH: process.env.PATH, ...env },
    });
    return new RunningCommand(child);
  }
}

/** A command with what it has printed so far. */
export class RunningCommand {
  readonly process: ChildProcess;
  /** Settles with the exit code after all output; null after a signal. */
  readonly ended: Promise<number | null>;
  output = '';

  constructor(child: ChildProcess) {
    this.process = child;
    child.stdout?.on('data', (chunk) => (this.output += chunk));
    child.stderr?.on('data', (chunk) => (this.output += chunk));
    this.ended = new Promise((resolve) => child.once('close', resolve));
  }
}
