import { createApi } from '@/app/http/api/answer-api.server';
import { operations } from './operations';

/** Every address below /api, by the table of operations. */
export const loader = createApi(operations);
export const action = createApi(operations);
