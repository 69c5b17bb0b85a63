import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { NoticeBox } from "../../ui/notice.tsx";

/** That there are more than are shown, and where those are; nothing where all are. */
export const NotAll = ({ more }: { readonly more: number }): ReactNode =>
  more > 0 && (
    <NoticeBox tone="info" title={words.bookings.notAll.title({ count: more })}>
      {words.bookings.notAll.text}
    </NoticeBox>
  );
