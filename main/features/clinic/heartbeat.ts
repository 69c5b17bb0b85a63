import type { Clock } from "../../platform/ports.ts";
import type { DeskKeys } from "./desk-keys.ts";
import type { HubAddress, HubClient } from "./hub-client.ts";
import { signHeartbeat } from "./push.ts";
import type { ClinicLineState } from "./standing.ts";

type Options = {
  readonly at: ClinicLineState;
  readonly keys: DeskKeys;
  readonly hub: HubAddress;
  readonly client: HubClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** It has just told how far it has read, as the others do. */
  readonly onBeat: () => void;
};

/** Milliseconds between two. */
const beat = 60_000;

/** Tells the hub every minute how far this desk has read, while it answers. Returns what ends that. */
export function startHeartbeat({ at, keys, hub, client, clock, signal, isOver, onBeat }: Options) {
  let cancel = (): void => undefined;
  function waitAndBeat(): void {
    cancel = clock.after(beat, () => {
      if (isOver()) return;
      const { clinic, desk, generation, head: read } = at.kept();
      const input = signHeartbeat(keys, { clinic, desk, generation, read, at: clock.now().toISOString() });
      if (at.state().line === "up") {
        void client(hub, "heartbeat", { ids: { clinic }, input, signal });
        onBeat();
      }
      waitAndBeat();
    });
  }
  waitAndBeat();
  return (): void => cancel();
}
