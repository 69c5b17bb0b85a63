import type { EntryOf, Entry } from "../../../shared/hub-api/entries.ts";
import { credentialHeader, hubRoutes, buildPath, type LoggedPush } from "../../../shared/hub-api/routes.ts";
import { signedPush, type SignedPush } from "../../../shared/hub-api/signed.ts";
import { keptSecrets } from "../../../main/features/clinic/membership.ts";
import type { Keychain } from "./keychain.ts";

/** The hub's log behind that number, as it shows it to the desk with that keychain. */
export async function logged(hub: string, of: Keychain, after: number): Promise<readonly LoggedPush[]> {
  const { clinic, credential } = keptSecrets.parse(JSON.parse(of.clinic()));
  const response = await fetch(
    `${hub}${buildPath(hubRoutes.pull.path, { clinic })}?after=${after}&limit=1000`,
    {
      headers: { [credentialHeader]: `Bearer ${credential}` },
    },
  );
  return hubRoutes.pull.output.parse(await response.json()).pushes;
}

const signedIn = ({ bytes }: Pick<LoggedPush, "bytes">): SignedPush =>
  signedPush.parse(JSON.parse(Buffer.from(bytes, "base64").toString("utf8")));

/** What was said, push by push. */
export const entriesIn = (pushes: readonly Pick<LoggedPush, "bytes">[]): readonly (readonly Entry[])[] =>
  pushes.map((push) => signedIn(push).entries);

type SealedRecord = { readonly entry: EntryOf<"record">; readonly sealed: string | null };

/** Every record of these pushes with its content. */
export const recordsIn = (
  pushes: readonly Pick<LoggedPush, "bytes" | "ciphertexts">[],
): readonly SealedRecord[] =>
  pushes.flatMap((push) => {
    const named = signedIn(push).entries.filter(({ type }) => type === "record" || type === "ring");
    return named.flatMap((entry, nth) =>
      entry.type === "record" ? [{ entry, sealed: push.ciphertexts[nth] ?? null }] : [],
    );
  });
