/** What is asked of the frame that a message came from. */
export type SenderFacts = {
  /** Origin of the frame, as the engine gives it; null when the frame is gone. */
  readonly origin: string | null;
  readonly url: string | null;
  readonly isMainFrame: boolean;
  readonly windowId: number | null;
};

/**
 * True only for the main frame of a window that the app made, showing a page of its own origin. Blank,
 * opaque and vanished frames are refused.
 */
export function isTrustedSender(
  sender: SenderFacts,
  expected: { readonly origin: string; readonly windowIds: ReadonlySet<number> },
): boolean {
  return (
    sender.origin === expected.origin &&
    sender.url !== null &&
    sender.url.startsWith(`${expected.origin}/`) &&
    sender.isMainFrame &&
    sender.windowId !== null &&
    expected.windowIds.has(sender.windowId)
  );
}
