import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMockService, type MockService } from "../../mock/service.ts";
import { bookingNumbered, eventually, patientNumbered } from "../faults/kit/bench.ts";
import { startDeskProcess } from "../faults/kit/desk-process.ts";
import { scanFolder, sentinel, sentinelBooking, sentinelPatient } from "../faults/kit/sentinels.ts";
import { counted } from "../support/cases.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const numbers = Array.from({ length: 200 }, (_, index) => index + 1);
let mock: MockService;
beforeAll(async () => {
  mock = await startMockService({ sampleData: true, decideAfterMs: 3_600_000 });
});
afterAll(() => mock.close());

test("a word in clear is found, whatever its letters, its encoding and its folder", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "deep"));
  const forms = [
    Buffer.from(`…${sentinel(1).toUpperCase()}…`),
    Buffer.from(`name=${sentinel(1)}`, "utf16le"),
    Buffer.from(Buffer.from(`a name: ${sentinel(1)}, and more`).toString("base64")),
  ];
  for (const [index, bytes] of forms.entries()) {
    const file = join(folder, "deep", "file");
    writeFileSync(file, Buffer.concat([Buffer.alloc(5_000, index + 128), bytes]));
    expect(scanFolder(folder, [sentinel(2), sentinel(1)]).hits.length).toBeGreaterThan(0);
    expect(scanFolder(folder, [sentinel(2)]).hits).toEqual([]);
  }
});

test("no byte of the profile or the logs tells of 200 patients, through refusals, a kill and an end", async () => {
  const folder = temporaryFolder();
  const place = { directory: join(folder, "profile"), secretsFile: join(folder, "keychain.json") };
  // Not the count of attempts: three digits stand in any encrypted file by chance.
  const secrets = (): string[] =>
    Object.values<string>(JSON.parse(readFileSync(place.secretsFile, "utf8"))).filter(
      (secret) => secret.length >= 16,
    );
  const words = (): string[] => [...numbers.map(sentinel), mock.token, ...secrets()];

  let desk = await startDeskProcess(place);
  await desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
  const created = await Promise.all(
    numbers.map((number) => {
      const patient = patientNumbered(number, sentinelPatient(number));
      // Every fifth booking names a patient that the service does not have, and is refused.
      const text = number % 5 === 0 ? "987654" : "1";
      const change = { ...sentinelBooking(number), patient: { kind: "number" as const, text } };
      return desk.get("items.create", number % 2 === 0 ? patient : bookingNumbered(number, change));
    }),
  );
  const half = created.slice(0, 100);
  await Promise.all(half.map(({ id }) => desk.get("items.submit", { id, wait: true })));
  await desk.stopAt("sent");
  const underWay = created.slice(100).map(({ id }) => desk.get("items.submit", { id, wait: true }));
  for (const sent of underWay) sent.catch(() => undefined);
  await desk.standsStill();
  const running = scanFolder(place.directory, words());
  await desk.kill();
  expect(running.hits).toEqual([]);
  expect(running.bytes).toBeGreaterThan(200_000);

  desk = await startDeskProcess(place);
  const { patients } = await desk.get("patients.search", { text: `First${sentinel(2)}`, limit: 5 });
  expect(patients).toHaveLength(1);
  expect(await eventually(async () => (await desk.get("items.counts", {})).ready === 0, 60_000)).toBe(true);
  await desk.quit();
  expect(desk.errors()).toBe("");
  expect(scanFolder(place.directory, words()).hits).toEqual([]);
  counted(words().length);
});
