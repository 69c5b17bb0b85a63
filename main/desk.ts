import type { EventName, EventPayload } from "../contract/events.ts";
import type { Result } from "../contract/failure.ts";
import type { Settings } from "../contract/records/settings.ts";
import type { FileKind } from "../contract/routes/files.ts";
import type { RouteOutput } from "../contract/routes.ts";
import type { Saying } from "../messages/saying.ts";
import type { SecretStore } from "./account/secret-store.ts";
import type { Route } from "./ipc/router.ts";
import type { CardRoute } from "./payment/card-route.ts";
import type { OpenCardWindow } from "./payment/ports.ts";
import type { Clock, Log, RandomIds, Trace } from "./platform/ports.ts";
import type { QuitWords } from "./quit-words.ts";
import type { ResolveProxy } from "./service/dispatcher.ts";
import type { Needed } from "./attention.ts";

/** What only the window can do. */
export type DeskWindow = {
  readonly copy: (text: string) => void;
  readonly print: () => Promise<Result<RouteOutput<"app.print">>>;
  /** The first screen stands; left out, nothing waits for it. */
  readonly drawn?: () => void;
  /** The window's answer to the `flush` of that number: why something could not be saved, or null. */
  readonly flushed: (request: number, unsaved: Saying | null) => void;
  /** Ends the program and starts it again. */
  readonly restart: () => void;
  /** Left out, no file can be chosen. */
  readonly files?: DeskFiles;
};

/** Files that a person chooses. */
export type DeskFiles = {
  readonly open: (kind: FileKind) => Promise<Result<RouteOutput<"app.openFile">>>;
  readonly save: (kind: FileKind, text: string) => Promise<Result<RouteOutput<"app.saveFile">>>;
};

export type DeskOptions = {
  /** The folder of this user's records. */
  readonly directory: string;
  readonly version: string;
  readonly platform: RouteOutput<"app.info">["platform"];
  /** The computer's time zone, an IANA name. */
  readonly timeZone: string;
  /** The language chosen last, for accounts that have not chosen; the computer's when left out. */
  readonly language?: () => Settings["language"];
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly log: Log;
  readonly resolveProxy: ResolveProxy;
  readonly window: DeskWindow;
  /** Opens the card window; left out, no card can be collected in one. */
  readonly openCardWindow?: OpenCardWindow;
  readonly emit: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
  /** Settles when the first screen stands: what it does not need waits for that. Left out, nothing waits. */
  readonly firstScreen?: Promise<void>;
  /** Told how many items wait for a person, whenever that may have changed; left out, nobody is. */
  readonly onNeedsPerson?: (needed: Needed) => void;
  /** Told of every point on an item's way; nothing listens when left out. */
  readonly trace?: Trace;
  /** Milliseconds for one exchange with the service; the client's own when left out. */
  readonly deadline?: number;
};

/** The whole desk without its window: what Electron's main process runs, and what tests run on plain Node. */
export type Desk = {
  readonly route: Route;
  /** What the card window may call. */
  readonly cardRoute: CardRoute;
  /** Signs in again and goes on with what was left unsent. */
  readonly start: () => Promise<void>;
  /** What to say before quitting; null when there is nothing to say. */
  readonly quitWords: () => QuitWords | null;
  readonly settings: () => Settings;
  /** The computer woke up or the window came to the front: look at the line again. */
  readonly wake: () => void;
  /** Ends everything; requests under way have so many milliseconds to be answered, none unless given. */
  readonly stop: (grace?: number) => Promise<void>;
};
