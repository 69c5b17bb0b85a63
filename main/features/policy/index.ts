export { deskDispatchers } from "./desk-policy.ts";
export { inForce, managed, ownChange, type PolicyView, setAddress } from "./in-force.ts";
