import type { z } from "zod";

/** `computer`: there is one for all accounts of this computer, so practice mode, which has no lock, is no way to it. */
export type AdminsScope = "account" | "computer";

/** What it takes to call a route: nothing, or the admin PIN where there is one. */
export type Access =
  | "everyone"
  | {
      /** `changes`: the PIN's ten minutes begin anew with each call. `looks`: it only shows, and keeps nothing open. */
      readonly admin: "changes" | "looks";
      readonly of: AdminsScope;
    };

/** What is known of the desk where access depends on the input. */
export type AccessFacts = {
  /** Whether that sign-in takes the desk from the account of the clinic that has it; null: to practice mode. */
  readonly takesDesk: (
    to: {
      readonly serviceAddress: string;
      readonly token: string;
      readonly sameAccount: boolean | null;
    } | null,
  ) => boolean;
  /** Whether the item of that id is the registration of a webhook. */
  readonly isWebhookItem: (id: string) => boolean;
};

/** What a route has to do with the activity log. */
export type Audit =
  /** What it changes is recorded where it changes. */
  | "written"
  /** It shows records, or takes them elsewhere, and is recorded when it is called. */
  | "read"
  | "none";

/** `required`: while nobody is signed in it is refused, and its handler is given the session that is open. */
export type SessionNeed = "required" | "none";

/** All that is said of a route. None of it may be left out: a route that says nothing of its access does not compile. */
export type RouteDeclaration<
  I extends z.ZodType,
  O extends z.ZodType,
  A extends Audit,
  S extends SessionNeed,
> = {
  readonly input: I;
  readonly output: O;
  readonly session: S;
  readonly access: Access | ((input: z.output<I>, facts: AccessFacts) => Access);
  /** Whether it begins to send: where the organization asks for a PIN and none is set, it is refused. */
  readonly sends: boolean;
  readonly audit: A;
  /** An input that the schema takes: tests call every route with it. */
  readonly example: z.input<I>;
};

/** Declares a route. The page uses types of it alone: nothing of access, the log or the examples goes there. */
export const defineRoute = <
  I extends z.ZodType,
  O extends z.ZodType,
  const A extends Audit,
  const S extends SessionNeed,
>(
  route: RouteDeclaration<I, O, A, S>,
): RouteDeclaration<I, O, A, S> => route;

/** Changes what an admin set up, or takes many patients in or out at once. */
export const changesSetup: Access = { admin: "changes", of: "account" };
export const changesComputer: Access = { admin: "changes", of: "computer" };
/** Shows what is an admin's: the window reads it again by itself. */
export const looksAtSetup: Access = { admin: "looks", of: "account" };
export const looksAtComputer: Access = { admin: "looks", of: "computer" };

/** Items are everybody's to make, change and send, and those that register a webhook an admin's. */
export const asItem = ({ id }: { readonly id: string }, { isWebhookItem }: AccessFacts): Access =>
  isWebhookItem(id) ? changesSetup : "everyone";

/** Ids as records have them, for examples. */
export const exampleId = "00000000-0000-4000-8000-000000000001";
export const otherExampleId = "00000000-0000-4000-8000-000000000002";
