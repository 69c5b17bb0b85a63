import type { CdpSession } from "./chromium/cdp.ts";
import { createEvent } from "./event.ts";

/** Emits an event of the WebContents. */
type Emit = (name: string, ...args: unknown[]) => void;

const usualPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/**
 * Electron's `login`: whoever asks for a name and a password, a proxy among them, is answered by the app. Where nobody
 * prevents what happens by default, the request goes on without.
 */
export function followLogin(cdp: CdpSession, emit: Emit): void {
  const seen = new Set<string>();
  cdp.on("Fetch.authRequired", ({ requestId, request, resourceType, authChallenge }) => {
    const job = requestId.replace(/\.\d+$/, "");
    const isFirst = !seen.has(job);
    seen.add(job);
    const { protocol, hostname, port } = new URL(authChallenge.origin);
    let isAnswered = false;
    const answer = (username?: string, password?: string): void => {
      if (isAnswered) return;
      isAnswered = true;
      const given = username !== undefined && password !== undefined;
      cdp.post("Fetch.continueWithAuth", {
        requestId,
        authChallengeResponse: given
          ? { response: "ProvideCredentials", username, password }
          : { response: "CancelAuth" },
      });
    };
    const event = createEvent({});
    emit(
      "login",
      event,
      {
        url: request.url,
        pid: 0,
        isRequestForNavigation: resourceType === "Document",
        firstAuthAttempt: isFirst,
        responseHeaders: {},
      },
      {
        isProxy: authChallenge.source === "Proxy",
        scheme: authChallenge.scheme,
        host: hostname.replace(/^\[|\]$/g, ""),
        port: port === "" ? (usualPorts[protocol] ?? 0) : Number(port),
        realm: authChallenge.realm,
      },
      answer,
    );
    if (!event.defaultPrevented) answer();
  });
}
