import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { useInstallation } from './installation';
import type { Soak } from './soak';

const projectDir = path.resolve(import.meta.dirname, '../..');
const DOCKERFILE = path.join(projectDir, 'deploy/container/Dockerfile');

/** Commands that change the system rather than /app; their programs have to be installed here. */
const OF_THE_SYSTEM = /^(apt-get|install -d)/;

interface Instruction {
  name: string;
  rest: string;
}

/** Instructions of the Dockerfile, without comments and with continued lines joined. */
function instructionsOf(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return lines
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => {
      const [name = '', ...rest] = line.split(' ');
      return { name, rest: rest.join(' ') };
    });
}

/** Copies the files that are under version control or would be: a clean checkout. */
function checkOut(folder: string): void {
  const options = { cwd: projectDir, encoding: 'utf8' as const, maxBuffer: 2 ** 26 };
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], options);
  for (const file of files.trim().split('\n')) {
    if (!/^(tests|docs|\.ci|deploy)\//.test(file))
      cpSync(path.join(projectDir, file), path.join(folder, file));
  }
}

/** Replays the stages of the Dockerfile, each in a folder that stands for /app. */
class Replay {
  readonly #parent: string;
  readonly #context: string;
  readonly #env: NodeJS.ProcessEnv;
  #stage = '';
  commands = 0;

  constructor(parent: string) {
    this.#parent = parent;
    this.#context = path.join(parent, 'context');
    this.#env = { NODE_ENV: 'production', PATH: process.env.PATH, HOME: process.env.HOME };
    checkOut(this.#context);
  }

  /** @returns the folder of the last stage */
  run(): string {
    for (const instruction of instructionsOf(readFileSync(DOCKERFILE, 'utf8'))) this.#follow(instruction);
    return this.#stage;
  }

  #follow({ name, rest }: Instruction): void {
    if (name === 'FROM') this.#stage = this.#folderOf(/ AS (\w+)$/.exec(rest)?.[1] ?? 'image');
    if (name === 'COPY') this.#copy(rest.split(' '));
    if (name === 'RUN' && !OF_THE_SYSTEM.test(rest)) this.#execute(rest);
  }

  #folderOf(stage: string): string {
    const folder = path.join(this.#parent, stage);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** As Docker does: a folder's contents, a file under its name where the target ends with a slash. */
  #copy([first = '', ...rest]: string[]): void {
    const from = /^--from=(\w+)$/.exec(first)?.[1];
    const words = from ? rest : [first, ...rest];
    const target = words.at(-1)!;
    for (const source of words.slice(0, -1)) {
      const inside = source.replace(/^\/app\//, '');
      const found = path.join(from ? this.#folderOf(from) : this.#context, inside);
      const end = statSync(found).isFile() ? path.join(target, path.basename(found)) : target;
      cpSync(found, path.join(this.#stage, end), { recursive: true, verbatimSymlinks: true });
    }
  }

  #execute(command: string): void {
    this.commands += 1;
    process.stdout.write(`  ${path.basename(this.#stage)}: ${command}\n`);
    const options = { cwd: this.#stage, env: this.#env, encoding: 'utf8' as const, maxBuffer: 2 ** 26 };
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], options);
    if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}\n${stderr}`);
  }
}

const MAX_PACKAGES_MB = 350;

/**
 * Replays the commands of the Dockerfile in clean folders, where no engine for containers is needed, and uses the
 * result: what the base image and Debian's packages do is not part of it.
 */
export const soak: Soak = async () => {
  const parent = path.join(process.env.DATA_DIR!, 'image');
  mkdirSync(parent);
  const replay = new Replay(parent);
  const folder = replay.run();
  const sizeOf = (name: string) =>
    Number(execFileSync('du', ['-sm', name], { cwd: folder, encoding: 'utf8' }).split('\t')[0]);
  const packagesMb = sizeOf('node_modules');
  if (packagesMb > MAX_PACKAGES_MB) throw new Error(`The packages are ${packagesMb} MB`);
  const used = await useInstallation(folder, path.join(parent, 'data'));
  const figures = { commands: replay.commands, packagesMb, buildMb: sizeOf('build'), ...used };
  rmSync(parent, { recursive: true });
  return figures;
};
