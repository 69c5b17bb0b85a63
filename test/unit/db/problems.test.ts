import { expect, test } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { say } from "../../../messages/saying.ts";
import { getStoreFile } from "../../../main/db/files.ts";
import {
  createDamagedError,
  createLogLostError,
  toOpenFailure,
  createStoreLostError,
} from "../../../main/db/problems.ts";

const folder = "folder";
const none = { next: "none" } as const;

test.each([
  [
    "all of it, and a copy was kept",
    createStoreLostError(folder, "kept"),
    say("failures.store.lostKept", { copy: "kept" }),
  ],
  [
    "all of it",
    createStoreLostError(folder, null),
    say("failures.store.lost", { file: getStoreFile(folder) }),
  ],
  ["its log alone", createLogLostError(), say("failures.store.logLost")],
  ["a part that was found spoilt", createDamagedError(), say("failures.store.foundDamaged")],
])(
  "of files that went away it is said what went, and that nothing can be done here: %s",
  (_what, error, why) => {
    expect(error.code).toBe("lost");
    expect(error.failure).toEqual(fail("store", why, none));
  },
);

test.each([
  ["missing", say("failures.store.unopened.missing", { file: getStoreFile(folder) }), "none"],
  ["damaged", say("failures.store.unopened.damaged", { directory: folder }), "none"],
  ["unwritable", say("failures.store.unopened.unwritable", { directory: folder }), "retry"],
] as const)(
  "records that do not open, %s, say where they are, and whether to try again",
  (problem, why, next) => {
    expect(toOpenFailure(problem, folder)).toEqual(fail("store", why, { next }));
  },
);
