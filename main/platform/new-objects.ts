import { setFlagsFromString } from "node:v8";

/**
 * Whether V8's space for new objects may grow. It doubles whenever much of it is in use, and what the start needs for
 * a moment would make it ten megabytes that stay.
 */
export function letNewObjectsGrow(may: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`);
}
