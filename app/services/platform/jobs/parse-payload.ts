import { z } from 'zod';
import { type JobName, jobKind } from '@/app/domain/jobs';

/** The error of a job whose payload does not fit its schema; no attempt could succeed. */
export class InvalidPayload extends Error {
  override readonly name = 'InvalidPayload';
}

export function parsePayload(name: JobName, payload: string): unknown {
  const parsed = jobKind(name).payload.safeParse(parseJson(name, payload));
  if (!parsed.success) throw new InvalidPayload(`${name}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function parseJson(name: JobName, payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    throw new InvalidPayload(`${name}: not JSON`);
  }
}
