import { expect, it } from "vitest";
import {
  type Identity,
  compareIdentity,
  type Served,
  explainNotSynchronous,
} from "../../../hub/database/mark.ts";

const at = (timeline: number, system = "7", table = "16400"): string =>
  `${system}.${timeline.toString(16).toUpperCase().padStart(8, "0")}.16384.${table}`;
const noon = new Date("2026-11-28T12:00:00Z");
const later = new Date("2026-11-28T12:00:10Z");

const found = (more: Partial<Identity> = {}): Identity => ({
  noted: at(9),
  present: at(10),
  restorations: 1,
  restoredAt: null,
  now: later,
  silent: 12,
  synchronous: true,
  standbys: "*",
  commits: "on",
  ...more,
});
const served = (timeline: number, more: Partial<Served> = {}): Served => ({
  present: at(timeline),
  restorations: 1,
  now: noon,
  ...more,
});

it.each<[string, Identity, Served | null, ReturnType<typeof compareIdentity>]>([
  ["the one that is noted, at a start", found({ noted: at(10) }), null, "same"],
  ["the one that was served", found({ noted: at(10) }), served(10), "same"],
  ["a higher timeline, declared synchronous", found(), served(9), "promoted"],
  ["the same after all hubs were started anew", found(), null, "promoted"],
  ["the same where another hub has noted it", found({ noted: at(10) }), served(9), "promoted"],
  ["a higher timeline, nothing declared", found({ synchronous: false }), served(9), "restored"],
  ["a higher timeline after a long silence", found({ silent: 301 }), served(9), "restored"],
  ["a higher timeline that no hub ever served", found({ silent: null }), null, "restored"],
  ["another system", found({ present: at(10, "8") }), served(9), "restored"],
  ["another table", found({ present: at(10, "7", "16500") }), null, "restored"],
  ["another fork with the number of the one that was served", found(), served(10), "restored"],
  [
    "another system with a mark of its own",
    found({ noted: at(10, "8"), present: at(10, "8") }),
    served(9),
    "restored",
  ],
  ["an old primary with its own mark", found({ noted: at(9), present: at(9) }), served(10), "behind"],
  ["a backup of an older timeline", found({ noted: at(3), present: at(4) }), served(10), "behind"],
  ["a new database", found({ noted: null }), null, "restored"],
  [
    "one that was noted as restored since",
    found({ noted: at(9), present: at(9), restoredAt: later }),
    served(10),
    "same",
  ],
  [
    "one that was noted as restored long ago",
    found({ noted: at(9), present: at(9), restoredAt: new Date("2026-11-27T00:00:00Z") }),
    served(10),
    "behind",
  ],
])("%s", (_what, identity, before, expected) => {
  expect(compareIdentity(identity, before)).toBe(expected);
});

it("what is declared is so with a standby that is waited for until it has written", () => {
  expect(explainNotSynchronous(found())).toBeNull();
  expect(explainNotSynchronous(found({ commits: "remote_apply" }))).toBeNull();
  expect(explainNotSynchronous(found({ standbys: " " }))).toMatch(/synchronous_standby_names is empty/);
  for (const commits of ["off", "local", "remote_write"])
    expect(explainNotSynchronous(found({ commits }))).toMatch(/synchronous_commit is below on/);
  expect(explainNotSynchronous(found({ synchronous: false, standbys: "", commits: "local" }))).toBeNull();
});
