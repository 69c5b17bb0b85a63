/** How far a try to send gets before something else happens. */
export const stops = ["asked", "unheard", "confirmed", "intended", "sent"] as const;
/** What becomes of what was sent. `lost`: the service booked it, and nobody heard. */
export const fates = ["booked", "lost", "unclear", "not-sent"] as const;
export type Fate = (typeof fates)[number];

/** One thing that happens, at a process of a desk; what cannot be done is not. `late`: messages wait to be delivered. */
export type Step =
  | { readonly do: "book" | "save"; readonly at: number; readonly fate: Fate | null }
  | { readonly do: "try"; readonly at: number; readonly stop: (typeof stops)[number]; readonly fate: Fate }
  | { readonly do: "go on"; readonly at: number; readonly fate: Fate }
  | { readonly do: "synchronise" | "push" | "give up" | "wait"; readonly at: number }
  | {
      readonly do: "take over" | "book again" | "discard" | "mark booked" | "edit" | "hand over";
      readonly at: number;
      readonly late: boolean;
    }
  | { readonly do: "without hub"; readonly at: number; readonly fate: Fate | null }
  | { readonly do: "crash" | "back up desk" | "restore desk" | "remove" | "rejoin"; readonly at: number }
  | { readonly do: "copy"; readonly at: number; readonly onto: number }
  | { readonly do: "deliver" | "repeat" | "lose"; readonly message: number }
  | { readonly do: "restore hub"; readonly moment: number }
  | { readonly do: "a lease ends" | "hub gone" };

export const processes = 3;
