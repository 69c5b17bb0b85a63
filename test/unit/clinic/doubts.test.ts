import { beforeEach, expect, it } from "vitest";
import type { LogAttempt } from "../../../shared/clinic/log/item.ts";
import { sharedDoubts } from "../../../main/features/clinic/settle.ts";
import { clinicDeskKit, here, there, type ClinicDeskKit } from "../../support/clinic-desk-kit.ts";
import { idOf } from "../../support/store-records.ts";

let kit: ClinicDeskKit;
beforeEach(async () => {
  kit = await clinicDeskKit();
});
const tried = (desk: string, state: LogAttempt["state"] = "open"): LogAttempt => ({
  attempt: idOf(930),
  desk,
  state,
  named: false,
  inherited: false,
});

it.each([
  ["allowed to send it when its program ended", "started", { attempts: [tried(here)] }],
  ["that took it over from one that may have sent it", "takenOver", { attempts: [tried(there)] }],
  [
    "that took it over and was allowed to send it",
    "takenOver",
    { attempts: [tried(here)], mustDecide: true },
  ],
  ["that took over what nobody tried", "takenOver", { mustDecide: true }],
] as const)("of a booking that needs checking a desk says why: one %s", (_what, why, shared) => {
  kit.keep(
    1,
    { status: "ready" },
    { shared: { ...shared, attempts: "attempts" in shared ? [...shared.attempts] : [] } },
  );
  expect(kit.settled(1)).toMatchObject({ status: "needs-checking", problem: sharedDoubts[why] });
});
