import type { PracticeDelivery } from "../../../shared/webhooks/routes.ts";

export const keptAtMost = 100;

/** The deliveries that arrived since and those read before: the newest first, each attempt once. */
export function mergeDeliveries(
  arrived: readonly PracticeDelivery[],
  read: readonly PracticeDelivery[],
): readonly PracticeDelivery[] {
  const keyOf = ({ id, attempt }: PracticeDelivery): string => `${id}/${String(attempt)}`;
  const all = new Map([...read, ...arrived].map((delivery) => [keyOf(delivery), delivery]));
  return [...all.values()].toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, keptAtMost);
}

/** The receiver took it. */
export const isTaken = ({ status }: PracticeDelivery): boolean =>
  status !== null && status >= 200 && status < 300;

/** JSON indented; anything else as it is. */
export function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
