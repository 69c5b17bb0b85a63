import { expect, test } from "vitest";
import { say } from "../../../../messages/saying.ts";
import { readHubAddress } from "../../../../shared/connection/hub-address.ts";

test.each([
  ["127.0.0.1:7710", "http://127.0.0.1:7710"],
  [" localhost:7710/ ", "http://localhost:7710"],
  ["[::1]:7710", "http://[::1]:7710"],
  ["hub.clinic.example", "https://hub.clinic.example"],
  ["192.168.1.20:7710", "https://192.168.1.20:7710"],
  ["https://127.0.0.1:7710", "https://127.0.0.1:7710"],
])("a hub's address %j is %s", (typed, address) => {
  expect(readHubAddress(typed)).toEqual({ kind: "ok", address });
});

test.each([
  ["", "fields.address.missing"],
  ["http://hub.clinic.example", "fields.address.httpsSoThat"],
  ["me@127.0.0.1:7710", "fields.address.userInfo"],
  ["ftp://hub.clinic.example", "fields.address.scheme"],
] as const)("a hub's address %j is refused", (typed, why) => {
  expect(readHubAddress(typed)).toEqual({ kind: "refused", why: say(why) });
});
