import { expect, it } from "vitest";
import { parseClaims, keptShared } from "../../../main/features/clinic/kept-claims.ts";
import { clinicDeskKit, here, sharedId, startOfDay, there } from "../../support/clinic-desk-kit.ts";
import { unclear } from "../../support/shared-items.ts";
import { account, idOf } from "../../support/store-records.ts";

it("a booking that was refused for days is kept with its last tries, and with each that may have arrived", async () => {
  const desk = await clinicDeskKit();
  const ids = Array.from({ length: 200 }, (_, number) => idOf(1_000 + number));
  const attempts = ids.map((attempt, number) =>
    number === 3 || number === 4
      ? unclear(attempt, { desk: there, named: number === 4 })
      : unclear(attempt, { desk: here, state: "refused" }),
  );
  const outcomes = Object.fromEntries(
    attempts.filter((one) => one.desk === here).map(({ attempt }) => [attempt, "refused" as const]),
  );
  desk.keep(7, { status: "ready" }, { shared: { attempts }, desk: { outcomes } });
  desk.store.transaction(({ clinic }) => {
    for (const attempt of ids)
      clinic.attempts.add(account, { attempt, sharedId: sharedId(7), at: startOfDay });
  });
  // The one that may have arrived and that nobody has decided about.
  expect(desk.settled(7).status).toBe("needs-checking");
  const left = [ids[3], ids[4], ...ids.slice(-20)];
  const known = desk.store.read(({ clinic }) => ({
    shared: parseClaims(keptShared, clinic.claims.of(account, idOf(7))?.shared ?? null),
    of: ids.filter((attempt) => clinic.attempts.itemsWith(account, attempt).length > 0),
  }));
  expect(known.shared?.attempts.map(({ attempt }) => attempt)).toEqual(left);
  expect(known.of).toEqual(left);
  expect(Object.keys(desk.record(7)?.outcomes ?? {})).toEqual(ids.slice(-20));
  expect(desk.words().filter(({ type }) => type === "outcome")).toEqual([]);
});
