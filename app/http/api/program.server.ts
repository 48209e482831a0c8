import type { Program } from '@/app/services/api/sign-in.server';
import type { Call } from './operation';

/** The program that sends a call. */
export const programOf = ({ request, context, language }: Call<unknown, unknown>) =>
  ({
    address: context.address,
    userAgent: request.headers.get('User-Agent') ?? '',
    isDirect: context.isDirect,
    language,
  }) satisfies Program & { isDirect: boolean };
