import { expect, test } from "vitest";
import { computeAccountMark, type AccountOf } from "../../../main/features/clinic/account-mark.ts";

const key = new Uint8Array(32).fill(7);
const account: AccountOf = { serviceAddress: "https://service.example", issuer: "elm", subject: "clinic" };
const mark = (change: Partial<AccountOf>): string => computeAccountMark(key, { ...account, ...change });

test("is another for another address, issuer, subject, key, and for nobody", () => {
  const others = [
    mark({ serviceAddress: "https://other.example" }),
    mark({ serviceAddress: "http://127.0.0.1:4010" }),
    mark({ issuer: null }),
    mark({ subject: "another" }),
    computeAccountMark(new Uint8Array(32), account),
    computeAccountMark(key, null),
  ];
  expect(new Set([mark({}), ...others]).size).toBe(others.length + 1);
});

test("is the same for any port of a desk's own computer, where the way to the service begins", () => {
  const ways = [
    "http://127.0.0.1:4010",
    "http://127.0.0.1:4011",
    "http://localhost:4010",
    "http://[::1]:4010",
  ];
  expect(new Set(ways.map((serviceAddress) => mark({ serviceAddress }))).size).toBe(1);
});
