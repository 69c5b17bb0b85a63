/** Where help and the like may open in the browser; everything else stays shut. */
const openable = new Set<string>([]);

/** Whether an address may be handed to the system's browser: one of ours, to the letter, and no other. */
export function mayOpenOutside(address: string): boolean {
  return URL.canParse(address) && openable.has(new URL(address).href);
}
