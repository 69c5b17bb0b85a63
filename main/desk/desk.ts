import type { EventName, EventPayload } from "../../shared/events.ts";
import type { Failure, Result } from "../../shared/core/failure.ts";
import type { DeskPlace, LockReason } from "../../shared/lock/lock.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { fileKinds, type FileKind } from "../../shared/settings/file-routes.ts";
import type { RouteOutput, RouteParsedInput } from "../../shared/routes.ts";
import type { PaperSheet } from "../../shared/printing/paper.ts";
import type { Tally } from "../../shared/outbox/tally.ts";
import type { Saying } from "../../messages/saying.ts";
import type { LockHandlers } from "../features/lock/lock-handlers.ts";
import type { CheckedLog } from "../features/activity-log/log-check.ts";
import type { SecretStore } from "../platform/secret-store.ts";
import type { OnKeepingStep } from "../features/keeping/keeping-steps.ts";
import type { OnImportStep } from "../features/import/steps.ts";
import type { OnBackupStep } from "../features/backup/steps.ts";
import type { Route } from "../ipc/router.ts";
import type { AdminsScope } from "../../shared/core/define-route.ts";
import type { KeptAct } from "../features/lock/lock-acts.ts";
import type { AskPlace } from "../features/lock/new-places.ts";
import type { CardRoute } from "../features/cards/card-route.ts";
import type { OpenCardWindow } from "../features/cards/ports.ts";
import type { Clock, Log, RandomIds, Trace } from "../platform/ports.ts";
import type { QuitWords } from "./quit-words.ts";
import type { PolicySource } from "../features/policy/policy-source.ts";
import type { ResolveProxy } from "../http/dispatcher.ts";
import type { ProxyPasswords } from "../http/proxy-passwords.ts";
import type { Needed } from "./attention.ts";
import type { Busy } from "../features/updates/ports.ts";
import type { Updates } from "../features/updates/updates.ts";

/** What only the window can do. */
export type DeskWindowPorts = {
  readonly copy: (text: string) => void;
  readonly print: (sheet?: PaperSheet) => Promise<Result<RouteOutput<"app.print">>>;
  /** The first screen stands; left out, nothing waits for it. */
  readonly drawn?: () => void;
  /** The link that waits to be followed; left out, none ever does. */
  readonly nextLink?: () => Promise<RouteOutput<"app.nextLink">>;
  /** The window's answer to the `flush` of that number: why something could not be saved, or null; and where it is. */
  readonly flushed: (request: number, unsaved: Saying | null, place: DeskPlace | null) => void;
  /** Ends the program and starts it again. */
  readonly restart: () => void;
  /** Left out, no file can be chosen. */
  readonly files?: DeskFiles;
  /** Left out, no slip can be saved. */
  readonly slips?: DeskSlips;
};

/** What the program itself writes into a file that a person chooses. */
export const writtenKinds = ["auditCsv", "auditLines", "diagnostics"] as const;
export type WrittenKind = (typeof writtenKinds)[number];

/** Files that a person chooses. */
export type DeskFiles = {
  /** Writes parts one after another. Nothing is asked of `parts` before a file is chosen; `name` is null when none is. */
  readonly write?: (
    kind: WrittenKind,
    parts: () => AsyncIterable<string | Uint8Array>,
  ) => Promise<Result<{ readonly name: string | null }>>;
  readonly open: (kind: FileKind) => Promise<Result<RouteOutput<"app.openFile">>>;
  readonly save: (kind: FileKind, text: string) => Promise<Result<RouteOutput<"app.saveFile">>>;
  /** The path of a file that is read, and of one that is written, by main alone; null: none was chosen. */
  readonly choose: (kind: "patients" | "backup") => Promise<string | null>;
  readonly chooseNew: (kind: ListKind) => Promise<string | null>;
  /** The path of a folder; left out, none can be chosen. */
  readonly chooseFolder?: () => Promise<string | null>;
};
/** Lists that main writes into files by itself. */
export const listKinds = ["patients", "bookings", "badRows"] as const;
export type ListKind = (typeof listKinds)[number];

/** A slip, as it is called in the activity log. */
const slipKinds = ["slipPdf", "slipCalendar"] as const;

/** Whatever is saved as a file of a person's. */
export const savedKinds = [...fileKinds, ...writtenKinds, ...listKinds, ...slipKinds] as const;
export type SavedKind = (typeof savedKinds)[number];

/** The slip as a file that a person chooses. */
export type DeskSlips = {
  readonly savePdf: (asked: RouteParsedInput<"slip.savePdf">) => Promise<Result<RouteOutput<"slip.savePdf">>>;
  readonly saveCalendar: (
    asked: RouteParsedInput<"slip.saveCalendar">,
  ) => Promise<Result<RouteOutput<"slip.saveCalendar">>>;
};

/** What the window may ask of the program's own updates. They go on whoever is at the desk, and while it is locked. */
export type DeskUpdates = Pick<Updates, "state" | "check" | "download" | "restart" | "refusals">;

export type DeskOptions = {
  /** The folder of this user's records. */
  readonly directory: string;
  readonly version: string;
  readonly platform: RouteOutput<"app.info">["platform"];
  /** The computer's time zone, an IANA name. */
  readonly timeZone: string;
  /** The language chosen last, for accounts that have not chosen; the computer's when left out. */
  readonly language?: () => Settings["language"];
  /** The seconds to undo of accounts that have not chosen them; those of `shared/settings/settings.ts` when left out. */
  readonly undoSeconds?: number;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly log: Log;
  /** The files of the log, the newest first; left out, there are none. */
  readonly logFiles?: () => readonly { readonly name: string; readonly text: string }[];
  readonly resolveProxy: ResolveProxy;
  /** The certificates that are trusted, as PEM; the system's and Node's when left out. */
  readonly authorities?: () => Promise<readonly string[]> | readonly string[];
  /** What the organization sets on this computer; nothing when left out. */
  readonly policy?: PolicySource;
  /** What was answered to proxies that ask; when left out, nobody can be asked. */
  readonly proxyPasswords?: ProxyPasswords;
  readonly window: DeskWindowPorts;
  /** The program's own updates; left out, it has none. */
  readonly updates?: DeskUpdates;
  /** What the program is made of; left out, nobody can tell. */
  readonly about?: () => Promise<RouteOutput<"app.about">>;
  /** Asks a person, outside of every page, before a place is used that is new here; left out, nobody says yes. */
  readonly askPlace?: AskPlace;
  /** Opens the card window; left out, no card can be collected in one. */
  readonly openCardWindow?: OpenCardWindow;
  readonly emit: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
  /** Settles when the first screen stands: what it does not need waits for that. Left out, nothing waits. */
  readonly firstScreen?: Promise<void>;
  /** Told how many items wait for a person, whenever that may have changed; left out, nobody is. */
  readonly onNeedsPerson?: (needed: Needed) => void;
  /** Told of every point on an item's way; nothing listens when left out. */
  readonly trace?: Trace;
  /** Told of each step of a backup and of a restore; nothing listens when left out. */
  readonly onBackupStep?: OnBackupStep;
  /** Told of each step of an import; nothing listens when left out. */
  readonly onImportStep?: OnImportStep;
  readonly onKeepingStep?: OnKeepingStep;
  /** The power of two of the work that a backup's passphrase costs; age's own when left out. */
  readonly backupCost?: number;
  /** What locks this desk, and what an admin alone may change; left out, nothing does. */
  readonly lock?: {
    readonly handlers: LockHandlers;
    /** Asked at each change of what an admin set up. */
    readonly mayChange: (of: AdminsScope) => boolean;
    /** Asked where something of an admin's is only shown. */
    readonly mayLook: (of: AdminsScope) => boolean;
    /** Asks the keychain once more whether there are PINs, where it did not answer: null once it has. */
    readonly read?: () => Promise<Failure | null>;
    /** It is open again, and did not start. */
    readonly wasLocked: boolean;
    /** What of the activity log was checked before it was locked; nothing when left out. */
    readonly checkedLog?: CheckedLog;
    /** Who was at the desk last is there again, and the activity log can take what happened meanwhile. */
    readonly begun: () => void;
    /** False: the organization asks for a PIN, and none is set; true when left out. */
    readonly mayWork?: () => boolean;
  };
  /** Milliseconds for one exchange with the service; the client's own when left out. */
  readonly deadline?: number;
};

/** Who did what is noted: whoever is at the desk, or nobody knows, as it was locked. */
export type WhoNoted = "at-desk" | "unknown";

/** How a desk stands when it is locked. */
export type StaffAndTally = { readonly staff: string | null; readonly tally: Tally };

/** The whole desk without its window: what Electron's main process runs, and what tests run on plain Node. */
export type RunningDesk = {
  readonly route: Route;
  /** What the card window may call. */
  readonly cardRoute: CardRoute;
  /** Signs in again and goes on with what was left unsent. */
  readonly start: () => Promise<void>;
  /** What to say before quitting; null when there is nothing to say. */
  readonly quitWords: () => QuitWords | null;
  readonly settings: () => Settings;
  /**
   * What is about to be sent waits until the returned function is called, so that a question asked meanwhile stays true:
   * then it goes on or, where the program `ends`, is not sent.
   */
  readonly suspend: () => (ends: boolean) => void;
  /** The window's page is gone, and the questions on it: what they held goes on. */
  readonly pageGone: () => void;
  /** What its lock needs to know of it. */
  readonly facts: () => {
    readonly practice: boolean;
    /** Null where the records do not open. */
    readonly kept: "disk" | "memory" | null;
  };
  /**
   * Who is at the desk, by name, and the items by kind; once it has stopped, as they were when its records were closed.
   * Throws where records cannot be read.
   */
  readonly standing: () => StaffAndTally;
  /** The desk is being locked: what is about to be sent is not sent. */
  readonly endMoments: () => void;
  /** What was done to its lock goes into the activity log, at once. Throws where that cannot be written. */
  readonly noteLock: (acts: readonly KeptAct[], who: WhoNoted) => void;
  /** What an update must not come between, and milliseconds since a record last changed. */
  readonly atWork: () => { readonly busy: Busy | null; readonly sinceChange: number };
  /** The computer woke up or the window came to the front: look at the line again. */
  readonly wake: () => void;
  /** Ends everything; requests under way have so many milliseconds to be answered, none unless given. */
  readonly stop: (grace?: number) => Promise<void>;
};

/** What locking needs of the window and the system. */
export type LockPorts = {
  /** Has the page save what was typed: where it is, or null when it did not answer in time. */
  readonly saveTyped: () => Promise<{ readonly place: DeskPlace | null } | null>;
  /** Closes the card window, and takes what was copied here off the clipboard. */
  readonly hide: () => void;
  /** Loads the page anew, so that nothing of the last one is left; one that hangs is ended first. */
  readonly reload: (hangs: boolean) => void;
  /** Whole seconds since the last key or mouse, anywhere on the computer. */
  readonly idleSeconds: () => number;
  /** The system's own way to ask who is there; null where it has none. */
  readonly prompt: { readonly ask: (reason: string) => Promise<boolean> } | null;
};

/** A desk that can be locked: while it is, it answers nothing but its lock. */
export type LockableDesk = Omit<RunningDesk, "facts" | "standing" | "endMoments" | "noteLock"> & {
  /** Locks it: settles when its records are closed, at once where there is no PIN or it is locked. */
  readonly lock: (reason: LockReason) => Promise<void>;
  /** Whether a PIN is set, and this is no practice. */
  readonly mayLock: () => boolean;
  readonly isLocked: () => boolean;
};
