const SAMPLE_BYTES = 64 * 1024;

/** Tells whether a file chosen after a reload is the same. Not secret, so a short hash (FNV-1a) is enough. */
export async function fingerprintOf(file: File): Promise<string> {
  const ends = [file.slice(0, SAMPLE_BYTES), file.slice(-SAMPLE_BYTES)];
  const hashes = await Promise.all(ends.map(async (end) => fnv1a(new Uint8Array(await end.arrayBuffer()))));
  return [file.lastModified, ...hashes].join(' ');
}

function fnv1a(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
