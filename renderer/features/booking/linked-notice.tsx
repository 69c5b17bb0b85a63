import { useEffect, useState, type ReactNode } from "react";
import { day } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useToast } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { formatService } from "./catalogue.ts";
import type { LinkedPart } from "./linked.ts";
import { formatWho } from "./read-back.ts";
import type { Booking } from "./use-booking.ts";

type Props = { readonly booking: Booking };

function shown({ state, read, settings }: Booking, part: LinkedPart): string {
  if (part === "patient") return formatWho(state) ?? "";
  if (part === "service") return formatService(state.form.service, settings.services);
  const { date } = read.values;
  return date === undefined ? state.form.date : day(date);
}

/** What a link filled in, over the steps, until a person has looked at it. */
export function LinkedNotice({ booking }: Props): ReactNode {
  const { linked, checkLinked, dispatch, state } = booking;
  const toast = useToast();
  const announce = useAnnounce();
  const { label, filled, check, done, undo, undone } = words.links.booking;
  const text =
    linked.length === 0 ? "" : filled({ what: linked.map((part) => shown(booking, part)).join(" · ") });
  const [first] = useState(text);
  useEffect(() => {
    if (first !== "") announce(first);
  }, [first, announce]);
  if (linked.length === 0) return null;
  // The pressed button goes: on with the field that is open, or with the first that was emptied.
  const goOn = (): void => dispatch({ type: "went", step: state.form.step });
  return (
    <section aria-label={label}>
      <NoticeBox
        tone="info"
        title={text}
        actions={
          <>
            <Button
              size="small"
              onPress={() => {
                for (const part of linked)
                  if (part !== "patient") dispatch({ type: "typed", field: part, value: "" });
                if (linked.includes("patient")) dispatch({ type: "cleared-patient" });
                else goOn();
                toast(undone);
              }}
            >
              {undo}
            </Button>
            <Button
              size="small"
              onPress={() => {
                checkLinked();
                goOn();
              }}
            >
              {done}
            </Button>
          </>
        }
      >
        <p>{check}</p>
      </NoticeBox>
    </section>
  );
}
