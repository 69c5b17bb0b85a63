import type { LoggedPush } from "../../../shared/hub-api/routes.ts";
import type { HubAddress, HubAnswer, HubClient, HubOutput } from "./hub-client.ts";
import type { ClinicLineState, LineStep } from "./standing.ts";

type Options = {
  readonly at: ClinicLineState;
  readonly hub: HubAddress;
  readonly client: HubClient;
  readonly signal: AbortSignal;
};

export type LogPage = HubOutput<"pull">;
type Query = { readonly after: number; readonly limit: number };

/** Contents in one transaction, and so in one stand-still of the window: a push that has more is one by itself. */
const sliceSize = 200;
/** The same in base64: one key ring of so many bytes takes seconds to open. */
const sliceLength = 400_000;

/** Asks the hub for pages of its log. */
export type LogPages = ReturnType<typeof createLogPages>;

export function createLogPages({ at, hub, client, signal }: Options) {
  /** The page behind the one that is being taken: the hub reads it meanwhile. */
  let following: { readonly after: number; readonly answer: Promise<HubAnswer<LogPage>> } | null = null;
  const ask = (query: Query): Promise<HubAnswer<LogPage>> =>
    client(hub, "pull", { ids: { clinic: at.kept().clinic }, query, signal });
  return {
    read: async (query: Query): Promise<LineStep | LogPage> => {
      const answer = await (following?.after === query.after ? following.answer : ask(query));
      following = null;
      const said = at.heard(answer);
      if (typeof said === "string") return said;
      return "code" in said ? at.away(said.code) : said.value;
    },
    /** Asks for the page that is read next. */
    askAhead: (query: Query): void => void (following = { after: query.after, answer: ask(query) }),
    /** What was asked for ahead does not have what was said since. */
    drop: (): void => void (following = null),
  };
}

/** A page as parts that are taken at once; one without pushes where there are none. */
export function* splitPushes(pushes: readonly LoggedPush[]): Generator<readonly LoggedPush[]> {
  let slice: LoggedPush[] = [];
  let [contents, length] = [0, 0];
  for (const push of pushes) {
    slice.push(push);
    contents += push.ciphertexts.length;
    for (const text of push.ciphertexts) length += text?.length ?? 0;
    if (contents < sliceSize && length < sliceLength) continue;
    yield slice;
    [slice, contents, length] = [[], 0, 0];
  }
  if (slice.length > 0 || pushes.length === 0) yield slice;
}
