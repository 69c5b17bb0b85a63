import type { Settings } from "../../../shared/settings/settings.ts";
import { type PolicyView, getManagedAddress } from "../policy/index.ts";
import type { DeskOptions } from "../../desk/desk.ts";
import type { SignedIn } from "../session/sign-in.ts";
import { createNewPlaces, type NewPlaces, type PlaceQuestion } from "./new-places.ts";
import type { Store } from "../../db/types.ts";

type Options = Pick<DeskOptions, "askPlace" | "clock"> & {
  readonly store: Store;
  readonly account: () => SignedIn | null;
  readonly settings: () => Settings;
  readonly policy: () => PolicyView;
  readonly mayChange: NonNullable<DeskOptions["lock"]>["mayChange"];
};

/** The origin of an address; null of a text that is none, such as "practice". */
const originOf = (address: string | null): string | null =>
  address !== null && URL.canParse(address) ? new URL(address).origin : null;

/**
 * Which places this desk uses already stands in its records, which come there only after somebody said yes: no list of its
 * own has to be kept in step with them. What the organization sets counts as well.
 */
export function createDeskPlaces(options: Options): NewPlaces {
  const { store, account, settings, policy } = options;
  const used = (use: PlaceQuestion["use"]): readonly (string | null)[] => {
    switch (use) {
      case "service":
        return [
          getManagedAddress(policy().policy),
          ...store.read(({ accounts }) => accounts.list()).map(({ serviceAddress }) => serviceAddress),
        ];
      case "cards":
        // The service has all that a card's address could be told.
        return [account()?.credentials.serviceAddress ?? null, settings().card.setupIntentUrl];
      case "updates":
        return [settings().updates.feed];
      default:
        return [];
    }
  };
  return createNewPlaces({
    ask: options.askPlace ?? (() => Promise.resolve(false)),
    isInUse: ({ use, place }) => used(use).some((address) => originOf(address) === place),
    // Of the whole computer: practice is no way around the admin PIN.
    mayChange: () => options.mayChange("computer"),
    clock: options.clock,
  });
}
