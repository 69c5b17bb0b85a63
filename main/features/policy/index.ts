export { createDeskDispatchers, createProxyResolver } from "./dispatchers.ts";
export { applyPolicy, managed, filterOwnChange, type PolicyView, getManagedAddress } from "./in-force.ts";
