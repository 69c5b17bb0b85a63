import { createHash, timingSafeEqual } from "node:crypto";
import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import { say } from "../../../messages/saying.ts";
import { toNotConnected } from "../../../shared/session/connect-failures.ts";
import { type StoredSession, createKeptSession, readToken, readTokenOwner } from "../session/index.ts";
import type { DeskOptions } from "../../desk/desk.ts";
import { createServiceClient } from "../../http/client.ts";
import { createDeskDispatchers } from "../policy/index.ts";
import { tryToken } from "../webhooks/index.ts";

type Options = Pick<
  DeskOptions,
  "secrets" | "resolveProxy" | "clock" | "random" | "log" | "deadline" | "policy" | "proxyPasswords"
> & {
  readonly version: string;
};
type KeptService = Extract<StoredSession, { kind: "service" }>;

const nobody = failed(fail("signed-out", say("failures.lock.nobodySignedIn"), { next: "none" }));
const notTheSame = (why = say("failures.lock.otherToken")): Result<never> =>
  failed(fail("token-refused", why, { fields: { token: why }, next: "edit" }));

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether both name one account; where they name nobody, whether they are the same. */
function isSameAccount(kept: string, given: string): boolean {
  const [before, now] = [readTokenOwner(kept), readTokenOwner(given)];
  if (before.subject === null) return timingSafeEqual(digest(kept), digest(given));
  return before.subject === now.subject && before.issuer === now.issuer;
}

/**
 * The way past a forgotten PIN: the access token of the account that is signed in here. What it says of itself is believed
 * once that account's own service has accepted it, at the address that is kept. Answers the session with that token.
 */
export async function recoverByToken(options: Options, text: string): Promise<Result<KeptService>> {
  const kept = await createKeptSession(options.secrets, options.log).read();
  if (kept?.kind !== "service") return nobody;
  const token = readToken(text);
  if (!token.ok) return token;
  if (!isSameAccount(kept.token, token.value)) return notTheSame();
  const problem = await accepted(options, { serviceAddress: kept.serviceAddress, token: token.value });
  return problem === null ? ok({ ...kept, token: token.value }) : failed(toNotConnected(problem));
}

async function accepted(
  options: Options,
  credentials: Pick<KeptService, "serviceAddress" | "token">,
): Promise<Failure | null> {
  const dispatchers = createDeskDispatchers(options);
  try {
    const client = createServiceClient({
      ...options,
      dispatchers,
      userAgent: `FrontDesk/${options.version}`,
    });
    return await tryToken(client, credentials);
  } finally {
    await dispatchers.close();
  }
}
