import { expect, it, onTestFinished } from "vitest";
import { createMemorySecretStore, type SecretStore } from "../../main/platform/secret-store.ts";
import { bookingForm, startDesk } from "../support/desk-kit.ts";
import { startFakeService } from "../support/fake-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Milliseconds that the keychain would take: longer than anybody waits for a window to close. */
const never = <T>(): Promise<T> => new Promise(() => undefined);

/** A keychain that stops answering calls of these kinds for entries of these names. */
function stuck(names: RegExp, kinds: readonly ("get" | "set")[]) {
  const kept = createMemorySecretStore();
  const state = { isStuck: false };
  const holds = (kind: "get" | "set", name: string): boolean =>
    state.isStuck && kinds.includes(kind) && names.test(name);
  const secrets: SecretStore = {
    ...kept,
    get: (name) => (holds("get", name) ? never() : kept.get(name)),
    set: (name, value) => (holds("set", name) ? never() : kept.set(name, value)),
  };
  return { secrets, state };
}

it.each<[string, RegExp, readonly ("get" | "set")[]]>([
  ["writing the count of sends", /^send-counter/, ["set"]],
  ["reading the count of sends", /^send-counter/, ["get"]],
  ["reading who has the desk", /^desk-lease/, ["get"]],
  ["writing the count of saves", /^save-counter/, ["set"]],
  ["anything", /./, ["get", "set"]],
])(
  "quitting ends within its grace though the keychain hangs at %s, and sends nothing then",
  async (_at, names, kinds) => {
    const service = await startFakeService();
    onTestFinished(() => service.close());
    const { secrets, state } = stuck(names, kinds);
    const desk = await startDesk({ directory: temporaryFolder(), secrets });
    await desk.get("session.connect", {
      serviceAddress: service.baseUrl,
      token: "opaque",
      sameAccount: null,
    });
    const form = bookingForm({
      patient: { kind: "number", text: "1" },
      sameAddress: false,
      address: "1 Main St",
      city: "Springfield",
      state: "IL",
      zip: "62701",
    });
    const { id } = await desk.get("items.create", { kind: "booking", form });
    state.isStuck = true;
    void desk.ask("items.submit", { id, wait: true });
    await expect.poll(async () => (await desk.get("items.get", { id })).status).not.toBe("draft");
    const isHeld = names.source !== "^save-counter";
    const posted = () => service.requests.filter(({ method }) => method === "POST");
    // Nothing keeps this one: once it is on its way, it is answered within the grace.
    if (!isHeld) await expect.poll(posted).toHaveLength(1);
    const begun = performance.now();
    await desk.desk.stop(500);
    // Neither the keychain, which never answers, nor the service's deadline of twenty seconds.
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(posted()).toHaveLength(isHeld ? 0 : 1);
  },
);
