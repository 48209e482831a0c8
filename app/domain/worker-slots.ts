const GIBIBYTE = 1024 ** 3;

/**
 * How many recordings one machine works on at once: by its cores, and 2 GiB each beside 2 GiB for the rest. The
 * README has the estimate of what each set of models takes of those.
 */
export function workerSlots(cores: number, memoryBytes: number): number {
  return Math.max(1, Math.min(cores, Math.floor((memoryBytes - 2 * GIBIBYTE) / (2 * GIBIBYTE))));
}
