import type { RecordsNotice } from "../../../shared/desk/app-routes.ts";
import { countNeedingPerson, tallyCounts, type Tally } from "../../../shared/outbox/tally.ts";
import { countByStatus } from "../../features/outbox/lists.ts";
import { readStaffName } from "../../features/outbox/staff.ts";
import type { StaffAndTally } from "../desk.ts";
import type { DeskParts } from "./parts.ts";

/** What main says of how the desk stands. */
export function createTelling(parts: DeskParts) {
  const { atDesk, outbox, files, several, news, counts, settings, activity } = parts;
  const { accountId, store } = atDesk;
  /** The items of the account at the desk by kind, for every sentence that main says of them. */
  const tally = (): Tally =>
    tallyCounts(countByStatus(atDesk), {
      moments: outbox.undo.shown(accountId()),
      rowsToTake: files.jobs.left(),
      isStopped: outbox.engine.isPaused(),
      isUnshared: several.isUnshared(),
    });
  return {
    tally,
    /** Told whenever it may have changed how many items wait for a person. */
    needs: (): void =>
      atDesk.onNeedsPerson?.({
        count: countNeedingPerson(tally()),
        denied: news.notices.denied(),
        accountId: accountId(),
      }),
    /** What every screen says of the records. */
    notice: (): RecordsNotice => ({
      missing: counts.notice.get(),
      settings: settings.unreadable(),
      ...activity.notice(),
    }),
    standing: (): StaffAndTally => {
      const id = accountId();
      return {
        staff: id === null ? null : store.read(({ meta }) => readStaffName(meta, id)),
        tally: tally(),
      };
    },
  };
}

export type DeskTelling = ReturnType<typeof createTelling>;
