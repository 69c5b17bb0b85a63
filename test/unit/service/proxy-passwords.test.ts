import { expect, it } from "vitest";
import { memorySecretStore } from "../../../main/account/secret-store.ts";
import { proxyPasswords } from "../../../main/service/proxy-passwords.ts";

it("what is forgotten while the keychain takes its time is not known again when that answers, nor kept anew", async () => {
  const kept = memorySecretStore();
  const entry = { proxy: "proxy.example:3128", name: "desk", password: "secret" };
  await kept.set("proxy-passwords", JSON.stringify([entry]));
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const passwords = proxyPasswords({
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
  await passwords.answer({ ...entry, proxy: "other.example:3128", keep: true });
  expect(await kept.get("proxy-passwords")).toEqual({
    ok: true,
    value: JSON.stringify([{ ...entry, proxy: "other.example:3128" }]),
  });
  expect((await passwords.state()).known).toEqual(["other.example:3128"]);
});
