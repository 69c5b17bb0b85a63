import { CalendarCheck, CalendarPlus, Inbox, Settings, Users, Webhook, type LucideIcon } from "lucide-react";
import type { Command } from "../../shared/events.ts";
import type { Screen } from "../lib/navigation.ts";

type NavigationItem = { readonly screen: Screen; readonly icon: LucideIcon; readonly command: Command };

/** The screens in the order of the side navigation, each with the command that goes there. */
export const navigationItems: readonly NavigationItem[] = [
  { screen: "new-booking", icon: CalendarPlus, command: "go-booking" },
  { screen: "patients", icon: Users, command: "go-patients" },
  { screen: "bookings", icon: CalendarCheck, command: "go-bookings" },
  { screen: "outbox", icon: Inbox, command: "go-outbox" },
  { screen: "webhooks", icon: Webhook, command: "go-webhooks" },
  { screen: "settings", icon: Settings, command: "settings" },
];

/** `mod+1` … in the order of the navigation. */
export const getKeysOfItem = (index: number): string => `mod+${index + 1}`;
