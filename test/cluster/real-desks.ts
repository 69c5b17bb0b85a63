import type { RecordId } from "../../shared/core/record-id.ts";
import { startMockService } from "../../mock/service.ts";
import {
  bookingForm,
  fullPatient,
  removeFolder,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";
import { until } from "./bring-up.ts";

/** Front Desk itself, without its window: what people at the desks read. */
export type RealDesks = {
  /** What is wrong at them now, in words; waits until they have read all that there is. */
  readonly judge: () => Promise<readonly string[]>;
  /** How many of the bookings that wait are put before a person. */
  readonly asked: () => Promise<number>;
  /** A person decides what is asked, as after a restore. */
  readonly decide: () => Promise<void>;
  readonly close: () => Promise<void>;
};

async function lineOf(desk: TestDesk): Promise<string> {
  await desk.get("clinic.look", {});
  const state = await desk.get("clinic.get", {});
  if (state.membership !== "member") return state.membership;
  return state.line === "up" && state.toShare > 0 ? "sharing" : state.line;
}

const isUp = async (desk: TestDesk): Promise<boolean> => (await lineOf(desk)) === "up";

async function join(desk: TestDesk, first: TestDesk, hub: string, name: string): Promise<void> {
  await first.get("clinic.invite", {});
  const state = await first.get("clinic.get", {});
  const code = state.membership === "member" ? String(state.invitation?.code) : "";
  await desk.get("clinic.join", { hub, code, name });
  await until(async () => {
    const now = await first.get("clinic.get", {});
    return now.membership === "member" && now.invitation?.asks === name;
  });
  await first.get("clinic.answer", { accept: true });
  await until(() => isUp(desk));
}

/** Three desks of a clinic, and so many bookings that wait at the first of them. */
export async function startRealDesks(hub: string, token: string, count: number): Promise<RealDesks> {
  const mock = await startMockService({ sampleData: true });
  const desks = [await startDesk(), await startDesk(), await startDesk()] as const;
  const [first, ...others] = desks;
  for (const desk of desks)
    await desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
  await sendPatient(first, fullPatient);
  await first.get("clinic.create", { hub, token, name: "Desk 1" });
  for (const [at, desk] of others.entries()) await join(desk, first, hub, `Desk ${at + 2}`);
  const { patients } = await first.get("patients.search", { text: "Sample", limit: 5 });
  let ids: RecordId[] = [];
  let made = 0;
  // They wait for who sends them, and not for the clinic server.
  await first.get("outbox.pause", { paused: true });
  const fill = async (): Promise<void> => {
    ids = [];
    for (let at = 0; at < count; at += 1) ids.push(await waits());
  };
  async function waits(): Promise<RecordId> {
    made += 1;
    const form = bookingForm({
      patient: { kind: "known", id: String(patients[0]?.id) },
      date: `2031-${String((made % 12) + 1).padStart(2, "0")}-${String((made % 27) + 1).padStart(2, "0")}`,
    });
    const { id } = await first.get("items.create", { kind: "booking", form });
    await first.get("items.submit", { id, wait: false });
    return id;
  }
  await fill();
  const statuses = (): Promise<string[]> =>
    Promise.all(ids.map(async (id) => (await first.get("items.get", { id })).status));
  return {
    asked: async () => (await statuses()).filter((status) => status === "needs-checking").length,
    judge: async () => {
      let lines: readonly string[] = [];
      await until(async () => {
        lines = await Promise.all(desks.map(lineOf));
        return lines.every((line) => line === "up" || line === "stopped");
      });
      return lines.flatMap((line, at) => (line === "up" ? [] : [`desk ${at + 1} stands ${line}`]));
    },
    decide: async () => {
      const { claims } = await first.get("clinic.claims", { ids });
      for (const { id, attempts, blocked } of claims) {
        if (blocked !== "history-incomplete") continue;
        const shown = { attempts: attempts.map((one) => one.id), historyIncomplete: true };
        await first.ask("items.decide", { id, decision: "again", shown });
      }
      // What was decided goes out: others wait from now on.
      await fill();
    },
    close: async () => {
      for (const desk of desks) {
        await desk.stop();
        removeFolder(desk.directory);
      }
      await mock.close();
    },
  };
}
