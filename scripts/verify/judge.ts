import type { SelfCheckReport } from "../../main/electron/self-check-report.ts";
import { needsElectron, notRun, row, type Row } from "./table.ts";

/** What the program is expected to be. */
export type Expected = {
  readonly part: string;
  readonly isPackaged: boolean;
  /** On the Chromium host, a page's origin, its times and the libraries are the host's. */
  readonly isHost: boolean;
};

type Broke = { readonly broke: string };
type Found<K extends keyof SelfCheckReport> = Exclude<SelfCheckReport[K], Broke | null>;

/** Milliseconds from the start until the window is there to be seen. */
const seenWithin = 5_000;
/** Milliseconds that main may answer nobody while the certificates are read. */
const longestStall = 500;

const isBroken = (found: object): found is Broke => "broke" in found;

/** The rows of one part of the report; one row where that part broke. */
function about<T extends object>(
  [part, name]: readonly [string, string],
  found: T | Broke,
  rows: (found: T) => readonly Row[],
): readonly Row[] {
  return isBroken(found) ? [row(part, name, false, `broke: ${found.broke}`)] : rows(found);
}

function judgeWindow(found: Found<"window">, { part, isHost }: Expected): readonly Row[] {
  const only = (check: string, isFine: boolean, detail: string): Row =>
    isHost ? notRun(part, check, needsElectron) : row(part, check, isFine, detail);
  const { seenAfter } = found;
  return [
    only("the page's origin is app://desk", found.origin === "app://desk", found.origin),
    only(
      "the window is there to be seen within 5 s",
      seenAfter !== null && seenAfter <= seenWithin,
      seenAfter === null ? "never" : `${seenAfter} ms`,
    ),
    row(part, "the page is a secure context", found.isSecureContext),
    row(part, "its module scripts load", found.moduleScripts > 0, `${found.moduleScripts}`),
    row(part, "a script that is needed later loads", found.loadedMore),
    row(part, "main takes the page for its own, and answers", found.isAnswered),
    row(part, "nothing on its console, no policy violation", found.complaints === 0, `${found.complaints}`),
    row(part, "fetch is refused", found.fetch === "refused", found.fetch),
    row(part, "an inline script is refused", found.inlineScript === "refused", found.inlineScript),
  ];
}

function judgeFiles(found: Found<"files">, { part, isPackaged }: Expected): readonly Row[] {
  const natives = found.nativeModules.map(({ name }) => name).join(", ");
  const keychains = found.nativeModules.filter(({ name }) => name.startsWith("keyring")).length;
  const areBoth = keychains > 0 && found.nativeModules.length > keychains;
  const rows = [row(part, "the database's and the keychain's modules load", areBoth, natives)];
  if (!isPackaged) return rows;
  return [
    ...rows,
    row(part, "its files are in the archive", found.areInArchive),
    row(
      part,
      "the native modules load from beside the archive",
      found.nativeModules.every(({ isBesideArchive }) => isBesideArchive),
      natives,
    ),
  ];
}

/** What a report says, as rows. */
export function judge(report: SelfCheckReport, expected: Expected): readonly Row[] {
  const { part, isPackaged, isHost } = expected;
  const { program } = report;
  const kind = program.isPackaged ? "packaged" : "not packaged";
  return [
    row(part, isPackaged ? "it is packaged" : "it runs from source", program.isPackaged === isPackaged, kind),
    row(part, "no debugger listens", !program.isDebugged),
    ...about<Found<"window">>([part, "window"], report.window, (found) => judgeWindow(found, expected)),
    ...about<Found<"files">>([part, "files"], report.files, (found) => judgeFiles(found, expected)),
    ...about<Found<"database">>([part, "database"], report.database, ({ isKept, isEncrypted }) => [
      row(part, "the database writes, closes and opens again", isKept),
      row(part, "the database is encrypted", isEncrypted),
    ]),
    ...about<Found<"keychain">>([part, "keychain"], report.keychain, ({ isKept, isGone }) => [
      row(part, "the keychain gives a secret of 1,200 units back", isKept),
      row(part, "the keychain deletes it", isGone),
    ]),
    ...about<Found<"certificates">>(
      [part, "certificates"],
      report.certificates,
      ({ count, milliseconds, longestStall: stall }) => [
        row(part, "the system has certificates", count > 0, `${count} in ${milliseconds} ms`),
        isHost
          ? notRun(part, "reading them holds nobody up", needsElectron)
          : row(part, "reading them holds nobody up", stall <= longestStall, `${stall} ms at the longest`),
      ],
    ),
    ...about<Found<"proxy">>([part, "proxy"], report.proxy, ({ way }) => [
      row(part, "the system names a way for https", way !== "none", way),
    ]),
    ...about<Found<"policy">>([part, "policy"], report.policy, ({ state, faults }) => [
      row(
        part,
        "the organization's policy holds, where there is one",
        state !== "refused",
        [
          state,
          ...faults.map(({ fault, line }) => (line === null ? fault : `${fault} in line ${line}`)),
        ].join(", "),
      ),
    ]),
    ...(report.tls === null
      ? [notRun(part, "a request over TLS is answered", "no address was given: --url https://…")]
      : about<Found<"tls">>([part, "tls"], report.tls, ({ status }) => [
          row(part, "a request over TLS is answered", true, `answer ${status}`),
        ])),
  ];
}
