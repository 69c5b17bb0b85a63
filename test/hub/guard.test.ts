import { expect, it } from "vitest";
import { migrateHub } from "../../hub/database/migrate.ts";
import { CannotStart } from "../../hub/hub.ts";
import { clinicOf, newId, recordOf } from "./support/desk.ts";
import { testDatabase, testHub } from "./support/started.ts";

it("a hub refuses a role that row-level security does not bind: superusers and owners", async () => {
  const database = await testDatabase();
  await expect(testHub({ hub: database.owner })).rejects.toThrow(/row-level security does not bind/);
  const { user, password } = database.hub;
  await database.query(`alter table hub.records owner to ${String(user)}`);
  await expect(testHub({ hub: { ...database.hub, password: String(password) } })).rejects.toThrow(
    /owns tables/,
  );
});

it("a hub refuses a table without forced row-level security, and a database newer or older than it is", async () => {
  const database = await testDatabase();
  await database.query("alter table hub.items no force row level security");
  await expect(testHub(database)).rejects.toThrow(/not forced on items/);
  await database.query("alter table hub.items force row level security");
  await database.query("insert into hub.migrations (name, run_on) values ('9999_later', now())");
  await expect(testHub(database)).rejects.toThrow(/newer than this hub \(9999_later\)/);
  await database.query("delete from hub.migrations");
  await expect(testHub(database)).rejects.toThrow(/npm run hub -- migrate/);
});

it("a database of the version before is refused until it is migrated, and keeps its clinics, which are asked nothing", async () => {
  const database = await testDatabase();
  const before = await testHub(database);
  const [desk, second, third] = await clinicOf(before.address, String(before.creationToken), 3);
  // The contract's reader takes the last of two values, and PostgreSQL reads neither of these texts as JSON.
  for (const twice of [String.raw`"kind":"\u0000"`, `"kind":${"[".repeat(20_000)}${"]".repeat(20_000)}`]) {
    const text = JSON.stringify(desk.content([{ type: "reported" }])).replace("{", `{${twice},`);
    const { failure, value } = await desk.send(desk.signedText(text));
    expect(failure).toBeNull();
    desk.taken(value);
  }
  for (const [gone, lost] of [
    [second, true],
    [third, false],
  ] as const)
    await desk.push([{ type: "member-removed", desk: gone?.id ?? "", lost }]);
  await before.close();
  const letIn = () => database.query("select desk, added_by, removed_by, lost from hub.desks order by desk");
  const known = await letIn();
  expect(known).toHaveLength(3);
  // As a hub has it that began before it kept who let in whom.
  await database.query("update hub.desks set added_by = null");
  await database.query("alter table hub.identity drop column synchronous, drop column restored_at");
  await database.query("alter table hub.notice_addresses drop column made_by");
  await database.query("alter table hub.desks drop column lost, drop column answer");
  await database.query("alter table hub.records drop column dropped_by");
  await database.query("alter table hub.attempts drop column place");
  await database.query("delete from hub.migrations where name >= '0003'");
  await expect(testHub(database)).rejects.toThrow(/npm run hub -- migrate/);
  const { user, password } = database.hub;
  await migrateHub(database.owner, { role: String(user), password: String(password) });
  desk.address = (await testHub(database)).address;
  expect(await letIn()).toEqual(known);
  const { entry, ciphertext } = recordOf(newId());
  const { failure, value } = await desk.push([entry], [ciphertext]);
  expect([failure, value.generation]).toEqual([null, 0]);
});

it("a hub refuses other computers without TLS or a named proxy", async () => {
  const database = await testDatabase();
  const started = testHub(database, { host: "0.0.0.0" });
  await expect(started).rejects.toBeInstanceOf(CannotStart);
});
