import { useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useNavigation } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { Question } from "../question/index.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NameAndDetail } from "../../ui/text.tsx";
import type { BookingFacts } from "./facts.ts";

/** The way back for a booking that the service turns out not to have. */
export function NotBooked({ facts, id }: { readonly facts: BookingFacts; readonly id: string }): ReactNode {
  const { bridge } = useDesk();
  const { go } = useNavigation();
  const announce = useAnnounce();
  const [isAsking, setAsking] = useState(false);
  const { failure, run } = useWork();
  const say = words.bookings.notBooked;
  const decide = (): Promise<void> => {
    setAsking(false);
    return run(
      () => bridge.call("items.decide", { id, decision: "not-booked" }),
      () => {
        announce(say.done);
        go({ screen: "outbox", itemId: id });
      },
    );
  };
  return (
    <>
      <Button variant="quiet" onPress={() => setAsking(true)}>
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
