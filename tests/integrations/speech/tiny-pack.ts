import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectDir } from '@/app/config/env.server';
import { type Pack, packDir, parsePack, readPack } from '@/app/integrations/speech/local/pack.server';

/**
 * A downloadable pack with the demonstration models: the archive contains the smallest three, the rest are
 * single files. The archive also contains members with paths outside of it (path traversal), a link, and an
 * unlisted file.
 */
export const ARCHIVE = 'asr/tiny-models.tar.bz2';
export const ENCODER = 'asr/encoder.onnx';

const demo = readPack('demo');
const demoFile = (name: string) => readFileSync(path.join(packDir(demo, ''), name));

/** Files of the pack's download server. */
export const tinyFiles: Record<string, Buffer> = {
  [ARCHIVE]: readFileSync(path.join(projectDir, 'tests/integrations/speech/fixtures/tiny-models.tar.bz2')),
  [ENCODER]: demoFile('tdt/encoder.onnx'),
  'asr/vad.onnx': demoFile('vad.onnx'),
  'speakers/segmentation.onnx': demoFile('segmentation.onnx'),
  'speakers/embedding.onnx': demoFile('embedding.onnx'),
};

function described(file: string) {
  const bytes = tinyFiles[file]!;
  return { path: file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** The pack's manifest, with its downloads at `address`. */
export function tinyPack(address: string, changes: object = {}): Pack {
  const { sha256: _, ...settings } = demo;
  return parsePack(
    JSON.stringify({
      ...settings,
      name: 'tiny',
      model: 'tiny-model',
      files: {
        encoder: 'models/encoder.onnx',
        decoder: 'models/decoder.onnx',
        joiner: 'models/joiner.onnx',
        tokens: 'tokens.txt',
        vad: 'vad.onnx',
        segmentation: 'segmentation.onnx',
        embedding: 'embedding.onnx',
      },
      downloadsFrom: address,
      downloads: [
        {
          ...described(ARCHIVE),
          members: {
            'tiny-models/decoder.onnx': 'models/decoder.onnx',
            'tiny-models/joiner.onnx': 'models/joiner.onnx',
            'tiny-models/tokens.txt': 'tokens.txt',
          },
        },
        { ...described(ENCODER), target: 'models/encoder.onnx' },
        { ...described('asr/vad.onnx'), target: 'vad.onnx' },
        { ...described('speakers/segmentation.onnx'), target: 'segmentation.onnx' },
        { ...described('speakers/embedding.onnx'), target: 'embedding.onnx' },
      ],
      ...changes,
    }),
  );
}
