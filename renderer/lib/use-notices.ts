import { useEffect, useState } from "react";
import { useDesk } from "./hooks.ts";

/** Grows whenever more was received; with the clinic too, where it is shown how this desk stands with the hub. */
export function useNoticesVersion(of: "notices" | "clinic" = "notices"): number {
  const { bridge } = useDesk();
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const more = (): void => setVersion((before) => before + 1);
    const stops = [bridge.listen("notices.changed", more)];
    if (of === "clinic") stops.push(bridge.listen("clinic.changed", more));
    return () => stops.forEach((stop) => stop());
  }, [bridge, of]);
  return version;
}

/** How many bookings were denied by a notice that nobody has looked at. */
export function useDenied(): number {
  const { bridge, session } = useDesk();
  const [denied, setDenied] = useState(0);
  useEffect(() => {
    let isOver = false;
    const read = async (): Promise<void> => {
      const answer = await bridge.call("notices.denied", {});
      if (!isOver && answer.ok) setDenied(answer.value.denied);
    };
    void read();
    const stops = [
      bridge.listen("notices.changed", (news) => setDenied(news.denied)),
      session.subscribe(() => void read()),
    ];
    return () => {
      isOver = true;
      stops.forEach((stop) => stop());
    };
  }, [bridge, session]);
  return denied;
}
