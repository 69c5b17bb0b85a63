import { app } from "electron";
import { createKeptSession } from "../features/session/kept-session.ts";
import type { Check } from "../../shared/connection-check/doctor.ts";
import { createCheckRequests } from "../features/connection-check/doctor-parts.ts";
import { createDeskDispatchers, createProxyResolver } from "../features/policy/dispatchers.ts";
import { examine } from "../features/connection-check/doctor.ts";
import { hasFailed, formatReport } from "../features/connection-check/report.ts";
import { systemClock } from "../platform/system.ts";
import { createProxyPasswords } from "../http/proxy-passwords.ts";
import { createLocaleSetting } from "./spoken-language.ts";
import { join } from "node:path";
import type { Program } from "./program.ts";
import { readPolicies, getSystemLanguage } from "./this-computer.ts";
import { findSystemProxy } from "./window.ts";

/**
 * `--check`: looks at the way to the service, prints what it finds and ends: 0 where nothing fails, else 1. It opens no window and
 * no records, so that it also answers while the program runs.
 */
export async function checkConnection({ log, secrets }: Pick<Program, "log" | "secrets">): Promise<void> {
  const [policy] = await Promise.all([readPolicies(log), app.whenReady()]);
  const spoken = createLocaleSetting({
    file: join(app.getPath("userData"), "language"),
    system: getSystemLanguage,
    set: () => policy.current().policy?.language,
    onChange: () => undefined,
    log,
  });
  await spoken.choose(spoken.chosen());
  const kept = await createKeptSession(secrets, log).read();
  const passwords = createProxyPasswords({ secrets, log });
  const ways = { clock: systemClock, resolveProxy: findSystemProxy, policy, proxyPasswords: passwords };
  const dispatchers = createDeskDispatchers(ways);
  const checks: Check[] = [];
  const over = createCheckRequests({
    clock: systemClock,
    dispatchers,
    wayFor: createProxyResolver(ways),
    userAgent: `FrontDesk/${app.getVersion()}`,
  });
  await examine(
    {
      ...over,
      service: () => (kept?.kind === "service" ? kept : null),
      intentUrl: () => "unused",
      hub: () => Promise.resolve("closed"),
      notices: () => "closed",
    },
    (check) => checks.push(check),
    new AbortController().signal,
  );
  await dispatchers.close();
  const when = systemClock.now().toISOString();
  process.stdout.write(formatReport(checks, { version: app.getVersion(), when }));
  app.exit(hasFailed(checks) ? 1 : 0);
}
