import { firstDaySettings, type Settings } from "../../../shared/settings/settings.ts";
import { firstUndoSeconds } from "../../../shared/outbox/undo-seconds.ts";

type Chosen = Partial<Pick<Settings, "language" | "undoSeconds">>;

/** What a new account starts with; `timeZone` is an IANA name. */
export const createFirstSettings = (
  timeZone: string,
  { language = "system", undoSeconds = firstUndoSeconds }: Chosen = {},
): Settings => ({
  ...firstDaySettings,
  timeZone,
  services: [],
  currency: "USD",
  undoSeconds,
  dateOrder: "month-first",
  theme: "system",
  language,
  trustsIdempotencyKey: false,
  card: { publishableKey: "", setupIntentUrl: "" },
});
