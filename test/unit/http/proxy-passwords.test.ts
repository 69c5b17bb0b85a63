import { expect, it } from "vitest";
import { createMemorySecretStore } from "../../../main/platform/secret-store.ts";
import { createProxyPasswords } from "../../../main/http/proxy-passwords.ts";

it("what is forgotten while the keychain takes its time is not known again when that answers, nor kept anew", async () => {
  const kept = createMemorySecretStore();
  const entry = { proxy: "proxy.example:3128", name: "desk", password: "secret" };
  await kept.set("proxy-passwords", JSON.stringify([entry]));
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const passwords = createProxyPasswords({
    secrets: {
      ...kept,
      get: async (name) => {
        const found = await kept.get(name);
        await promise;
        return found;
      },
    },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const asked = passwords.of(entry.proxy);
  await passwords.forget();
  resolve(undefined);
  expect(await asked).toBeNull();
  expect(await passwords.state()).toEqual({ asks: null, known: [] });
  passwords.asked("other.example:3128", "");
  await passwords.answer({ ...entry, proxy: "other.example:3128", keep: true });
  expect(await kept.get("proxy-passwords")).toEqual({
    ok: true,
    value: JSON.stringify([{ ...entry, proxy: "other.example:3128" }]),
  });
  expect((await passwords.state()).known).toEqual(["other.example:3128"]);
});

it("a password for a proxy that did not ask is neither known nor kept, and takes no other's place", async () => {
  const secrets = createMemorySecretStore();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const passwords = createProxyPasswords({ secrets, log });
  const answer = { name: "desk", password: "secret", keep: true };
  passwords.asked("proxy.example:3128", "");
  await passwords.answer({ ...answer, proxy: "stranger.example:3128" });
  expect([await passwords.of("stranger.example:3128"), await secrets.get("proxy-passwords")]).toEqual([
    null,
    { ok: true, value: null },
  ]);
  // The line stood again meanwhile, and nothing is asked any more: what was typed is still for one that did ask.
  passwords.settled();
  await passwords.answer({ ...answer, proxy: "proxy.example:3128" });
  expect((await passwords.state()).known).toEqual(["proxy.example:3128"]);
  // One that has its password changes it when it asks again, not before.
  const again = createProxyPasswords({ secrets, log });
  await again.answer({ ...answer, proxy: "proxy.example:3128", password: "another" });
  expect(await again.of("proxy.example:3128")).toEqual({ name: "desk", password: "secret" });
});
