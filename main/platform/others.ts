/** Lets what waits meanwhile go first, such as a key press, in the midst of long work. */
export const waitForOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
