import { settings } from '@/app/config/env.server';
import { createGoogleCalendar } from './google.server';
import type { CalendarService } from './port';

/** Null when the operator has set up none. */
export const calendarService: CalendarService | null =
  settings.googleCalendar &&
  createGoogleCalendar({ ...settings.googleCalendar, redirectUri: `${settings.publicUrl}/google/callback` });
