import { expect, it } from "vitest";
import { buildClinicView } from "../../../main/features/clinic/clinic-view.ts";
import { nothingAside } from "../../../shared/clinic/clinic.ts";
import { kept } from "../../support/clinic-desk-kit.ts";

const minute = 60_000;

it.each([
  [4 * minute, null],
  [-4 * minute, null],
  [6 * minute, "ahead"],
  [-6 * minute, "behind"],
  [365 * 1440 * minute, "ahead"],
])("a clock that is %d ms ahead of the hub's is worth a word, or not", (ahead, clock) => {
  const view = buildClinicView({
    kept,
    line: null,
    joining: null,
    invitation: null,
    reason: null,
    seen: new Map(),
    now: new Date("2026-11-20T15:00:00Z"),
    ahead,
    counts: () => ({ toShare: 0, aside: nothingAside }),
  });
  expect(view).toMatchObject({ membership: "member", clock });
});
