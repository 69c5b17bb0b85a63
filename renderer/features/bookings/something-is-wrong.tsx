import { useState, type ReactNode } from "react";
import type { BookingItem } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useNavigation } from "../../state/hooks.ts";
import { useWork } from "../../state/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { Question } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { NameAndDetail } from "../../ui/text.tsx";
import { useNewsFocus } from "../../ui/use-focus.ts";
import type { BookingFacts } from "./facts.ts";

type Props = {
  readonly facts: BookingFacts;
  readonly item: BookingItem;
  /** As it is in the settings; empty where it is not set. */
  readonly servicePhone: string;
  readonly onClose: () => void;
};

/** What can be done about a booking that is not as it should be: the service alone changes it. */
export function SomethingIsWrong({ facts, item, servicePhone, onClose }: Props): ReactNode {
  const part = useNewsFocus(item.id);
  const say = words.bookings.wrong;
  const appointment = item.result?.appointment ?? null;
  return (
    <div ref={part} tabIndex={-1}>
      <Notice
        tone="info"
        title={say.title}
        actions={
          <>
            <NotBooked facts={facts} id={item.id} />
            <Button size="small" variant="quiet" onPress={onClose}>
              {say.close}
            </Button>
          </>
        }
      >
        <p>{appointment === null ? say.callUnnumbered : say.call({ number: facts.number })}</p>
        {servicePhone !== "" && <p>{say.phone({ phone: servicePhone })}</p>}
      </Notice>
    </div>
  );
}

/** The way back for a booking that the service turns out not to have. */
function NotBooked({ facts, id }: { readonly facts: BookingFacts; readonly id: string }): ReactNode {
  const { bridge } = useDesk();
  const { go } = useNavigation();
  const announce = useAnnounce();
  const [isAsking, setAsking] = useState(false);
  const { failure, run } = useWork();
  const say = words.bookings.notBooked;
  const decide = (): void => {
    setAsking(false);
    void run(
      () => bridge.call("items.decide", { id, decision: "not-booked" }),
      () => {
        announce(say.done);
        go({ screen: "outbox", itemId: id });
      },
    );
  };
  return (
    <>
      <Button size="small" onPress={() => setAsking(true)}>
        {say.open}
      </Button>
      {failure !== null && <FailureNotice failure={failure} />}
      {isAsking && (
        <Question
          title={say.title}
          no={say.leave}
          yes={say.confirm}
          onNo={() => setAsking(false)}
          onYes={decide}
        >
          <p>
            <NameAndDetail name={facts.patient} detail={facts.whenShort} />
          </p>
          <p>{say.help}</p>
        </Question>
      )}
    </>
  );
}
