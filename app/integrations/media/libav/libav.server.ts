import { fork, type IOType } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { childScript } from '@/app/config/child-script.server';
import type { MediaDecoder } from '../port';
import { createProcessDecoder, type DecoderLimits } from '../process-decoder.server';
import { childEnvironment } from '../run-child.server';

/** Creates a decoder that uses the libav of an npm package, for machines without ffmpeg. */
export function createLibavDecoder(limits?: DecoderLimits): MediaDecoder {
  return createProcessDecoder(
    {
      name: 'libav',
      startProbe: (inputPath, longestMs) => start(['probe', inputPath, String(longestMs)]),
      async parseProbe(stdout) {
        const answer = await text(stdout);
        return answer ? JSON.parse(answer) : null;
      },
      startDecode: (inputPath, audio) => start(['decode', inputPath, JSON.stringify(audio)]),
      startFollow: () => start(['follow'], 'pipe'),
      startEncode: (samplesPath, kbitPerSecond) => start(['encode', samplesPath, String(kbitPerSecond)]),
      interpretExitCode: (exitCode) => (exitCode === 0 ? 'done' : 'broken'),
    },
    limits,
  );
}

function start(args: string[], stdin: IOType = 'ignore') {
  const { path, execArgv } = childScript('app/integrations/media/libav/child.ts');
  return fork(path, args, { execArgv, env: childEnvironment, stdio: [stdin, 'pipe', 'pipe', 'ipc'] });
}
