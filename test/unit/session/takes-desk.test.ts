import { expect, it } from "vitest";
import { jwtOf } from "../../support/fake-service.ts";
import { connect, serviceAddress, signInBench } from "../../support/sign-in-kit.ts";

const ann = jwtOf({ iss: "elm", sub: "ann" });
const bob = jwtOf({ iss: "elm", sub: "bob" });
const wanted = (token: string, { address = serviceAddress, sameAccount = null as boolean | null } = {}) => ({
  serviceAddress: address,
  token,
  sameAccount,
});

async function annsDesk() {
  const desk = (await signInBench()).start();
  await connect(desk, ann);
  return desk;
}

it.each([
  ["practice mode", null],
  ["another person", wanted(bob)],
  ["the same person at another service", wanted(ann, { address: "https://other.example.com" })],
])("%s would take the desk from the clinic's account that has it", async (_who, input) => {
  expect((await annsDesk()).takesDesk(input)).toBe(true);
});

it.each([
  ["the same person with a new token", wanted(jwtOf({ iss: "elm", sub: "ann", exp: 1 }))],
  ["a token that cannot be sent", wanted("two words")],
  ["no token", wanted(" ")],
  ["an address that is none", wanted(bob, { address: "nowhere" })],
])("%s takes no desk", async (_who, input) => {
  expect((await annsDesk()).takesDesk(input)).toBe(false);
});

it("a service that the organization does not allow takes no desk, so that no PIN is asked for in vain", async () => {
  const bench = await signInBench();
  const desk = bench.start();
  await connect(desk, ann);
  bench.allowOnly(serviceAddress);
  const elsewhere = wanted(bob, { address: "https://other.example.com" });
  expect([desk.takesDesk(elsewhere), desk.takesDesk(wanted(bob))]).toEqual([false, true]);
});

it("while the keychain is still asked who is signed in, nobody known is not nobody: the desk counts as somebody's", async () => {
  const desk = (await signInBench()).start();
  const read = desk.restore();
  expect([desk.takesDesk(null), desk.takesDesk(wanted(bob))]).toEqual([true, true]);
  await read;
  expect([desk.takesDesk(null), desk.takesDesk(wanted(bob))]).toEqual([false, false]);
});

it("a desk that nobody has, or practice alone, is taken from nobody", async () => {
  const desk = (await signInBench()).start();
  await desk.restore();
  expect([desk.takesDesk(null), desk.takesDesk(wanted(bob))]).toEqual([false, false]);
  await desk.practise();
  expect([desk.takesDesk(null), desk.takesDesk(wanted(bob))]).toEqual([false, false]);
});

it("a token that names nobody takes the desk only where it is said to be of another account", async () => {
  const desk = (await signInBench()).start();
  await connect(desk, "opaque");
  const taken = [null, true, false].map((sameAccount) => desk.takesDesk(wanted("unnamed", { sameAccount })));
  // Not yet said: the person is asked first.
  expect(taken).toEqual([false, false, true]);
});
