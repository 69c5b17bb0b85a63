import { createProxyRoute } from "./in-force.ts";
import { noPolicy, type PolicySource } from "./policy-source.ts";
import { createSystemDispatchers, type Dispatchers, type ResolveProxy } from "../../http/dispatcher.ts";
import type { ProxyPasswords } from "../../http/proxy-passwords.ts";
import type { Clock } from "../../platform/ports.ts";

type WayOptions = {
  readonly resolveProxy: ResolveProxy;
  readonly clock: Pick<Clock, "limits">;
  /** What the organization sets; nothing when left out. */
  readonly policy?: PolicySource;
  readonly proxyPasswords?: ProxyPasswords;
  readonly authorities?: () => Promise<readonly string[]> | readonly string[];
};

/** By the system's proxy or the organization's. */
export const createProxyResolver = ({
  policy = noPolicy,
  resolveProxy,
}: Pick<WayOptions, "policy" | "resolveProxy">): ResolveProxy =>
  createProxyRoute(() => policy.current().policy, resolveProxy);

/** How this desk's requests go out: `createProxyResolver`, with the passwords that people gave. */
export function createDeskDispatchers(options: WayOptions): Dispatchers {
  const { proxyPasswords, authorities } = options;
  return createSystemDispatchers({
    clock: options.clock.limits,
    resolveProxy: createProxyResolver(options),
    ...(authorities === undefined ? {} : { authorities }),
    ...(proxyPasswords === undefined ? {} : { passwords: proxyPasswords }),
  });
}
