export const QUESTION_LENGTH = 5_000;
export const QUESTIONS_PER_USER = { most: 5, windowMs: 3_600_000 };
/** Rate limit of questions per IP address; many users share one. */
export const QUESTIONS_PER_ADDRESS = { most: 20, windowMs: 3_600_000 };
