/** Days an ARMAZENADO file is kept. */
export const STORED_DAYS = 30;

/** Days before its deletion at which the owner of an ARMAZENADO file is told. */
export const DELETION_NOTICE_DAYS = 3;

/** After how many days the audio of finished transcriptions may be deleted, where its owner wants that. */
export const AUDIO_DAYS = [7, 30, 90, 365] as const;
