import type { MeetingBot } from './port';

export declare const meetingBot: MeetingBot;
