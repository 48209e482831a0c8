import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { databaseIn, newestMail, type RunningCeleste } from '../support/celeste';
import { RunningCommand } from '../support/miniature-project';
import { signUp, type TestUser } from '../support/test-user';
import { until } from '../support/until';

const FORMATS = ['txt', 'pdf', 'docx', 'srt', 'vtt', 'json'];
/** The machine may still be busy with what made the installation. */
const PATIENCE_MS = 300_000;
const PAGES = ['/dashboard', '/transcriptions', '/documents', '/wallet', '/account'];

/**
 * Uses an installation without sources and compilers: migrates, starts all, transcribes a recording and asks for
 * pages and files.
 * @param folder what the image has in /app
 * @param dataDir a new folder
 * @returns numbers of what was asked for
 */
export async function useInstallation(folder: string, dataDir: string) {
  const run = (command: string) =>
    new RunningCommand(
      spawn(process.execPath, ['bin/celeste.mjs', command], {
        cwd: folder,
        env: {
          ...{ PATH: process.env.PATH, NODE_ENV: 'production', CELESTE_PREBUILT: '1' },
          ...{ DATA_DIR: dataDir, PORT: '0', SPEECH_MODELS: 'demo' },
        },
      }),
    );
  const migration = run('migrate');
  if ((await migration.ended) !== 0) throw new Error(migration.output);
  const server = run('start');
  try {
    const start = () => /Celeste is at (\S+)/.exec(server.output)?.[1];
    await until(start, { what: () => `the start of Celeste:\n${server.output}`, timeoutMs: PATIENCE_MS });
    const celeste: RunningCeleste = {
      ...{ address: start()!, dataDir, database: databaseIn(dataDir), process: server.process },
      output: () => server.output,
      mailTo: (email) => newestMail(path.join(dataDir, 'mail'), email),
      stop: async () => undefined,
    };
    const person = await signUp(celeste);
    const transcript = await transcribeSample(person);
    await person.post(transcript, { intent: 'confidence' });
    const files = [...FORMATS.map((format) => `${transcript}/export.${format}`), `${transcript}/audio`];
    for (const address of [...PAGES, transcript, ...files]) {
      const { status } = await person.get(address);
      if (status !== 200) throw new Error(`${address} answered ${status}:\n${server.output}`);
    }
    return { pages: PAGES.length + 1, files: files.length };
  } finally {
    server.process.kill('SIGTERM');
    if (server.process.exitCode === null) await once(server.process, 'exit');
  }
}

/** @returns the path of the transcription */
async function transcribeSample(person: TestUser): Promise<string> {
  await person.post('/transcriptions', { intent: 'sample' });
  let list = '';
  const isReady = async () => {
    list = (await person.get('/transcriptions')).body;
    return list.includes('data-status="succeeded"');
  };
  await until(isReady, { what: 'the text of the sample', timeoutMs: PATIENCE_MS, intervalMs: 2_000 });
  return /data-status="succeeded">.*?<a href="([^"]*)"/.exec(list)![1]!;
}
