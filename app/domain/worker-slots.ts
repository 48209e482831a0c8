const GIBIBYTE = 1024 ** 3;

/** Limited by the cores, and by memory at 2 GiB a recording with 2 GiB for the rest (docs/operating.md). */
export function workerSlots(cores: number, memoryBytes: number): number {
  return Math.max(1, Math.min(cores, Math.floor((memoryBytes - 2 * GIBIBYTE) / (2 * GIBIBYTE))));
}
