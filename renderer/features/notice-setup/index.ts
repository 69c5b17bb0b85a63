export { Addresses } from "./addresses.tsx";
export { Gaps, Meaning } from "./meaning.tsx";
export { Received } from "./received.tsx";
