const GIBIBYTE = 1024 ** 3;

/**
 * Number of recordings a machine transcribes concurrently: limited by its cores, and by memory at 2 GiB each
 * with 2 GiB reserved for the rest. docs/operating.md has the memory estimate of each set of models.
 */
export function workerSlots(cores: number, memoryBytes: number): number {
  return Math.max(1, Math.min(cores, Math.floor((memoryBytes - 2 * GIBIBYTE) / (2 * GIBIBYTE))));
}
