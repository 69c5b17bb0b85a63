import fc from "fast-check";
import { expect, it } from "vitest";
import { attemptOutcome } from "../../../../shared/hub-api/entries.ts";
import { reduceDeskItem, type DeskRecord } from "../../../../shared/clinic/log/desk-rule.ts";
import { createClaimEntries } from "../../../../shared/clinic/log/desk-words.ts";
import { mayHaveArrived, listUnnamedAttempts, findBlock } from "../../../../shared/clinic/log/item.ts";
import { pruneOldTries } from "../../../../shared/clinic/log/old-tries.ts";
import { sharedItem, unclear } from "../../../support/shared-items.ts";

const states = ["open", ...attemptOutcome.options] as const;
const anyTry = fc.record({
  state: fc.constantFrom(...states),
  named: fc.boolean(),
  inherited: fc.boolean(),
  /** Null: this desk knows nothing of it. */
  known: fc.option(fc.constantFrom(...attemptOutcome.options)),
});

const stands = (outcomes: DeskRecord["outcomes"]): DeskRecord => ({
  item: "i",
  madeIn: 0,
  status: "waiting",
  epoch: 1,
  intent: null,
  outcomes,
});

it("takes away nothing that anybody decides by or has to hear, whatever became of the tries", () => {
  fc.assert(
    fc.property(fc.array(anyTry, { maxLength: 120, size: "max" }), (tries) => {
      const attempts = tries.map(({ known: _known, ...one }, number) => unclear(`t${number}`, one));
      const known = tries.flatMap((one, number) =>
        one.known === null ? [] : ([[`t${number}`, one.known]] as const),
      );
      const before = { record: stands(Object.fromEntries(known)), item: sharedItem({ attempts }) };
      const { record, shared, dropped } = pruneOldTries(before.record, before.item);
      expect(shared.attempts.filter(mayHaveArrived)).toEqual(attempts.filter(mayHaveArrived));
      expect(listUnnamedAttempts(shared)).toEqual(listUnnamedAttempts(before.item));
      expect(findBlock(shared, 0)).toBe(findBlock(before.item, 0));
      expect(createClaimEntries(record, shared, 0)).toEqual(
        createClaimEntries(before.record, before.item, 0),
      );
      const read = { event: "read", desk: "a", generation: 0 } as const;
      const [light, whole] = [
        reduceDeskItem({ record, right: null }, { ...read, item: shared }).record,
        reduceDeskItem({ record: before.record, right: null }, { ...read, item: before.item }).record,
      ];
      expect(light).toEqual({ ...whole, outcomes: record.outcomes });
      for (const attempt of dropped) expect(record.outcomes[attempt]).toBeUndefined();
      expect(pruneOldTries(record, shared)).toEqual({ record, shared, dropped: [] });
    }),
  );
});

it("keeps the last twenty of a booking that is refused for days, at the desk that tries and at the others", () => {
  let item = sharedItem();
  let [here, there] = [stands({}), stands({})];
  for (let number = 0; number < 500; number += 1) {
    item = { ...item, attempts: [...item.attempts, unclear(`t${number}`, { state: "refused" })] };
    here = { ...here, outcomes: { ...here.outcomes, [`t${number}`]: "refused" } };
    ({ record: there } = pruneOldTries(there, item));
    ({ record: here, shared: item } = pruneOldTries(here, item));
  }
  const last = Array.from({ length: 20 }, (_, number) => `t${480 + number}`);
  expect(item.attempts.map(({ attempt }) => attempt)).toEqual(last);
  expect(Object.keys(here.outcomes)).toEqual(last);
  expect(there.outcomes).toEqual({});
});
