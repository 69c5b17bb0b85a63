import type { HostFrame } from "./frames.ts";
import type { Permissions } from "./permissions.ts";

/** What a page wants to capture. */
interface DisplayWish {
  readonly video: boolean;
  readonly audio: boolean;
  readonly frame: HostFrame | null;
}

/**
 * Asks the app's handler for a screen to capture. `tell` gets the name of the DOMException that the page sees: there is
 * no screen here, so no answer gives it a stream. An answer that is none throws in the handler, as in Electron.
 */
export function askForDisplay(
  handler: Permissions["displayMediaHandler"],
  { video, audio, frame }: DisplayWish,
  tell: (name: string) => void,
): void {
  if (handler === null) {
    tell("NotSupportedError");
    return;
  }
  let isAnswered = false;
  const request = {
    frame,
    securityOrigin: frame?.origin ?? "",
    videoRequested: video,
    audioRequested: audio,
    userGesture: true,
  };
  handler(request, (streams) => {
    if (isAnswered) throw new Error("One-time callback was called more than once");
    isAnswered = true;
    const isRefused = streams === null || streams === undefined;
    tell(isRefused || !("video" in streams) ? "AbortError" : "NotReadableError");
    if (!isRefused && video && !("video" in streams))
      throw new TypeError("Video was requested, but no video stream was provided");
  });
}
