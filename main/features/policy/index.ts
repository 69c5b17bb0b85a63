export { deskDispatchers } from "./dispatchers.ts";
export { inForce, managed, ownChange, type PolicyView, setAddress } from "./in-force.ts";
