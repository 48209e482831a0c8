/** A part of a stream's bytes. */
export interface Piece {
  bytes: Buffer;
  /** Nothing comes after it. */
  isLast: boolean;
}

/**
 * Cuts a stream into pieces of `pieceBytes`. The last one is what is left: at least a byte, unless there was
 * none at all.
 */
export async function* piecesOf(
  source: AsyncIterable<Buffer | string>,
  pieceBytes: number,
): AsyncGenerator<Piece> {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  for await (const chunk of source) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    waiting.push(bytes);
    waitingBytes += bytes.length;
    if (waitingBytes <= pieceBytes) continue;
    let all = Buffer.concat(waiting);
    for (; all.length > pieceBytes; all = all.subarray(pieceBytes)) {
      yield { bytes: all.subarray(0, pieceBytes), isLast: false };
    }
    waiting = [all];
    waitingBytes = all.length;
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}
