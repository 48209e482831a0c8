import { describe, expect, it } from 'vitest';
import { PICTURE_SIDE, readPicture } from '@/app/domain/account/picture';
import { png, REAL_PICTURES } from '../../factories/pictures';

describe('a picture', () => {
  it.each(Object.entries(REAL_PICTURES))('is known by its content: %s', (name, bytes) => {
    const format = name.split(',')[0]!.toLowerCase();
    expect(readPicture(bytes)).toEqual({ format, width: 40, height: 30 });
  });

  it('is known by its content: PNG', () => {
    expect(readPicture(png(40, 30))).toEqual({ format: 'png', width: 40, height: 30 });
  });

  it('may stand anywhere in a larger buffer', () => {
    const around = Buffer.concat([Buffer.alloc(7, 0xff), png(40, 30)]);
    expect(readPicture(around.subarray(7))).toMatchObject({ width: 40, height: 30 });
  });

  it('has sides within bounds', () => {
    expect(readPicture(png(PICTURE_SIDE, 1))).not.toBeNull();
    expect(readPicture(png(PICTURE_SIDE + 1, 1))).toBeNull();
    expect(readPicture(png(1, PICTURE_SIDE + 1))).toBeNull();
    expect(readPicture(png(0, 1))).toBeNull();
  });

  const text = (content: string) => Buffer.from(content, 'latin1');

  it.each(
    Object.entries({
      nothing: Buffer.alloc(0),
      'a page': text('<html><script>alert(1)</script>'),
      'a drawing with scripts': text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      GIF: text('GIF89a\x28\x00\x1e\x00\x80\x00\x00;'),
      'the beginning of a PNG alone': png(40, 30).subarray(0, 8),
      'a PNG that breaks off': png(40, 30).subarray(0, -1),
      'a JPEG without a frame': text('\xff\xd8\xff\xe0\x00\x04ab\xff\xd9'),
      'a JPEG whose segment has no length': text(`\xff\xd8\xff\xe0${'\x00'.repeat(40)}`),
      'RIFF that is no WebP': text(`RIFF\x40\x00\x00\x00WAVE${'\x00'.repeat(60)}`),
    }),
  )('is not %s', (_name, bytes) => {
    expect(readPicture(bytes)).toBeNull();
  });

  it.each(Object.entries({ ...REAL_PICTURES, PNG: png(40, 30) }))(
    'that is cut off anywhere is read without a fault: %s',
    (_name, bytes) => {
      for (let length = 0; length < bytes.length; length += 1) readPicture(bytes.subarray(0, length));
    },
  );
});
