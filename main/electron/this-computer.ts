import { app } from "electron";
import { isLanguage, preferredLanguage, type Language } from "../../messages/language.ts";
import type { Log } from "../platform/ports.ts";
import { systemClock } from "../platform/system.ts";
import { findPolicyPlace } from "../features/policy/policy-place.ts";
import { noPolicy, createPolicySource, type PolicySource } from "../features/policy/policy-source.ts";

/** The computer's language. Tests of a program that is not packaged name one, or the pseudo-locale, instead. */
export function getSystemLanguage(): Language {
  const wanted = app.isPackaged ? undefined : process.env["FRONT_DESK_LANGUAGE"];
  return isLanguage(wanted) ? wanted : preferredLanguage(app.getPreferredSystemLanguages());
}

/** What the organization sets on this computer, read once before anything is built. */
export async function readPolicies(log: Log): Promise<PolicySource> {
  const { platform, env } = process;
  const place = findPolicyPlace({
    name: app.getName(),
    isPackaged: app.isPackaged,
    platform,
    env,
    uid: process.getuid?.(),
  });
  return place === null ? noPolicy : createPolicySource({ place, clock: systemClock, log });
}
