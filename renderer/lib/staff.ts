import { createStore, type StoreApi } from "zustand/vanilla";
import type { Result } from "../../shared/core/failure.ts";
import type { Bridge } from "./ipc.ts";

/** Who is at the desk, by name; null when nobody has said. */
export type StaffState = { readonly name: string | null };

export const createStaffStore = (): StoreApi<StaffState> => createStore(() => ({ name: null }));

/** Keeps it fresh: each account has its own. Answers how to stop. */
export function subscribeStaff(store: StoreApi<StaffState>, bridge: Bridge): () => void {
  let asked = 0;
  const read = async (): Promise<void> => {
    const serial = ++asked;
    const answer = await bridge.call("staff.get", {});
    if (serial === asked && answer.ok) store.setState(answer.value);
  };
  const stop = bridge.listen("session.changed", () => void read());
  void read();
  return stop;
}

/** The store shows it only when main has kept it. */
export async function chooseStaff(
  store: StoreApi<StaffState>,
  bridge: Bridge,
  name: string | null,
): Promise<Result<StaffState>> {
  const answer = await bridge.call("staff.choose", { name });
  if (answer.ok) store.setState(answer.value);
  return answer;
}
