import type { AppErrorCode } from '@/app/domain/errors';

/** Fields that do not meet their schema. */
export class InvalidFields extends Error {
  readonly codes: Record<string, AppErrorCode>;

  constructor(codes: Record<string, AppErrorCode>) {
    super('a form has invalid fields');
    this.codes = codes;
  }
}
