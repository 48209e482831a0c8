/** A recording that one request brings as a whole. */
export interface PlainUpload {
  announcedBytes: number;
  receivedBytes: number;
}

/**
 * By person, those under way in this process: they end with it. Where several machines serve one Celeste, each of
 * them bounds its own.
 */
const underWay = new Map<number, Set<PlainUpload>>();

/** Counts a plain upload among its person's while `take` lasts, which says how many of its bytes have arrived. */
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

/** A person's plain uploads under way. */
export const plainUploadsOf = (userId: number): PlainUpload[] => [...(underWay.get(userId) ?? [])];

/** What they have announced and not sent yet, in bytes. */
export const plainBytesToCome = (userId: number): number =>
  plainUploadsOf(userId).reduce(
    (sum, { announcedBytes, receivedBytes }) => sum + Math.max(0, announcedBytes - receivedBytes),
    0,
  );
