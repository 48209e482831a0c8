export interface Chunk {
  bytes: Buffer;
  isLast: boolean;
}

/** The last chunk is the remainder: at least one byte, unless the stream is empty. */
export async function* chunksOf(
  source: AsyncIterable<Buffer | string>,
  chunkBytes: number,
): AsyncGenerator<Chunk> {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  for await (const chunk of source) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    waiting.push(bytes);
    waitingBytes += bytes.length;
    if (waitingBytes <= chunkBytes) continue;
    let all = Buffer.concat(waiting);
    for (; all.length > chunkBytes; all = all.subarray(chunkBytes)) {
      yield { bytes: all.subarray(0, chunkBytes), isLast: false };
    }
    waiting = [all];
    waitingBytes = all.length;
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}
