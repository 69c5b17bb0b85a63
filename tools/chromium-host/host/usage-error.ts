/** Something the person at the terminal can mend; its message is one line and needs no stack. */
export class UsageError extends Error {}
