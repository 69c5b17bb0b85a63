import { rmSync } from "node:fs";
import type { EventName, EventPayload } from "../../shared/events.ts";
import type { Policy } from "../../shared/policy/policy.ts";
import type { TestApp } from "./app.ts";
import { writePolicy } from "./policy-kit.ts";

/** Puts a policy, or a text in its place, onto the app's computer; null takes it away. */
export function setPolicy({ policy: place }: Pick<TestApp, "policy">, content: Policy | string | null): void {
  if (content === null) rmSync(place.file, { force: true });
  else writePolicy(place, content);
}

/** Tells the window something as main does. */
export const tellWindow = <N extends EventName>(
  { app }: Pick<TestApp, "app">,
  name: N,
  payload: EventPayload<N>,
): Promise<void> =>
  app.evaluate(
    ({ BrowserWindow }, [event, told]) =>
      BrowserWindow.getAllWindows()[0]?.webContents.send("desk:event", event, told),
    [name, payload] as const,
  );
