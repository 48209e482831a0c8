import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Arguments of Node for one check; a build that fails is one too. */
export type Check = string[];

export const types: Check = ['node_modules/typescript/bin/tsc', '--noEmit'];
export const lint: Check = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'];
export const unusedExports: Check = ['node_modules/knip/bin/knip.js', '--no-progress'];
export const build: Check = ['bin/celeste.mjs', 'build'];
export const tests = (...options: string[]): Check => ['node_modules/vitest/vitest.mjs', 'run', ...options];

/** Runs checks at the same time, forwards stop signals to them, and tells whether all passed. */
export async function pass(checks: Check[]): Promise<boolean> {
  const running = checks.map((check) => spawn(process.execPath, check, { stdio: 'inherit' }));
  const forward = (signal: NodeJS.Signals) => running.forEach((child) => void child.kill(signal));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, forward);
  const ended = await Promise.all(running.map((child) => once(child, 'exit')));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, forward);
  return ended.every(([status]) => status === 0);
}
