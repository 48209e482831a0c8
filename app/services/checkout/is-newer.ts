/** Whether a provider state requested at `requestedAt` is not older than the one applied last. */
export const isNewer = (askedAt: Date, { observedAt }: { observedAt: Date | null }): boolean =>
  observedAt === null || askedAt >= observedAt;
