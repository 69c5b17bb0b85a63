import { cpSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { StoreProblem } from "../../../shared/desk/app-routes.ts";
import { createMemorySecretStore, type SecretStore } from "../../../main/platform/secret-store.ts";
import { startMockService, type MockService } from "../../../mock/service.ts";
import { startDesk, type TestDesk } from "../../support/desk-kit.ts";
import { startFaultProxy } from "../line/proxy.ts";
import { bookingNumbered, eventually, patience, patientNumbered, scratchFolder } from "./bench.ts";
import { fastClock } from "./fast-clock.ts";

/** A service and a keychain, and folders of records over which desks are started, ended and killed. */
export type RecordsBench = {
  readonly mock: MockService;
  /** Ids of what was acknowledged as saved. */
  readonly saved: string[];
  readonly problems: string[];
  readonly wants: (isSo: boolean, otherwise: string) => void;
  /** Items that the keychain was last told of. */
  readonly countedOutside: () => number;
  readonly at: (...path: readonly string[]) => string;
  /** Starts a desk over the folder of that name; `profile` when left out. */
  readonly start: (name?: string) => Promise<TestDesk>;
  readonly signIn: (desk: TestDesk) => Promise<void>;
  readonly offline: (desk: TestDesk) => Promise<void>;
  /** The line is there again, and everything that may be sent is. */
  readonly sendsAll: (desk: TestDesk) => Promise<void>;
  readonly draft: (desk: TestDesk) => Promise<void>;
  /** A patient and a booking that wait, and a draft. */
  readonly fill: (desk: TestDesk) => Promise<void>;
  /** Nobody types until the log is merged. */
  readonly rests: () => Promise<void>;
  /** The files stay as they are at this moment. */
  readonly kill: (desk: TestDesk) => Promise<void>;
  readonly copy: (from: string, to: string) => void;
  readonly remove: (ends: readonly string[]) => void;
  readonly problemOf: (desk: TestDesk) => Promise<StoreProblem["kind"] | null>;
  readonly close: () => Promise<void>;
};

export const recordsFile = "front-desk.db";

export async function startRecordsBench(): Promise<RecordsBench> {
  const mock = await startMockService({ sampleData: true, decideAfterMs: 3_600_000 });
  const proxy = await startFaultProxy({ target: Number(new URL(mock.baseUrl).port) });
  const folder = scratchFolder();
  const kept = createMemorySecretStore();
  const desks: TestDesk[] = [];
  const saved: string[] = [];
  const problems: string[] = [];
  let counted = 0;
  const secrets: SecretStore = {
    ...kept,
    set: (name, value) => {
      if (name.startsWith("save-counter")) counted = Number(value.split("/")[0]);
      return kept.set(name, value);
    },
  };
  const at = (...path: readonly string[]): string => join(folder, ...path);
  const wants = (isSo: boolean, otherwise: string): void => {
    if (!isSo) problems.push(otherwise);
  };
  const copy = (from: string, to: string): void => {
    rmSync(at(to), { recursive: true, force: true });
    cpSync(at(from), at(to), { recursive: true });
  };
  const log = at("profile", `${recordsFile}-wal`);
  const isMerged = (): boolean => !existsSync(log) || statSync(log).size === 0;
  const draft = async (desk: TestDesk): Promise<void> => {
    saved.push((await desk.get("items.create", bookingNumbered(saved.length + 1))).id);
  };

  return {
    mock,
    saved,
    problems,
    wants,
    countedOutside: () => counted,
    at,
    start: async (name = "profile") => {
      const desk = await startDesk({ directory: at(name), secrets, clock: fastClock(20), deadline: 15_000 });
      desks.push(desk);
      return desk;
    },
    signIn: async (desk) => {
      await desk.get("session.connect", {
        serviceAddress: proxy.url,
        token: mock.token,
        sameAccount: null,
      });
    },
    offline: async (desk) => {
      await proxy.refuse(true);
      await desk.get("connection.check", {});
    },
    sendsAll: async (desk) => {
      await proxy.refuse(false);
      await desk.get("connection.check", {});
      const isOver = async (): Promise<boolean> => {
        const counts = await desk.get("items.counts", {});
        return counts.ready + counts.sending + counts["waiting-for-patient"] === 0;
      };
      wants(await eventually(isOver, patience), "does not come to rest");
    },
    draft,
    fill: async (desk) => {
      for (const content of [patientNumbered(1), bookingNumbered(2)]) {
        const { id } = await desk.get("items.create", content);
        await desk.get("items.submit", { id, wait: true });
        saved.push(id);
      }
      await draft(desk);
    },
    rests: async () => wants(await eventually(isMerged, patience), "the log is never merged"),
    kill: async (desk) => {
      copy("profile", "image");
      await desk.stop();
      rmSync(at("profile"), { recursive: true });
      renameSync(at("image"), at("profile"));
    },
    copy,
    remove: (ends) => {
      for (const end of ends) rmSync(at("profile", recordsFile + end), { force: true });
    },
    problemOf: async (desk) => (await desk.get("app.info", {})).storeProblem?.kind ?? null,
    close: async () => {
      for (const desk of desks) await desk.stop();
      await proxy.close();
      await mock.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
