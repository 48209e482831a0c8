import { mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { settings } from './env.server';
import { LogStream } from './log-stream.server';

/**
 * Structured log with ids and numbers; never an e-mail address, a name, a code or a text. In local mode it
 * goes to a file, so that the terminal stays readable; else to standard output.
 */
export const log = pino(
  {
    base: { pid: process.pid },
    redact: ['*.email', '*.token', 'req.headers', 'res.headers'],
    serializers: { error: pino.stdSerializers.err },
  },
  destination(),
);

function destination() {
  return new LogStream(settings.isLocal ? openFile() : process.stdout.fd, (lines) =>
    log.warn({ lines }, 'the log could not be written for a while, and lost lines'),
  );
}

function openFile(): number {
  const file = path.join(settings.dataDir, 'log', 'celeste.log');
  mkdirSync(path.dirname(file), { recursive: true });
  return openSync(file, 'a');
}
