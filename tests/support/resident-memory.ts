import { readFileSync } from 'node:fs';
import type { RunningCeleste } from './celeste';

const INTERVAL_MS = 50;

/** Resident memory of the server process in MB (proc(5)). Linux only. */
function residentMb({ process: { pid } }: RunningCeleste): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}

/** @returns resident memory before the work, and its peak meanwhile, in MB */
export async function peakDuring(celeste: RunningCeleste, work: () => Promise<void>) {
  const idle = residentMb(celeste);
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMb(celeste));
  }, INTERVAL_MS);
  await work().finally(() => clearInterval(watch));
  return { idle, peak };
}

export const describeGrowth = ({ idle, peak }: { idle: number; peak: number }, gigabytes: number) =>
  `idle ${idle.toFixed(0)} MB, peak during ${gigabytes} GB ${peak.toFixed(0)} MB, growth ${(peak - idle).toFixed(0)} MB (target ≤ 50 MB)`;
