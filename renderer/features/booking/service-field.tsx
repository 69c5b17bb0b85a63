import { ListPlus } from "lucide-react";
import { useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useIsSet, useNavigation } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { ComboField } from "../../ui/combo-field.tsx";
import styles from "./visit-step.module.css";
import { LinkMark } from "./link-mark.tsx";
import { mayTakeFirst, findServiceId, formatService, findService, searchServices } from "./catalogue.ts";
import type { Booking } from "./use-booking.ts";
import { getFieldProps } from "./visit-fields.ts";

type Props = { readonly booking: Booking };

/** What for: by name or number, shown by name once it is known. */
export function ServiceField({ booking }: Props): ReactNode {
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
        ) : service !== "" ? null : services.length === 0 ? (
          visit.serviceIdHelp
        ) : (
          visit.serviceHelp
        )
      }
      isRequired
    />
  );
}

/**
 * Over the form of a desk without visit types: where their list is made, before anybody types an ID by heart. In front of the field,
 * so that Tab goes from there to the date.
 */
export function NoServices({ booking }: Props): ReactNode {
  const { go } = useNavigation();
  const isSet = useIsSet("services");
  if (booking.settings.services.length > 0) return null;
  const { noServices, noServicesSet, addServices } = words.booking.visit;
  return (
    <div className={styles["noServices"]}>
      <ListPlus size={18} aria-hidden="true" />
      <p>{isSet ? noServicesSet : noServices}</p>
      {!isSet && (
        <Button size="small" onPress={() => go({ screen: "settings", section: "services" })}>
          {addServices}
        </Button>
      )}
    </div>
  );
}
