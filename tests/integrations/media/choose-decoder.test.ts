import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseMediaDecoder } from '@/app/integrations/media/index.server';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'celeste-choice-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function folderWith(name: string, programs: string[], mode = 0o755): Promise<string> {
  const place = path.join(folder, name);
  await mkdir(place);
  for (const program of programs) {
    await writeFile(path.join(place, program), '');
    await chmod(path.join(place, program), mode);
  }
  return place;
}

describe('chooseMediaDecoder', () => {
  it('chooses ffmpeg when both programs are on the path, also in two folders and through a symbolic link', async () => {
    const one = await folderWith('one', ['ffmpeg']);
    const other = await folderWith('other', []);
    await writeFile(path.join(folder, 'real-ffprobe'), '', { mode: 0o755 });
    await symlink(path.join(folder, 'real-ffprobe'), path.join(other, 'ffprobe'));
    expect(chooseMediaDecoder([one, other].join(path.delimiter)).name).toBe('ffmpeg');
  });

  it('chooses libav when one of them is missing', async () => {
    expect(chooseMediaDecoder(await folderWith('half', ['ffmpeg'])).name).toBe('libav');
    expect(chooseMediaDecoder('').name).toBe('libav');
  });

  it('chooses libav when a program is not executable', async () => {
    expect(chooseMediaDecoder(await folderWith('text', ['ffmpeg', 'ffprobe'], 0o644)).name).toBe('libav');
    const folders = path.join(folder, 'folders');
    await mkdir(path.join(folders, 'ffmpeg'), { recursive: true });
    await mkdir(path.join(folders, 'ffprobe'));
    expect(chooseMediaDecoder(folders).name).toBe('libav');
  });

  it('ignores relative folders', async () => {
    const place = await folderWith('near', ['ffmpeg', 'ffprobe']);
    expect(chooseMediaDecoder(path.relative(process.cwd(), place)).name).toBe('libav');
  });
});
