import type { z } from "zod";
import type { HubRoutes } from "../../shared/hub-api/routes.ts";
import { type Heartbeat, signedHeartbeat } from "../../shared/hub-api/signed.ts";
import { type Database, Refused } from "../database/database.ts";
import { describeHistory } from "../log/pull.ts";
import type { Asker } from "../log/push.ts";
import { readSigned } from "../log/read-push.ts";
import { toBase64, fromBase64, fromHex, isSignatureValid } from "./bytes.ts";
import { beginGeneration, hashAt, noteSeen, requireGiven, findStanding } from "./standing.ts";

export type SeenDesks = z.infer<HubRoutes["desks"]["output"]>;

type Row = {
  desk: string;
  admin: boolean;
  removed: boolean;
  awaited: boolean;
  last_seen_at: Date | null;
  heartbeat: Buffer | null;
  heartbeat_signature: Buffer | null;
};

const heartbeatOf = ({ heartbeat, heartbeat_signature: signature }: Row): Heartbeat | null =>
  heartbeat === null || signature === null
    ? null
    : { bytes: toBase64(heartbeat), signature: toBase64(signature) };

/** All desks of the asker's clinic, and when each was last heard of. */
export const listSeenDesks = (database: Database, asker: Asker): Promise<SeenDesks> =>
  database.transaction(asker.clinic, async (tx) => {
    // Before the generation: a heartbeat that began one is never shown with the one before.
    const rows = await tx.rows<Row>(
      `select desk, admin, removed_by is not null as removed, awaited, last_seen_at, heartbeat, heartbeat_signature
         from hub.desks where clinic = $1 order by desk`,
      [fromHex(asker.clinic)],
    );
    const standing = await findStanding(tx, asker);
    const desks = rows.map((row) => ({
      desk: row.desk,
      admin: row.admin,
      removed: row.removed,
      awaited: row.awaited,
      lastSeenAt: row.last_seen_at?.toISOString() ?? null,
      heartbeat: heartbeatOf(row),
    }));
    noteSeen(tx, standing);
    return { now: new Date().toISOString(), history: describeHistory(standing), desks };
  });

/** Keeps how far a desk has read. One that has read another log than this shows that the database was restored. */
export async function takeHeartbeat(
  database: Database,
  asker: Asker,
  sent: Heartbeat,
): Promise<z.infer<HubRoutes["heartbeat"]["output"]>> {
  const [bytes, signature] = [fromBase64(sent.bytes), fromBase64(sent.signature)];
  const { clinic, desk, read, generation: told } = readSigned(signedHeartbeat, bytes);
  return database.transaction(asker.clinic, async (tx) => {
    const standing = await findStanding(tx, asker);
    if (clinic !== asker.clinic || desk !== standing.desk)
      throw new Refused({ code: "invalid", path: "bytes" });
    if (!isSignatureValid(bytes, signature, standing.publicKey))
      throw new Refused({ code: "signature-invalid" });
    requireGiven(told, standing);
    const head = { number: standing.number, hash: standing.hash };
    // A desk that has not heard of the present generation shows nothing new.
    const isSame = told < standing.generation || (await hashAt(tx, clinic, read.number)) === read.hash;
    const generation = isSame
      ? standing.generation
      : await beginGeneration(tx, { clinic, atLeast: told + 1 });
    // Behind the clinic's row, which a push locks first.
    tx.write(
      `update hub.desks set heartbeat = $3, heartbeat_signature = $4, last_seen_at = now()
        where clinic = $1 and desk = $2`,
      [fromHex(clinic), desk, bytes, signature],
    );
    return { head, generation };
  });
}
