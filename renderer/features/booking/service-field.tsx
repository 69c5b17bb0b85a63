import { useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useNavigation } from "../../lib/hooks.ts";
import { ComboField } from "../../ui/combo-field.tsx";
import { RichText } from "../../ui/text.tsx";
import styles from "./booking.module.css";
import { LinkMark } from "./link-mark.tsx";
import { mayTakeFirst, findServiceId, formatService, findService, searchServices } from "./catalogue.ts";
import type { Booking } from "./use-booking.ts";
import { getFieldProps } from "./visit-fields.ts";

/** What for: by name or number, shown by name once it is known. */
export function ServiceField({ booking }: { readonly booking: Booking }): ReactNode {
  const { services } = booking.settings;
  const { service } = booking.state.form;
  const [text, setText] = useState(() => formatService(service, services));
  // What is typed always stands in the form: it was emptied there.
  if (service === "" && text !== "") setText("");
  const type = (value: string): void =>
    booking.dispatch({ type: "typed", field: "service", value: findServiceId(value, services) ?? value });
  const known = findService(service, services);
  const minutes = known?.minutes ?? null;
  const found = searchServices(text, services);
  const isNumber = /^\d{1,15}$/.test(service.trim());
  const shared = getFieldProps(booking, "service");
  const { visit, readBack } = words.booking;
  return (
    <ComboField
      {...shared}
      text={text}
      onTextChange={(value) => {
        setText(value);
        type(value);
      }}
      options={found.options}
      more={found.more === 0 ? undefined : visit.moreServices({ count: found.more })}
      onPick={(id) => {
        setText(formatService(id, services));
        booking.dispatch({ type: "typed", field: "service", value: id });
      }}
      onBlur={() => {
        setText((typed) => formatService(findServiceId(typed, services) ?? typed, services));
        shared.onBlur();
      }}
      firstTakenBy={mayTakeFirst(text, services) ? "enter-or-tab" : undefined}
      suffix={minutes === null ? undefined : readBack.minutes({ minutes })}
      warning={
        known === undefined && isNumber && services.length > 0
          ? visit.serviceUnknown({ id: service.trim() })
          : null
      }
      help={
        booking.linked.includes("service") ? (
          <LinkMark />
        ) : services.length === 0 ? (
          <NoServices />
        ) : service === "" ? (
          visit.serviceHelp
        ) : null
      }
      isRequired
    />
  );
}

/** The words that lead to Settings. */
const linkTo = (onPress: () => void) => ({
  link: (text: string): ReactNode => (
    <button type="button" className={styles["link"]} onClick={onPress}>
      {text}
    </button>
  ),
});

function NoServices(): ReactNode {
  const { go } = useNavigation();
  return <RichText text={words.booking.visit.noServices} tags={linkTo(() => go({ screen: "settings" }))} />;
}
