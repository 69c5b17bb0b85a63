import { app } from "electron";
import { keptSession } from "../features/session/kept-session.ts";
import type { Check } from "../../shared/connection-check/doctor.ts";
import { checksOver } from "../features/connection-check/doctor-parts.ts";
import { deskDispatchers, deskWay } from "../features/policy/dispatchers.ts";
import { examine } from "../features/connection-check/doctor.ts";
import { hasFailed, reportText } from "../features/connection-check/report.ts";
import { systemClock } from "../platform/system.ts";
import { proxyPasswords } from "../http/proxy-passwords.ts";
import { spokenLanguage } from "./spoken-language.ts";
import { join } from "node:path";
import type { Program } from "./program.ts";
import { readPolicies, systemLanguage } from "./this-computer.ts";
import { systemProxy } from "./window.ts";

/**
 * `--check`: looks at the way to the service, prints what it finds and ends: 0 where nothing fails, else 1. It opens no window and
 * no records, so that it also answers while the program runs.
 */
export async function checkConnection({ log, secrets }: Pick<Program, "log" | "secrets">): Promise<void> {
  const [policy] = await Promise.all([readPolicies(log), app.whenReady()]);
  const spoken = spokenLanguage({
    file: join(app.getPath("userData"), "language"),
    system: systemLanguage,
    set: () => policy.current().policy?.language,
    onChange: () => undefined,
    log,
  });
  await spoken.choose(spoken.chosen());
  const kept = await keptSession(secrets, log).read();
  const passwords = proxyPasswords({ secrets, log });
  const ways = { clock: systemClock, resolveProxy: systemProxy, policy, proxyPasswords: passwords };
  const dispatchers = deskDispatchers(ways);
  const checks: Check[] = [];
  const over = checksOver({
    clock: systemClock,
    dispatchers,
    wayFor: deskWay(ways),
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
  process.stdout.write(reportText(checks, { version: app.getVersion(), when }));
  app.exit(hasFailed(checks) ? 1 : 0);
}
