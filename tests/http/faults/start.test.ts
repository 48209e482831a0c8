import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';

/** Ids of the processes that use a data folder, by their environment. */
function processesOf(dataDir: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${dataDir}\0`)
      );
    } catch {
      return false;
    }
  });
}

describe('both processes', () => {
  let celeste: RunningCeleste;

  beforeAll(async () => {
    celeste = await startCeleste();
  });

  afterAll(() => celeste.stop());

  it.each([
    ['start', 'npm start'],
    ['web', 'npm run web'],
  ] as const)(
    'exit with one line when their port is in use, before they touch a database (%s)',
    async (command, typed) => {
      const port = Number(new URL(celeste.address).port);
      const dataDir = `${celeste.dataDir}/second`;
      const { message } = (await startCeleste({ command, env: { PORT: String(port) }, dataDir }).catch(
        (error: Error) => error,
      )) as Error;
      expect(message).toBe(
        `Celeste did not start:\nPort ${port} is in use; choose another, for example PORT=${port + 1} ${typed}\n`,
      );
      expect(processesOf(dataDir)).toEqual([]);
      expect(existsSync(`${dataDir}/celeste.sqlite`)).toBe(false);
    },
  );

  it('stop on shutdown', async () => {
    expect(processesOf(celeste.dataDir)).toHaveLength(3);
    await celeste.stop();
    expect(processesOf(celeste.dataDir)).toEqual([]);
  });
});

it('does not wait for a hung process on shutdown', async () => {
  const celeste = await startCeleste();
  const worker = processesOf(celeste.dataDir).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker.js'),
  );
  process.kill(Number(worker), 'SIGSTOP');
  await celeste.stop();
  expect(processesOf(celeste.dataDir)).toEqual([]);
});
