import { createStore, type StoreApi } from "zustand/vanilla";
import type { Intake } from "../../shared/intake/intake.ts";
import type { IntakeRead } from "../../shared/intake/read.ts";
import { words } from "../../messages/words.ts";
import { catchScans } from "./scan.ts";
import type { SessionState } from "./session.ts";
import type { SettingsState } from "./settings.ts";

/** What was read of a license and no form has taken yet; in memory alone, as long as somebody is asked. */
export type IntakeState = {
  readonly waiting: Intake | null;
  /** How many parts of the screen would take it. */
  readonly takers: number;
};

export const createIntakeStore = (): StoreApi<IntakeState> =>
  createStore(() => ({ waiting: null, takers: 0 }));

type Known = { readonly settings: StoreApi<SettingsState> };

/** Reads a text by the clinic's settings; nothing before those are known. */
export async function loadIntake(text: string, { settings }: Known): Promise<IntakeRead> {
  const { settings: known } = settings.getState();
  if (known === null) return { kind: "nothing" };
  const { readFor } = await import("./intake-read.ts");
  return readFor(text, known);
}

type Kept = Known & {
  readonly session: StoreApi<SessionState>;
  readonly intake: StoreApi<IntakeState>;
  /** Says it, and shows it for a moment. */
  readonly tell: (text: string) => void;
};

/** Takes what scanners type in this window. A file that is dropped beside a form opens nothing. Answers how to stop. */
export function subscribeScans(state: Kept, page: Document): () => void {
  const { session, intake, tell } = state;
  const onCard = async (text: string): Promise<void> => {
    const account = session.getState().session;
    if (account === null || account.status === "signed-out") return;
    const read = await loadIntake(text, state);
    if (session.getState().session?.accountId !== account.accountId) return;
    const { scan } = words.intake;
    // Behind a dialog nobody sees what was filled in.
    if (page.querySelector("[role*=dialog]") !== null) tell(scan.dialog);
    else if (read.kind === "read") intake.setState({ waiting: read.intake });
    else tell(read.kind === "two" ? scan.two : scan.unread);
  };
  const onDrag = (event: DragEvent): void => {
    if (event.defaultPrevented || event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  };
  page.addEventListener("dragover", onDrag);
  page.addEventListener("drop", onDrag);
  const stopAccount = session.subscribe((now, before) => {
    if (now.session?.accountId !== before.session?.accountId) intake.setState({ waiting: null });
  });
  const stop = catchScans(page, (text) => void onCard(text));
  return () => {
    stop();
    stopAccount();
    page.removeEventListener("dragover", onDrag);
    page.removeEventListener("drop", onDrag);
  };
}
