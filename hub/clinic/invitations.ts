import type { z } from "zod";
import { hubLimits } from "../../shared/hub-api/limits.ts";
import type { HubRoutes } from "../../shared/hub-api/routes.ts";
import { type Database, Refused, type Transaction } from "../database/database.ts";
import type { Asker } from "../log/push.ts";
import { toBase64, fromBase64, fromHex, toHex } from "./bytes.ts";
import { findStanding } from "./standing.ts";

/**
 * Two boxes that the hub carries between a desk and one that wants to join, and cannot open. Who has not joined yet knows no
 * clinic: the invitation's id is a tenant of its own. Desks decide what a box is worth; a day here only clears up.
 */
const age = "interval '1 day'";

type Invited = { readonly invitation: string };

async function asAdmin(tx: Transaction, asker: Asker): Promise<void> {
  const { admin } = await findStanding(tx, asker);
  if (!admin) throw new Refused({ code: "not-admin", entry: 0 });
}

/** What nobody withdrew; and where too many wait the oldest, whoever's: else a desk that was removed keeps others out with its own. */
async function clearUp(tx: Transaction, { clinic }: Asker): Promise<void> {
  const old = await tx.rows<{ invitation: Buffer }>(
    `delete from hub.invitations where clinic = $1 and (opened_at < now() - ${age} or invitation not in
       (select invitation from hub.invitations where clinic = $1 order by opened_at desc limit $2))
     returning invitation`,
    [fromHex(clinic), hubLimits.invitations - 1],
  );
  for (const { invitation } of old) {
    await tx.become(toHex(invitation));
    await tx.rows("delete from hub.invitation_boxes where route = $1 and clinic = $2", [
      invitation,
      fromHex(clinic),
    ]);
  }
  await tx.become(clinic);
}

/** Opens the place for a clinic's invitation. Throws `Refused`: the id is known. */
export const openInvitation = (database: Database, asker: Asker, { invitation }: Invited): Promise<object> =>
  database.transaction(asker.clinic, async (tx) => {
    await asAdmin(tx, asker);
    const clinic = fromHex(asker.clinic);
    await tx.rows("select from hub.clinics where clinic = $1 for update", [clinic]);
    await clearUp(tx, asker);
    await tx.rows("insert into hub.invitations (clinic, invitation) values ($1, $2) on conflict do nothing", [
      clinic,
      fromHex(invitation),
    ]);
    await tx.become(invitation);
    const made = await tx.rows(
      `insert into hub.invitation_boxes (route, clinic) values ($1, $2) on conflict (route) do nothing returning route`,
      [fromHex(invitation), clinic],
    );
    if (made.length === 0) throw new Refused({ code: "invitation-taken" });
    return {};
  });

/** Puts in the inviting desk's box, once. */
export const answerInvitation = (
  database: Database,
  asker: Asker,
  { invitation, box }: Invited & { readonly box: string },
): Promise<object> =>
  database.transaction(asker.clinic, async (tx) => {
    await asAdmin(tx, asker);
    await tx.become(invitation);
    const put = await tx.rows(
      `update hub.invitation_boxes set answer = $3
        where route = $1 and clinic = $2 and answer is null and opened_at > now() - ${age} returning route`,
      [fromHex(invitation), fromHex(asker.clinic), fromBase64(box)],
    );
    if (put.length === 0) throw new Refused({ code: "invitation-taken" });
    return {};
  });

export const withdrawInvitation = (
  database: Database,
  asker: Asker,
  { invitation }: Invited,
): Promise<object> =>
  database.transaction(asker.clinic, async (tx) => {
    await asAdmin(tx, asker);
    const clinic = fromHex(asker.clinic);
    await tx.rows("delete from hub.invitations where clinic = $1 and invitation = $2", [
      clinic,
      fromHex(invitation),
    ]);
    await tx.become(invitation);
    await tx.rows("delete from hub.invitation_boxes where route = $1 and clinic = $2", [
      fromHex(invitation),
      clinic,
    ]);
    return {};
  });

/** Puts in the new desk's box, once. Answers the clinic whose desks are to look. */
export const requestInvitation = (
  database: Database,
  { invitation, box }: Invited & { readonly box: string },
): Promise<string> =>
  database.transaction(invitation, async ({ rows }) => {
    const [put] = await rows<{ clinic: Buffer }>(
      `update hub.invitation_boxes set request = $2
        where route = $1 and request is null and opened_at > now() - ${age} returning clinic`,
      [fromHex(invitation), fromBase64(box)],
    );
    if (put === undefined) throw new Refused({ code: "invitation-taken" });
    return toHex(put.clinic);
  });

export const readInvitation = (
  database: Database,
  { invitation }: Invited,
): Promise<z.infer<HubRoutes["readInvitation"]["output"]>> =>
  database.transaction(invitation, async ({ rows }) => {
    const [row] = await rows<{ request: Buffer | null; answer: Buffer | null }>(
      `select request, answer from hub.invitation_boxes where route = $1 and opened_at > now() - ${age}`,
      [fromHex(invitation)],
    );
    if (row === undefined) throw new Refused({ code: "not-found" });
    const { request, answer } = row;
    return {
      request: request === null ? null : toBase64(request),
      answer: answer === null ? null : toBase64(answer),
    };
  });
