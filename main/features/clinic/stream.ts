import { buildPath, plainRoutes } from "../../../shared/hub-api/routes.ts";
import { credentialHeader, moreEvent } from "../../../shared/hub-api/routes.ts";
import type { Clock } from "../../platform/ports.ts";
import { waitAtMost } from "../../platform/within.ts";
import type { Dispatchers } from "../../http/dispatcher.ts";

/** Milliseconds without a word, after which a stream is taken for dead: the hub says something each 20 seconds. */
const silence = 60_000;
const lookUpDeadline = 15_000;

type Options = {
  readonly dispatchers: Dispatchers;
  readonly clock: Pick<Clock, "after">;
  readonly userAgent: string;
};

type Hub = { readonly address: string; readonly credential: string; readonly clinic: string };

/**
 * Listens to the hub's hints that there is more to read. Nothing depends on them but how soon it is read. Settles when the
 * stream has ended, for whatever reason. Never rejects.
 */
export function createHubStream({ dispatchers, clock, userAgent }: Options) {
  return async (hub: Hub, onMore: () => void, signal: AbortSignal): Promise<void> => {
    const base = new URL(hub.address);
    const limits = { clock, milliseconds: lookUpDeadline, signal };
    const way = await waitAtMost(dispatchers.for(base), limits).catch(() => null);
    if (way === null || signal.aborted) return;
    const path = `${base.pathname.replace(/\/$/, "")}${buildPath(plainRoutes.stream.path, { clinic: hub.clinic })}`;
    await new Promise<void>((resolve) => {
      let abort = (): void => undefined;
      let cancelSilence = (): void => undefined;
      const end = (): void => {
        cancelSilence();
        signal.removeEventListener("abort", give);
        resolve();
      };
      const give = (): void => {
        abort();
        end();
      };
      const heard = (): void => {
        cancelSilence();
        cancelSilence = clock.after(silence, give);
      };
      signal.addEventListener("abort", give, { once: true });
      heard();
      try {
        way.value.dispatch(
          {
            origin: base.origin,
            path,
            method: "GET",
            headers: {
              accept: "text/event-stream",
              "user-agent": userAgent,
              [credentialHeader]: `Bearer ${hub.credential}`,
            },
          },
          {
            onRequestStart(controller) {
              abort = () => controller.abort(new Error("ended"));
              if (signal.aborted) abort();
            },
            onResponseStart(controller, status) {
              heard();
              if (status !== 200) controller.abort(new Error("refused"));
            },
            onResponseData(_controller, chunk) {
              heard();
              if (chunk.includes(`event: ${moreEvent}`)) onMore();
            },
            onResponseEnd: end,
            onResponseError: end,
          },
        );
      } catch {
        end();
      }
    });
  };
}
