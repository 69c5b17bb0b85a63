import { expect, it } from "vitest";
import type { HubAnswer } from "../../../main/features/clinic/hub-client.ts";
import { createHubAddressFailure, formatTrouble } from "../../../main/features/clinic/hub-trouble.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";

const { clinic: says } = words.failures;
const here = "https://127.0.0.1:7710";
const plainHere = "http://127.0.0.1:7710";
const elsewhere = "https://hub.clinic.example";
const unreached = (reason: string): HubAnswer<never> => ({ kind: "not-reached", reason });
const unknown = (reason: string): HubAnswer<never> => ({ kind: "unknown", reason });

/** What is said at the address that was typed; null: nothing there. */
const atAddress = (address: string, answer: HubAnswer<never>): string | null => {
  if (answer.kind === "ok") return null;
  const { hub } = createHubAddressFailure(address, answer).fields;
  return hub === undefined ? null : said(hub);
};

it.each([
  ["nothing listens", here, unreached("ECONNREFUSED"), "it rejected the connection"],
  ["no such name", elsewhere, unreached("ENOTFOUND"), "its address was not found"],
  ["nobody answers", elsewhere, unreached("UND_ERR_CONNECT_TIMEOUT"), "it didn’t respond in time"],
  ["a certificate of its own", elsewhere, unreached("DEPTH_ZERO_SELF_SIGNED_CERT"), "its certificate wasn’t"],
  ["a certificate that ended", here, unreached("CERT_HAS_EXPIRED"), "its certificate wasn’t accepted"],
  ["a hub without TLS here", here, unreached("ERR_SSL_WRONG_VERSION_NUMBER"), "with http://"],
  [
    "a hub without TLS elsewhere",
    elsewhere,
    unreached("ERR_SSL_WRONG_VERSION_NUMBER"),
    "needs a certificate",
  ],
  ["a hub with TLS, by http", plainHere, unknown("UND_ERR_SOCKET"), "with https://"],
  ["another program", here, { kind: "not-a-hub", status: 200 } as const, "it is not a clinic server"],
])("a typed address says what is there: %s", (_what, address, answer, text) => {
  expect(atAddress(address, answer)).toContain(text);
});

it("an answer that was lost over TLS, and a hub that says why, are not put on the address", () => {
  expect(atAddress(here, unknown("UND_ERR_SOCKET"))).toBeNull();
  expect(atAddress(plainHere, unknown("timeout"))).toBeNull();
  const full = { kind: "refused", failure: { code: "storage-full" }, retryAfter: null } as const;
  expect(createHubAddressFailure(here, full).why.id).toBe("failures.clinic.storageFull");
});

it("a member whose hub has a certificate that is not trusted, or no TLS, reads that and not that it is silent", () => {
  expect(said(formatTrouble("CERT_HAS_EXPIRED"))).toContain("its certificate wasn’t accepted");
  expect(said(formatTrouble("ERR_SSL_WRONG_VERSION_NUMBER"))).toContain("doesn’t use https");
  expect(said(formatTrouble("ECONNREFUSED"))).toBe(says.away);
});
