import { expect, it } from "vitest";
import { bookingForm, fullPatient, sendBooking, sendPatient } from "../support/desk-kit.ts";
import { clinicOf, inStep, service, signedInDesk } from "./support/clinic-desks.ts";
import { testDatabase, testHub } from "./support/started.ts";

/** Words that stand nowhere else, as they would stand in a hub that can read them. */
const sentinel = "Zqxjkvbw";
const spelled = [
  sentinel,
  Buffer.from(sentinel).toString("hex"),
  // As base64 at each of the three places that it can begin at.
  ...[0, 1, 2].map((pad) =>
    Buffer.from(" ".repeat(pad) + sentinel)
      .toString("base64")
      .slice(pad === 0 ? 0 : pad + 1, -4),
  ),
];

it("a hub has nothing that anybody could read, in no table, nor in its log", async () => {
  const mock = await service();
  const database = await testDatabase();
  const hub = await testHub(database);
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock)];
  const patient = { ...fullPatient, lastName: sentinel, address: `1 ${sentinel} St`, city: sentinel };
  await sendPatient(one, { ...patient, email: `${sentinel}@example.com`, externalId: sentinel });
  await clinicOf(hub, [one, two]);
  await one.get("clinic.renameDesk", { name: `Desk ${sentinel}` });
  await inStep(one);
  await inStep(two);
  const { patients } = await two.get("patients.search", { text: sentinel, limit: 5 });
  const known = { kind: "known" as const, id: String(patients[0]?.id) };
  const booked = await sendBooking(two, bookingForm({ patient: known, notes: `about ${sentinel}` }));
  expect(booked.status).toBe("done");
  const waiting = await two.get("items.create", {
    kind: "booking",
    form: bookingForm({ patient: known, time: "4pm", notes: sentinel }),
  });
  await two.get("items.submit", { id: waiting.id, wait: false });
  await inStep(two);
  await inStep(one);

  const tables = await database.query<{ name: string }>(
    "select table_schema || '.' || table_name as name from information_schema.tables where table_schema = 'hub'",
  );
  expect(tables.length).toBeGreaterThan(8);
  const texts = [hub.lines.join("\n")];
  for (const { name } of tables) {
    const rows = await database.query<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  const everything = texts.join("\n");
  // What is looked for would be found: the desks' public parts are there.
  expect(everything).toContain("age1");
  expect(everything.length).toBeGreaterThan(10_000);
  for (const text of spelled) expect(everything.toLowerCase()).not.toContain(text.toLowerCase());
});
