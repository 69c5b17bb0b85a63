import type { Asked, Hub } from "./hub-stand-in.ts";

/** A yes or no to an attempt, on its way to the process that asked. */
export type Answered = {
  readonly to: "desk";
  readonly at: number;
  readonly attempt: string;
  readonly item: string;
  readonly isYes: boolean;
};
type Message =
  | {
      readonly to: "hub";
      readonly from: number;
      readonly id: string;
      readonly request: Asked;
      /** Of the hub, as the desk knew it. */
      readonly generation: number;
    }
  | Answered;

/** `unheard`: it arrives, and its answer waits on the way. `late`: it waits itself. */
export type When = "now" | "unheard" | "late";

export type Line = {
  readonly post: (from: { readonly at: number; readonly id: string }, request: Asked, when: When) => void;
  /** One of the messages that wait is delivered, delivered and kept for another time, or lost. */
  readonly carry: (how: "deliver" | "repeat" | "lose", index: number) => void;
};

type Options = {
  readonly hub: Hub;
  readonly isGone: () => boolean;
  readonly hear: (answered: Answered) => void;
};

/** What is on its way between processes and hub, in any order. */
export function lineTo({ hub, isGone, hear }: Options): Line {
  const waiting: Message[] = [];

  function arrive(message: Message, isUnheard: boolean): void {
    if (message.to === "desk") return hear(message);
    if (isGone()) return;
    const { request, from: at } = message;
    const isYes = hub.ask(message.id, request, message.generation);
    // What else was asked, the desk sees when it reads.
    if (request.type !== "confirm") return;
    const back: Message = { to: "desk", at, attempt: request.attempt, item: request.item, isYes };
    if (isUnheard) waiting.push(back);
    else hear(back);
  }

  return {
    post: ({ at, id }, request, when) => {
      const { generation } = hub.state();
      const message: Message = { to: "hub", from: at, id, request, generation };
      if (when === "late") waiting.push(message);
      else arrive(message, when === "unheard");
    },
    carry: (how, index) => {
      const place = waiting.length === 0 ? -1 : index % waiting.length;
      const message = waiting[place];
      if (message === undefined) return;
      if (how !== "repeat") waiting.splice(place, 1);
      if (how !== "lose") arrive(message, false);
    },
  };
}
