/** Whether a provider state requested at `requestedAt` is not older than the one applied last. */
export const isNewer = (requestedAt: Date, { observedAt }: { observedAt: Date | null }): boolean =>
  observedAt === null || requestedAt >= observedAt;
