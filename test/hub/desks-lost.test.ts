import { expect, it, onTestFinished, vi } from "vitest";
import { createMemorySecretStore, type SecretStore } from "../../main/platform/secret-store.ts";
import { counted } from "../support/cases.ts";
import { startDesk } from "../support/desk-kit.ts";
import { clinicOf, memberState, patient, service, signedInDesk } from "./support/clinic-desks.ts";
import { testDatabase, testHub } from "./support/started.ts";

/** A keychain of which the test sees all. */
function openKeychain(): SecretStore & { readonly all: ReadonlyMap<string, string> } {
  const secrets = createMemorySecretStore();
  const all = new Map<string, string>();
  return {
    all,
    get: secrets.get,
    set: async (name, value) => {
      all.set(name, value);
      return secrets.set(name, value);
    },
    delete: async (name) => {
      all.delete(name);
      return secrets.delete(name);
    },
  };
}

/** What may stay in it: how much there was, and nothing of what it was. */
const tellsHowMuch = new Set(["desk-lease", "log-anchor", "records", "save-counter", "send-counter"]);

it("a desk that was lost or stolen forgets every secret at its next contact, also for its next start", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const secrets = openKeychain();
  const [passphrase, password] = ["correct horse battery staple", "the proxy's password"];
  const proxy = { proxy: "proxy.example:3128", name: "clinic", password };
  await secrets.set("proxy-passwords", JSON.stringify([proxy]));
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock, { secrets })];
  await two.get("backup.setPassphrase", { passphrase });
  await clinicOf(hub, [one, two]);
  const [before, account] = [new Map(secrets.all), (await two.get("session.get", {})).session.accountId];
  const ofRecords = [...before.keys()].find((name) => name.startsWith("database-key/")) ?? "";
  const told = ["session", `clinic ${account}`, "proxy-passwords", ofRecords].map((name) => before.get(name));
  expect(told).not.toContain(undefined);
  expect(JSON.stringify([...before])).toContain(passphrase);

  await one.get("clinic.removeDesk", { desk: (await memberState(two)).self, lost: true });
  await vi.waitFor(async () => {
    await two.get("clinic.look", {});
    const { storeProblem } = await two.get("app.info", {});
    expect(storeProblem?.failure.why.id).toBe("failures.clinic.lostOrStolen");
    const left = [...secrets.all.keys()].map((name) => name.replace(/\/.*$/, ""));
    expect(left.filter((name) => !tellsHowMuch.has(name))).toEqual([]);
  }, patient);
  const left = JSON.stringify([...secrets.all]);
  for (const secret of [mock.token, passphrase, password]) expect(left).not.toContain(secret);
  // The running program has no token either.
  expect((await two.get("session.get", {})).session).toMatchObject({ status: "signed-out", token: null });
  expect(await two.get("proxy.get", {})).toMatchObject({ known: [] });

  await two.stop();
  const again = await startDesk({ directory: two.directory, secrets });
  onTestFinished(() => again.stop());
  // Not that a keychain lost the key, and that nothing was deleted.
  expect((await again.get("app.info", {})).storeProblem).toMatchObject({
    kind: "reported-lost",
    failure: { why: { id: "failures.clinic.lostOrStolen" } },
    maySetAside: true,
  });
  counted(before.size);
});
