import { createStore, type StoreApi } from "zustand/vanilla";
import type { ManagedField } from "../../shared/policy/policy.ts";
import type { DeskPolicy, ProxyState } from "../../shared/policy/routes.ts";
import type { Bridge } from "./ipc.ts";
import type { Flushes } from "./flush.ts";
import type { NavigationState } from "./navigation.ts";

/** What the organization sets here, and a proxy that asks; null until main has answered. */
export type PolicyStoreState = { readonly policy: DeskPolicy | null; readonly proxy: ProxyState | null };

export const createPolicyStore = (): StoreApi<PolicyStoreState> =>
  createStore(() => ({ policy: null, proxy: null }));

/** Whether that is the organization's to say. */
export const isSet = ({ policy }: Pick<PolicyStoreState, "policy">, field: ManagedField): boolean =>
  policy?.sets.includes(field) === true;

type Parts = {
  readonly policy: StoreApi<PolicyStoreState>;
  readonly navigation: StoreApi<NavigationState>;
  readonly flushes: Flushes;
  readonly bridge: Bridge;
};

/** Milliseconds between two looks whether somebody is still in the middle of something. */
const lookEvery = 1_000;

/**
 * Reads both and keeps them fresh. A policy that changed comes into force once nobody is in the middle of anything here.
 * Answers how to stop.
 */
export function subscribePolicy({ policy: store, navigation, flushes, bridge }: Parts): () => void {
  let latest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const takeWhenQuiet = (): void => {
    clearTimeout(timer);
    if (store.getState().policy?.waits !== true) return;
    if (flushes.isAnyOpen()) timer = setTimeout(takeWhenQuiet, lookEvery);
    else void bridge.call("policy.take", {});
  };
  const read = async (): Promise<void> => {
    const serial = (latest += 1);
    const answer = await bridge.call("policy.get", {});
    if (!answer.ok || serial !== latest) return;
    store.setState({ policy: answer.value });
    takeWhenQuiet();
  };
  const readProxy = async (): Promise<void> => {
    const answer = await bridge.call("proxy.get", {});
    if (answer.ok) store.setState({ proxy: answer.value });
  };
  const stops = [
    bridge.listen("policy.changed", () => void read()),
    // Of practice less is set.
    bridge.listen("session.changed", () => void read()),
    bridge.listen("proxy.changed", (proxy) => store.setState({ proxy })),
    navigation.subscribe(takeWhenQuiet),
    () => clearTimeout(timer),
  ];
  void read();
  void readProxy();
  return () => stops.forEach((stop) => stop());
}
