import type { Exchange } from "../../http/exchange.ts";
import type { HubFacts, NoticeFacts } from "../../../shared/connection-check/checks.ts";

/** What a connection check may ask of the rest of the program. Nothing of it changes anything anywhere. */
export type DoctorPorts = {
  /** The service at the desk, and as whom; null: nobody is signed in. */
  readonly service: () => { readonly serviceAddress: string; readonly token: string } | null;
  /** The system's or the organization's answer, in the form of a proxy script. Rejects where there is none. */
  readonly wayFor: (url: string) => Promise<string>;
  /** Looks a name up. Rejects with an error that has a code. */
  readonly lookUp: (host: string) => Promise<unknown>;
  /** One `GET`, with the token where it is given. Never rejects. */
  readonly get: (url: URL, token: string | null, signal: AbortSignal) => Promise<Exchange>;
  /** Where cards are collected: null where none is set. */
  readonly intentUrl: () => "unused" | "practice" | URL;
  readonly hub: (signal: AbortSignal) => Promise<HubFacts>;
  readonly notices: () => NoticeFacts;
};
