import { crc32, deflateSync } from 'node:zlib';

type Bytes = Buffer<ArrayBuffer>;

/** A valid PNG of one colour. */
export function png(width: number, height: number): Bytes {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  // One byte per pixel, and a filter byte before each row.
  const rows = deflateSync(Buffer.alloc((width + 1) * height, 0));
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

function pngChunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, check]);
}

/** Made by ImageMagick, 40 by 30 pixels each, one per encoding. */
export const REAL_PICTURES: Record<string, Bytes> = Object.fromEntries(
  Object.entries({
    'JPEG, baseline':
      '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAeACgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAH/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCAKSSAAAAAAAAAA//Z',
    'JPEG, progressive':
      '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wgARCAAeACgDASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAIBBP/EABUBAQEAAAAAAAAAAAAAAAAAAAAE/9oADAMBAAIQAxAAAAHmSWUkUkSxbJrBrB//xAAUEAEAAAAAAAAAAAAAAAAAAABA/9oACAEBAAEFAif/xAAVEQEBAAAAAAAAAAAAAAAAAAAAEv/aAAgBAwEBPwG1rWtb/8QAFREBAQAAAAAAAAAAAAAAAAAAABL/2gAIAQIBAT8BhCEIQ//EABQQAQAAAAAAAAAAAAAAAAAAAED/2gAIAQEABj8CJ//EABQQAQAAAAAAAAAAAAAAAAAAAED/2gAIAQEAAT8hJ//aAAwDAQACAAMAAAAQ999yyy//xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oACAEDAQE/EEB//8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAgEBPxBf/wD/xAAVEAEBAAAAAAAAAAAAAAAAAAAAEf/aAAgBAQABPxCqqqqqqqqqqqqq/9k=',
    'WebP, lossy':
      'UklGRkwAAABXRUJQVlA4IEAAAABQAwCdASooAB4APpFGnkslo6KhpWgAsBIJZwB2AAByA+FZgAD+Ex//na2GIMeH//ylfoa7Gt7assmy8EWOAAAA',
    'WebP, lossless': 'UklGRh4AAABXRUJQVlA4TBEAAAAvJ0AHAAdQzK4Uuv+BiOh/AAA=',
    'WebP, extended':
      'UklGRnAAAABXRUJQVlA4WAoAAAAQAAAAJwAAHQAAQUxQSAoAAAABB9C/iAhERP8DVlA4IEAAAABQAwCdASooAB4APpFGnkslo6KhpWgAsBIJZwB2AAByA+FZgAD+Ex//na2GIMeH//ylfoa7Gt7assmy8EWOAAAA',
  }).map(([name, text]) => [name, Buffer.from(text, 'base64')]),
);
