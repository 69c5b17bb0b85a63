import type { Result } from "../../shared/core/failure.ts";
import type { Bridge } from "./ipc.ts";
import { createMainStore, type MainDesk, type MainStore } from "./main-store.ts";

/** Who is at the desk, by name; null when nobody has said. Each account has its own. */
export type StaffState = { readonly name: string | null };

export const createStaffStore = (desk: MainDesk): MainStore<StaffState, StaffState> =>
  createMainStore<StaffState, StaffState>(desk, {
    empty: { name: null },
    ask: () => desk.bridge.call("staff.get", {}),
    show: (staff) => staff,
    clear: () => ({ name: null }),
  });

/** The store shows it only when main has kept it. */
export const chooseStaff = (
  store: MainStore<StaffState, StaffState>,
  bridge: Bridge,
  name: string | null,
): Promise<Result<StaffState>> => store.change(bridge.call("staff.choose", { name }));
