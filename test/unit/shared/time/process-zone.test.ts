import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const zones = [
  "UTC",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Asia/Kolkata",
  "America/St_Johns",
  "America/New_York",
  "Australia/Lord_Howe",
];

function outputIn(zone: string): string {
  const script = join(import.meta.dirname, "process-zone-script.ts");
  return execFileSync(process.execPath, [script], { env: { ...process.env, TZ: zone }, encoding: "utf8" });
}

describe("the computer's own time zone", () => {
  // typing-6: The computer's time zone moves no day (OpenMRS esm 727)
  it(
    "moves no date of birth, day or time: the readers say the same in every zone (OpenMRS esm 727)",
    { tags: ["typing-6"], timeout: 60_000 },
    () => {
      const expected: unknown = JSON.parse(outputIn("UTC"));
      expect(expected).toMatchObject({
        births: expect.arrayContaining([expect.objectContaining({ date: "1984-03-05" })]),
      });
      for (const zone of zones.slice(1)) {
        expect({ zone, output: JSON.parse(outputIn(zone)) as unknown }).toEqual({ zone, output: expected });
      }
    },
  );
});
