import type { Asking, LogAttempt, LogItem } from "../../shared/clinic/log/item.ts";

/** Who asks, in the first generation of the hub's database, unless the test says otherwise. */
export const asking = (desk: string, more: Partial<Asking> = {}): Asking => ({
  desk,
  generation: 0,
  awaited: [],
  ...more,
});

/** An item of desk "a" that waits there, and of which nothing was sent. */
export const sharedItem = (more: Partial<LogItem> = {}): LogItem => ({
  item: "i",
  maker: "a",
  holder: "a",
  epoch: 1,
  sharedIn: 0,
  decidedIn: null,
  mustDecide: false,
  ended: null,
  attempts: [],
  ...more,
});

/** An attempt of desk "a" that may have arrived. */
export const unclear = (attempt: string, more: Partial<LogAttempt> = {}): LogAttempt => ({
  attempt,
  desk: "a",
  state: "unclear",
  named: false,
  inherited: false,
  ...more,
});
