import { expect, it } from "vitest";
import { memorySecretStore, type SecretStore } from "../../../main/account/secret-store.ts";
import { signIn } from "../../../main/account/sign-in.ts";

const nothing = (): undefined => undefined;

it("a slow keychain does not take the desk from whoever has signed in meanwhile", async () => {
  const kept = memorySecretStore();
  const open = Promise.withResolvers<undefined>();
  const secrets: SecretStore = {
    ...kept,
    get: async (name) => {
      const value = await kept.get(name);
      await open.promise;
      return value;
    },
  };
  const desk = () =>
    signIn({
      secrets,
      accounts: { remember: nothing, lastUnnamed: () => null },
      practice: { start: () => Promise.reject(new Error("not here")), stop: () => Promise.resolve() },
      tryToken: () => Promise.resolve(null),
      uuid: () => crypto.randomUUID(),
      log: { info: nothing, warn: nothing, error: nothing },
      onChange: nothing,
    });
  const connect = (one: ReturnType<typeof desk>, token: string) =>
    one.connect({ serviceAddress: "https://booking.example.com", token, sameAccount: null });
  await connect(desk(), "yesterday");

  const today = desk();
  const restoring = today.restore();
  await connect(today, "today");
  open.resolve(undefined);
  await restoring;
  expect(today.current()?.credentials.token).toBe("today");
});
