import { settings } from '@/app/config/env.server';
import { chatSummarizer } from './chat.server';
import { extractive } from './extractive';
import type { Summarizer } from './port';

export const summarizer: Summarizer = settings.summary ? chatSummarizer(settings.summary) : extractive;
