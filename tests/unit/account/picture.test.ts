import { describe, expect, it } from 'vitest';
import { MAX_PICTURE_SIDE_PX, readPicture } from '@/app/domain/account/picture';
import { png, REAL_PICTURES } from '@/tests/factories/pictures';

describe('readPicture', () => {
  it.each(Object.entries(REAL_PICTURES))(
    'detects the format and size from the content: %s',
    (name, bytes) => {
      const format = name.split(',')[0]!.toLowerCase();
      expect(readPicture(bytes)).toEqual({ format, width: 40, height: 30 });
    },
  );

  it('detects the format and size from the content: PNG', () => {
    expect(readPicture(png(40, 30))).toEqual({ format: 'png', width: 40, height: 30 });
  });

  it('reads a picture at an offset of a larger buffer', () => {
    const around = Buffer.concat([Buffer.alloc(7, 0xff), png(40, 30)]);
    expect(readPicture(around.subarray(7))).toMatchObject({ width: 40, height: 30 });
  });

  it('rejects dimensions out of bounds', () => {
    expect(readPicture(png(MAX_PICTURE_SIDE_PX, 1))).not.toBeNull();
    expect(readPicture(png(MAX_PICTURE_SIDE_PX + 1, 1))).toBeNull();
    expect(readPicture(png(1, MAX_PICTURE_SIDE_PX + 1))).toBeNull();
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
  )('rejects %s', (_name, bytes) => {
    expect(readPicture(bytes)).toBeNull();
  });

  it.each(Object.entries({ ...REAL_PICTURES, PNG: png(40, 30) }))(
    'does not throw on a truncated picture: %s',
    (_name, bytes) => {
      for (let length = 0; length < bytes.length; length += 1) readPicture(bytes.subarray(0, length));
    },
  );
});
