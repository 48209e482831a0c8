/** Whether an answer of the payment company, by when it was asked for, is not older than the one we keep. */
export const isNewer = (askedAt: Date, { observedAt }: { observedAt: Date | null }): boolean =>
  observedAt === null || askedAt >= observedAt;
