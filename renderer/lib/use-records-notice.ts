import type { RecordsNotice } from "../../shared/desk/app-routes.ts";
import type { RouteOutput } from "../../shared/routes.ts";
import { useMainStore } from "./hooks.ts";
import { createMainStore, type MainDesk, type MainStore } from "./main-store.ts";

type Told = { readonly notice: RecordsNotice | null };

/** What is missing from the records, or could not be read; null until main has answered. */
export const createRecordsNoticeStore = (desk: MainDesk): MainStore<Told, RouteOutput<"app.info">> =>
  createMainStore<Told, RouteOutput<"app.info">>(desk, {
    empty: { notice: null },
    ask: () => desk.bridge.call("app.info", {}),
    show: ({ recordsNotice }) => ({ notice: recordsNotice }),
    hear: (on) => [on("records.notice", (notice) => ({ notice }))],
  });

export const useRecordsNotice = (): RecordsNotice | null => useMainStore(createRecordsNoticeStore).notice;
