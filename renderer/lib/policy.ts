import type { StoreApi } from "zustand/vanilla";
import type { ManagedField } from "../../shared/policy/policy.ts";
import type { DeskPolicy, ProxyState } from "../../shared/policy/routes.ts";
import type { Bridge } from "./ipc.ts";
import type { Flushes } from "./flush.ts";
import { createMainStore, type MainDesk, type MainStore } from "./main-store.ts";
import type { NavigationState } from "./navigation.ts";

/** What the organization sets here; null until main has answered. */
export type PolicyStoreState = { readonly policy: DeskPolicy | null };

/** Of practice less is set. */
export const createPolicyStore = (desk: MainDesk): MainStore<PolicyStoreState, DeskPolicy> =>
  createMainStore<PolicyStoreState, DeskPolicy>(desk, {
    empty: { policy: null },
    ask: () => desk.bridge.call("policy.get", {}),
    show: (policy) => ({ policy }),
    hear: (on) => [on("policy.changed")],
  });

/** A proxy that asks, and those whose password is known; null until main has answered. */
export type ProxyStoreState = { readonly proxy: ProxyState | null };

export const createProxyStore = (desk: MainDesk): MainStore<ProxyStoreState, ProxyState> =>
  createMainStore<ProxyStoreState, ProxyState>(desk, {
    empty: { proxy: null },
    ask: () => desk.bridge.call("proxy.get", {}),
    show: (proxy) => ({ proxy }),
    hear: (on) => [on("proxy.changed", (proxy) => ({ proxy }))],
  });

/** Whether that is the organization's to say. */
export const isSet = ({ policy }: PolicyStoreState, field: ManagedField): boolean =>
  policy?.sets.includes(field) === true;

type Parts = {
  readonly policy: StoreApi<PolicyStoreState>;
  readonly navigation: StoreApi<NavigationState>;
  readonly flushes: Flushes;
  readonly bridge: Bridge;
};

/** Milliseconds between two looks whether somebody is still in the middle of something. */
const lookEvery = 1_000;

/** A policy that changed comes into force once nobody is in the middle of anything here. Answers how to stop. */
export function takePolicyWhenQuiet({ policy: store, navigation, flushes, bridge }: Parts): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const take = (): void => {
    clearTimeout(timer);
    if (store.getState().policy?.waits !== true) return;
    if (flushes.isAnyOpen()) timer = setTimeout(take, lookEvery);
    else void bridge.call("policy.take", {});
  };
  const stops = [store.subscribe(take), navigation.subscribe(take), () => clearTimeout(timer)];
  return () => stops.forEach((stop) => stop());
}
