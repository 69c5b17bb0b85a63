import { expect, it } from "vitest";
import type { LoggedPush } from "../../../shared/hub-api/routes.ts";
import { signHeartbeat } from "../../../main/features/clinic/push.ts";
import { createForkDetector } from "../../../main/features/clinic/witnesses.ts";
import { aClinic, aDesk } from "../../support/clinic-log-kit.ts";

it("a desk that is always further than this one is compared where it was, once this one has read as far", async () => {
  const clinic = await aClinic();
  const other = await aDesk();
  await clinic.admit(other);
  for (const text of ["one", "two", "three"]) clinic.push(other, [clinic.record(text)]);
  const { pushes } = clinic.kept;
  const hashAt = (number: number): string | null => pushes[number - 1]?.hash ?? null;
  const read = (upTo: number) => ({ log: clinic.read(pushes.slice(0, upTo)).log, generation: 0, hashAt });
  const says = ({ number, hash }: Pick<LoggedPush, "number" | "hash">) => [
    {
      desk: other.id,
      heartbeat: signHeartbeat(other.keys, {
        clinic: clinic.id,
        desk: other.id,
        generation: 0,
        read: { number, hash },
        at: "2026-03-02T10:00:00.000Z",
      }),
    },
  ];
  const forked = (number: number) => says({ number, hash: "ef".repeat(32) });
  const [honest, split] = [createForkDetector(), createForkDetector()];
  const last = pushes.length;
  expect(split.isSplit(forked(last - 1), read(last - 2))).toBe(false);
  expect(split.isSplit(forked(last + 1), read(last - 1))).toBe(true);
  const [before, now] = [pushes[last - 2], pushes[last - 1]];
  if (before === undefined || now === undefined) throw new RangeError("pushes");
  expect(honest.isSplit(says(before), read(last - 2))).toBe(false);
  expect(honest.isSplit(says(now), read(last))).toBe(false);
});
