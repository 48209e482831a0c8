import { z } from 'zod';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { submissionIdOf } from '@/app/http/api/idempotency-key';
import { operation } from '@/app/http/api/operation';
import { assertCalendar, assertCalendarOwner } from '@/app/http/api/require-owner';
import { linkByToken } from '@/app/services/calendar/link/finish-link.server';
import { renewAccess } from '@/app/services/calendar/link/renew-access.server';
import { unlinkCalendar } from '@/app/services/calendar/link/unlink-calendar.server';
import { withCalendar } from '@/app/services/calendar/with-calendar.server';

const tag = 'calendar';
const access = 'sign-in';
const path = '/google/access-token';
const token = z.string().min(1).max(4096);
const OWNER_ERRORS: AppErrorCode[] = ['api.subscription-required', 'account.owner-only'];
const SERVICE_ERRORS: AppErrorCode[] = [...OWNER_ERRORS, 'calendar.not-set-up', 'calendar.unavailable'];
const ACCESS_ERRORS: AppErrorCode[] = [...SERVICE_ERRORS, 'calendar.unlinked'];

/** The link to Google Calendar, for the token of a sign-in alone: its access token opens a whole calendar. */
export const calendar = [
  operation({
    ...{ id: 'calendarAccess', method: 'GET', path, tag, access },
    answer: z.object({ access_token: z.string().nullable() }),
    errors: ACCESS_ERRORS,
    handle: async ({ caller }) => {
      assertCalendar(caller);
      const access_token = await withCalendar(caller.user.id, (linked) => linked.accessToken(false)).catch(
        (error: unknown) => {
          if (error instanceof AppError && error.code === 'calendar.not-linked') return null;
          throw error;
        },
      );
      return { access_token };
    },
  }),

  operation({
    ...{ id: 'linkCalendar', method: 'POST', path, tag, access },
    body: z.object({ access_token: token, refresh_token: token }),
    errors: [...SERVICE_ERRORS, 'account.login-required', 'calendar.scope-missing', 'calendar.token-invalid'],
    example: { body: { access_token: 'ya29.a0AfB_byC', refresh_token: '1//0gLx' } },
    handle: async ({ caller, body }) => {
      assertCalendar(caller);
      await linkByToken(caller.user.id, body.refresh_token);
      return null;
    },
  }),

  operation({
    ...{ id: 'unlinkCalendar', method: 'DELETE', path, tag, access },
    errors: [...OWNER_ERRORS, 'account.login-required'],
    handle: async ({ caller, request }) => {
      // A link outlives the settings that it was made under.
      assertCalendarOwner(caller);
      await unlinkCalendar({ userId: caller.user.id, submissionId: submissionIdOf(request) });
      return null;
    },
  }),

  operation({
    ...{ id: 'renewCalendarAccess', method: 'POST', path: '/google/refresh-token', tag, access },
    answer: z.object({ access_token: z.string() }),
    errors: [...ACCESS_ERRORS, 'calendar.not-linked'],
    handle: async ({ caller }) => {
      assertCalendar(caller);
      return { access_token: await renewAccess(caller.user.id) };
    },
  }),
];
