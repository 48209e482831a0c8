import type { EventSubject } from '@/app/domain/webhook/events';

/** What an event happened to, of its row. */
export const subjectOf = ({ publicId, title }: { publicId: string; title: string }): EventSubject => ({
  id: publicId,
  title,
});
