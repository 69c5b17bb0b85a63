/** The service cannot cancel a booking; nobody at a desk waits longer. */
export const mostUndoSeconds = 15;

/** Of a new account, and of one from before it could choose. */
export const firstUndoSeconds = 5;
