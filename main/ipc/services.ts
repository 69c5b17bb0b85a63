import type { Result } from "../../contract/failure.ts";
import type { Connection } from "../../contract/records/account.ts";
import type { RecordId } from "../../contract/records/forms.ts";
import type { Item, ItemCounts } from "../../contract/records/item.ts";
import type { PatientRecord } from "../../contract/records/patient.ts";
import type { Settings, SettingsChange } from "../../contract/records/settings.ts";
import type { FormOf, RouteOutput, RouteParsedInput, WebhookListing } from "../../contract/routes.ts";
import type { SignIn } from "../account/sign-in.ts";
import type { DeskWindow } from "../desk.ts";
import type { Items } from "../outbox/items.ts";
import type { Cards } from "../payment/cards.ts";
import type { CardCollection } from "../payment/collect.ts";
import type { SetupIntentSource } from "../payment/setup-intent-source.ts";

/** What the handlers call: the parts of main as they stand behind the routes. */
export type Services = {
  readonly info: () => RouteOutput<"app.info">;
  /** What is missing from the records was read. */
  readonly noticeRead: () => void;
  readonly setRecordsAside: () => Promise<Result<RouteOutput<"app.setRecordsAside">>>;
  readonly window: DeskWindow;
  readonly signIn: SignIn;
  readonly connection: { readonly current: () => Connection; readonly check: () => Promise<Connection> };
  readonly settings: {
    readonly get: () => Settings;
    readonly save: (change: SettingsChange) => Result<Settings>;
  };
  /** Saves of what is typed are made durable together with those that arrive at the same time. */
  readonly items: Omit<Items, "create" | "saveForm"> & {
    readonly create: (content: FormOf) => Promise<Result<Item>>;
    readonly saveForm: (id: RecordId, content: FormOf) => Promise<Result<{ savedAt: string }>>;
  };
  readonly lists: {
    readonly items: (input: RouteParsedInput<"items.list">) => Result<RouteOutput<"items.list">>;
    readonly counts: () => ItemCounts;
    readonly bookings: (input: RouteParsedInput<"bookings.list">) => Result<RouteOutput<"bookings.list">>;
    readonly similarBookings: (
      input: RouteParsedInput<"bookings.similar">,
    ) => Result<RouteOutput<"bookings.similar">>;
  };
  readonly patients: {
    readonly search: (input: RouteParsedInput<"patients.search">) => Result<RouteOutput<"patients.search">>;
    readonly byNumber: (patientId: number) => Result<RouteOutput<"patients.byNumber">>;
    readonly get: (id: RecordId) => Result<PatientRecord>;
    readonly similar: (
      input: RouteParsedInput<"patients.similar">,
    ) => Result<RouteOutput<"patients.similar">>;
  };
  readonly outbox: { readonly pause: (paused: boolean) => void };
  readonly webhooks: { readonly list: () => Promise<Result<WebhookListing>> };
  readonly cards: Cards & {
    readonly collect: CardCollection["collect"];
    readonly testSource: SetupIntentSource["test"];
  };
  readonly practice: { readonly deliveries: () => RouteOutput<"practice.deliveries"> };
};
