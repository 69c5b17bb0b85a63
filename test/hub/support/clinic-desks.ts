import { onTestFinished, vi } from "vitest";
import type { ClinicState } from "../../../shared/clinic/clinic.ts";
import { fastClock } from "../../faults/kit/fast-clock.ts";
import { startMockService, type MockService } from "../../../mock/service.ts";
import { createMemorySecretStore, type SecretStore } from "../../../main/platform/secret-store.ts";
import { removeFolder, startDesk, type TestDesk } from "../../support/desk-kit.ts";
import type { Hub } from "../../../hub/hub.ts";

/** As long as a busy computer may need. */
export const patient = { timeout: 30_000, interval: 10 } as const;

export type MemberState = Extract<ClinicState, { membership: "member" }>;

/** A desk waits a twentieth of the time before it looks again: most of a story would be that wait. */
export const brisk = fastClock(20);

/** A real desk without its window, signed in at the service; ended with the test. */
export async function signedInDesk(
  mock: Pick<MockService, "baseUrl" | "token">,
  options: Parameters<typeof startDesk>[0] = {},
): Promise<TestDesk & { readonly secrets: SecretStore }> {
  const desk = await startDesk({ clock: brisk, secrets: createMemorySecretStore(), ...options });
  onTestFinished(async () => {
    await desk.stop();
    if (options.directory === undefined) removeFolder(desk.directory);
  });
  await desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
  return desk;
}

export async function service(): Promise<MockService> {
  const mock = await startMockService({ sampleData: true });
  onTestFinished(() => mock.close());
  return mock;
}

export async function memberState({ get }: Pick<TestDesk, "get">): Promise<MemberState> {
  const state = await get("clinic.get", {});
  if (state.membership !== "member") throw new Error(state.membership);
  return state;
}

/** Waits until the desk has read all that the hub has, and said all it has to say. */
export const inStep = (desk: TestDesk): Promise<MemberState> =>
  vi.waitFor(async () => {
    await desk.get("clinic.look", {});
    const state = await memberState(desk);
    if (state.line !== "up" || state.toShare > 0) throw new Error(`${state.line} ${state.toShare}`);
    return state;
  }, patient);

/** The first desk makes a clinic, and each of the others joins with a code of its own. */
export async function clinicOf(
  hub: Pick<Hub, "address" | "creationToken">,
  desks: readonly TestDesk[],
): Promise<void> {
  const [first, ...others] = desks;
  if (first === undefined) return;
  await first.get("clinic.create", { hub: hub.address, token: String(hub.creationToken), name: "Desk 1" });
  for (const [at, desk] of others.entries())
    await joins(desk, first, { hub: hub.address, name: `Desk ${at + 2}` });
}

export async function joins(
  desk: TestDesk,
  inviter: TestDesk,
  { hub, name }: { readonly hub: string; readonly name: string },
): Promise<void> {
  await inviter.get("clinic.invite", {});
  const { invitation } = await memberState(inviter);
  await desk.get("clinic.join", { hub, code: String(invitation?.code), name });
  await vi.waitFor(async () => {
    if ((await memberState(inviter)).invitation?.asks !== name) throw new Error("nobody asks");
  }, patient);
  await inviter.get("clinic.answer", { accept: true });
  await vi.waitFor(async () => {
    await inStep(desk);
    const { desks } = await inStep(inviter);
    if (!desks.some((one) => one.name === name)) throw new Error("has no name");
  }, patient);
}
