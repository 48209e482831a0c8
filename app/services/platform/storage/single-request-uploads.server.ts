/** A recording sent in one request, as opposed to a resumable upload. */
export interface SingleRequestUpload {
  announcedBytes: number;
  receivedBytes: number;
}

/** By user id; they end with the process. With several servers, each limits only its own. */
const inFlight = new Map<number, Set<SingleRequestUpload>>();

/** Counts a single-request upload as in flight while `take` runs; `take` updates its `receivedBytes`. */
export async function trackSingleRequestUpload<T>(
  userId: number,
  announcedBytes: number,
  take: (upload: SingleRequestUpload) => Promise<T>,
): Promise<T> {
  const upload = { announcedBytes, receivedBytes: 0 };
  const uploads = inFlight.get(userId) ?? new Set();
  inFlight.set(userId, uploads.add(upload));
  try {
    return await take(upload);
  } finally {
    uploads.delete(upload);
    if (uploads.size === 0) inFlight.delete(userId);
  }
}

export const singleRequestUploadsOf = (userId: number): SingleRequestUpload[] => [
  ...(inFlight.get(userId) ?? []),
];

/** Bytes that the user's single-request uploads have announced and not sent yet. */
export const pendingSingleRequestBytes = (userId: number): number =>
  singleRequestUploadsOf(userId).reduce(
    (sum, { announcedBytes, receivedBytes }) => sum + Math.max(0, announcedBytes - receivedBytes),
    0,
  );
