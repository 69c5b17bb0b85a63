import { migrations, type Migration } from "../../main/db/migrations.ts";

const newest = migrations.at(-1)?.version ?? 0;

/** Two more versions of the schema than this program has. */
export const laterMigrations: readonly Migration[] = [
  ...migrations,
  {
    version: newest + 1,
    statements: [
      "alter table items add column colour text not null default 'blue'",
      "update items set colour = 'red' where json like '%draft%'",
      "create index items_colour on items (colour)",
    ],
  },
  { version: newest + 2, statements: ["update items set colour = 'green' where colour = 'red'"] },
];
