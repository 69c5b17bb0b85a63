import { expect, it } from "vitest";
import { Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { openNotice } from "../../../main/features/notices/open-notice.ts";
import { idOf } from "../../support/store-records.ts";

it("a notice opens with the key that it is sealed to, also beside what another desk gave out for one", async () => {
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  const content = {
    v: 1,
    address: idOf(1),
    receivedAt: "2026-03-02T10:00:00.000Z",
    headers: {},
    body: Buffer.from("{}").toString("base64"),
  };
  const bytes = await encrypter.encrypt(JSON.stringify(content));
  const sealed = Buffer.from(bytes).toString("base64");
  expect(await openNotice({ sealed }, ["AGE-SECRET-KEY-1", "", identity])).toMatchObject({
    address: idOf(1),
  });
  expect(await openNotice({ sealed }, ["AGE-SECRET-KEY-1"])).toBeNull();
});
