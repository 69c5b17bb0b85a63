import { setTimeout as wait } from "node:timers/promises";
import type { ClinicState } from "../../shared/clinic/clinic.ts";
import type { BenchDesk } from "../desk.ts";

type Member = Extract<ClinicState, { membership: "member" }>;

export async function memberOf({ call }: BenchDesk): Promise<Member | null> {
  const state = await call("clinic.get", {});
  return state.membership === "member" ? state : null;
}

/** Milliseconds between two looks at what somebody waits for. */
const look = 10;

export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  longest = 15 * 60_000,
): Promise<void> {
  const end = performance.now() + longest;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Waited in vain: ${what}.`);
    await wait(look);
  }
}

/** All that the hub has is read here, and all said that there is to say. */
export const isInStep = async (desk: BenchDesk): Promise<boolean> => {
  await desk.call("clinic.look", {});
  const state = await memberOf(desk);
  return state !== null && state.line === "up" && state.toShare === 0 && state.progress === null;
};

/** The first desk makes the clinic. */
export const found = async (
  desk: BenchDesk,
  { hub, token }: { readonly hub: string; readonly token: string },
): Promise<void> => void (await desk.call("clinic.create", { hub, token, name: "Desk 1" }));

/** By a code of the first desk, which is asked and says yes. Settles when the desk is a member, and has read nothing yet. */
export async function join(
  desk: BenchDesk,
  { first, hub, name }: { readonly first: BenchDesk; readonly hub: string; readonly name: string },
): Promise<void> {
  await first.call("clinic.invite", {});
  const code = String((await memberOf(first))?.invitation?.code);
  await desk.call("clinic.join", { hub, code, name });
  await until("the invitation", async () => (await memberOf(first))?.invitation?.asks === name);
  await first.call("clinic.answer", { accept: true });
  await until("the answer", async () => (await memberOf(desk)) !== null);
}
