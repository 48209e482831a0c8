/** A recording sent in one request, as opposed to a resumable upload. */
export interface PlainUpload {
  announcedBytes: number;
  receivedBytes: number;
}

/**
 * Uploads in flight in this process, by user id; they end with the process. With several servers, each limits
 * only its own.
 */
const underWay = new Map<number, Set<PlainUpload>>();

/** Counts a single-request upload as in flight while `take` runs; `take` updates its `receivedBytes`. */
export async function whileUnderWay<T>(
  userId: number,
  announcedBytes: number,
  take: (upload: PlainUpload) => Promise<T>,
): Promise<T> {
  const upload = { announcedBytes, receivedBytes: 0 };
  const theirs = underWay.get(userId) ?? new Set();
  underWay.set(userId, theirs.add(upload));
  try {
    return await take(upload);
  } finally {
    theirs.delete(upload);
    if (theirs.size === 0) underWay.delete(userId);
  }
}

export const plainUploadsOf = (userId: number): PlainUpload[] => [...(underWay.get(userId) ?? [])];

/** Bytes that the user's single-request uploads have announced and not sent yet. */
export const plainBytesToCome = (userId: number): number =>
  plainUploadsOf(userId).reduce(
    (sum, { announcedBytes, receivedBytes }) => sum + Math.max(0, announcedBytes - receivedBytes),
    0,
  );
