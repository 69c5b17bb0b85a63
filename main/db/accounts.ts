import type { Database } from "better-sqlite3-multiple-ciphers";
import type { AccountRecord, AccountRepository } from "./record-types.ts";

const columns = `id, service_address as serviceAddress, issuer, subject,
  created_at as createdAt, last_used_at as lastUsedAt`;

/** The accounts that were signed in to, in the database. */
export function createAccountRepository(db: Database): AccountRepository {
  const remember = db.prepare(`insert into accounts
    (id, service_address, issuer, subject, created_at, last_used_at)
    values (:id, :serviceAddress, :issuer, :subject, :createdAt, :lastUsedAt)
    on conflict (id) do update set last_used_at = excluded.last_used_at`);
  const get = db.prepare<unknown[], AccountRecord>(`select ${columns} from accounts where id = ?`);
  const list = db.prepare<unknown[], AccountRecord>(`select ${columns} from accounts order by sequence`);
  return {
    remember: (account) => void remember.run(account),
    get: (id) => get.get(id) ?? null,
    list: () => list.all(),
  };
}
