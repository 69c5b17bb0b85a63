/** The first argument of Electron's preventable events. */
export interface PreventableEvent {
  preventDefault(): void;
  readonly defaultPrevented: boolean;
}

/** Makes an event object with the given details on it. Getters among the details stay getters. */
export function createEvent<T extends object>(details: T): PreventableEvent & T {
  let prevented = false;
  const event = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(details)) as T;
  return Object.defineProperties(event, {
    preventDefault: {
      value: () => {
        prevented = true;
      },
    },
    defaultPrevented: { get: () => prevented },
  }) as PreventableEvent & T;
}
