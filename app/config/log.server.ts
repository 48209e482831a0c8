import { mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { settings } from './env.server';
import { logContext } from './log-context.server';
import { LogStream } from './log-stream.server';
import { currentTraceId } from './tracing.server';

/** Never holds an e-mail address, name, code or text. A file in local mode keeps the terminal readable. */
export const log = pino(
  {
    base: { pid: process.pid },
    level: settings.logLevel,
    mixin: () => ({ ...logContext(), traceId: currentTraceId() }),
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
