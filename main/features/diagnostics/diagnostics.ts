import { arch, release } from "node:os";
import { fail, failed, ok } from "../../../shared/core/failure.ts";
import type { AuditState } from "../../../shared/activity-log/audit.ts";
import { listManagedFields } from "../../../shared/policy/policy.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { RouteOutput } from "../../../shared/routes.ts";
import { aroundStarts, countStarts } from "../../../shared/activity-log/starts.ts";
import { language } from "../../../messages/language.ts";
import { say } from "../../../messages/saying.ts";
import { createFirstSettings } from "../session/index.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { DeskOptions } from "../../desk/desk.ts";
import type { DeskParts } from "../../desk/phases/parts.ts";
import type { Handlers } from "../../ipc/router.ts";
import { buildZip } from "../../platform/zip.ts";
import { getFileSize, listStoreFiles } from "../../db/files.ts";
import type { Store } from "../../db/types.ts";
import { countByStatus } from "../outbox/index.ts";
import { parseDetails } from "../activity-log/index.ts";

type Options = Pick<
  DeskOptions,
  | "directory"
  | "version"
  | "platform"
  | "clock"
  | "window"
  | "logFiles"
  | "timeZone"
  | "undoSeconds"
  | "policy"
> & {
  readonly store: Store;
  readonly settings: () => Settings;
  readonly session: () => OpenSession | null;
  readonly state: () => AuditState;
};

type Files = RouteOutput<"diagnostics.show">["files"];

/** Entries of the log that are looked back on for starts and ends. */
const lookedBack = 20_000;

const nothingShown = failed(fail("invalid-input", say("failures.desk.noRequest")));
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** How often the program was started, and how many of these times it did not come to its end, as far as that is known. */
function startsOf(store: Store): { readonly starts: number; readonly uncleanEnds: number } {
  return store.read(({ audit }) => {
    const { entries } = audit.head();
    const wanted = { between: null, person: null, acts: aroundStarts };
    const { found } = audit.find(wanted, { after: Math.max(0, entries - lookedBack), limit: lookedBack });
    return countStarts(
      audit.numbered(found).map(({ act, more }) => ({ act, count: parseDetails(more).count ?? 1 })),
    );
  });
}

/** Which settings are not as they are at first: their names alone. */
const changedSettings = (settings: Settings, first: Settings): readonly string[] =>
  Object.entries(settings)
    .filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(Object.entries(first).find(([key]) => key === name)?.[1]),
    )
    .map(([name]) => name);

/** Which parts the organization sets, or why its file is not applied: names, codes and lines, no value. */
function policyFacts(source: DeskOptions["policy"]): object {
  const { policy, problems } = source?.current() ?? { policy: null, problems: [] };
  return {
    sets: policy === null ? [] : listManagedFields(policy),
    refused: problems.map(({ fault, line }) => ({ fault, line })),
    waits: source?.waits() === true,
  };
}

/**
 * What helps to find out why something does not work: versions, counts, names of settings, the state of the activity log
 * and the program's log. Nothing of it comes from a form or a record, so that no patient can be in it.
 */
function createDiagnostics(options: Options): Pick<Handlers, "diagnostics.show" | "diagnostics.save"> {
  const { store, clock, window, settings, session } = options;
  let shown: Files | null = null;

  function files(): Files {
    const about = {
      frontDesk: options.version,
      system: options.platform,
      systemVersion: release(),
      processor: arch(),
      node: process.versions.node,
      electron: process.versions["electron"] ?? null,
      chromium: process.versions["chrome"] ?? null,
      language,
      madeAt: clock.now().toISOString(),
      sendsCrashReports: false,
    };
    const records = {
      kept: store.origin === "memory" ? "memory" : "disk",
      bytes: listStoreFiles(options.directory).map(getFileSize),
      items: countByStatus({ store, session }),
      signedIn: session() !== null,
      ...startsOf(store),
    };
    const { timeZone, undoSeconds } = options;
    const first = createFirstSettings(timeZone, undoSeconds === undefined ? {} : { undoSeconds });
    const changed = changedSettings(settings(), first);
    return [
      { name: "about.json", text: json(about) },
      { name: "records.json", text: json(records) },
      { name: "settings.json", text: json({ changed }) },
      { name: "policy.json", text: json(policyFacts(options.policy)) },
      { name: "activity-log.json", text: json(options.state()) },
      ...(options.logFiles?.() ?? []),
    ];
  }

  return {
    "diagnostics.show": () => {
      shown = files();
      return ok({ files: shown });
    },
    "diagnostics.save": async () => {
      const chosen = shown;
      const write = window.files?.write;
      if (chosen === null || write === undefined) return nothingShown;
      return write("diagnostics", async function* zip() {
        store.transaction(({ audit }) =>
          audit.add([
            { act: "exported", account: session()?.accountId ?? null, more: { file: "diagnostics" } },
          ]),
        );
        yield await Promise.resolve(buildZip(chosen, clock.now()));
      });
    },
  };
}

export const openDiagnostics = ({ atDesk, activity }: Pick<DeskParts, "atDesk" | "activity">) => ({
  handlers: createDiagnostics({ ...atDesk, state: activity.state }),
});
