import { CalendarCheck, CalendarPlus, Inbox, Settings, Users, Webhook, type LucideIcon } from "lucide-react";
import type { Screen, TargetOf } from "../state/navigation.ts";

export type Place = {
  readonly [S in Screen]: {
    readonly screen: S;
    readonly icon: LucideIcon;
    readonly target: TargetOf<S>;
    /** `mod+1` … in the order of the navigation. */
    readonly keys: string;
  };
}[Screen];

/** The screens in the order of the side navigation. */
export const places: readonly Place[] = [
  { screen: "new-booking", icon: CalendarPlus, target: { screen: "new-booking" }, keys: "mod+1" },
  { screen: "patients", icon: Users, target: { screen: "patients" }, keys: "mod+2" },
  { screen: "bookings", icon: CalendarCheck, target: { screen: "bookings" }, keys: "mod+3" },
  { screen: "outbox", icon: Inbox, target: { screen: "outbox" }, keys: "mod+4" },
  { screen: "webhooks", icon: Webhook, target: { screen: "webhooks" }, keys: "mod+5" },
  { screen: "settings", icon: Settings, target: { screen: "settings" }, keys: "mod+6" },
];
