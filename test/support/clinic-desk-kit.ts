import type { BookingItem, Item } from "../../shared/outbox/item.ts";
import { createMemorySecretStore } from "../../main/platform/secret-store.ts";
import { createClinicParts, type ClinicParts } from "../../main/features/clinic/clinic-parts.ts";
import type { Clinic } from "../../main/features/clinic/clinic.ts";
import type { KeptDesk } from "../../main/features/clinic/kept-claims.ts";
import { noKeys } from "../../main/features/clinic/key-ring.ts";
import type { OpenSession } from "../../main/features/session/open-session.ts";
import type { AgreeToDeed } from "../../main/features/lock/new-places.ts";
import { createMembership, type KeptMembership } from "../../main/features/clinic/membership.ts";
import { reconcile } from "../../main/features/clinic/settle.ts";
import { deriveSharedId } from "../../main/features/clinic/shared-content.ts";
import { collectOutgoing } from "../../main/features/clinic/words.ts";
import type { LogItem as SharedItem } from "../../shared/clinic/log/item.ts";
import type { Entry } from "../../shared/hub-api/entries.ts";
import type { ItemStatus } from "../../shared/outbox/item.ts";
import type { Store } from "../../main/db/types.ts";
import { fakeClock, fakeRandom, type FakeClock } from "./fake-clock.ts";
import { account, bookingWith, idOf } from "./store-records.ts";
import { sessionFor } from "./at-desk.ts";
import { blankStore } from "./blank-store.ts";

/** The ids of this desk in its clinic, and of another one. */
export const [here, there] = [idOf(900), idOf(901)];
const clinic = "ab".repeat(32);
export const kept: KeptMembership = {
  ...createMembership({ hub: "http://127.0.0.1:1", clinic, desk: here, name: "Desk 1" }),
  ring: { 1: Buffer.alloc(32, 1).toString("base64") },
  keyEpoch: 1,
};
export const startOfDay = "2026-03-02T09:00:00.000Z";

/** The booking of that number in the log. */
export const sharedId = (number: number): string => deriveSharedId(clinic, idOf(number));

type AtHub = Partial<SharedItem & { readonly stands: ItemStatus | null }>;

/** What is kept of a booking's claim; what is left out is as it is at a desk that holds what waits. */
export type Claimed = {
  readonly shared?: AtHub | null;
  readonly was?: AtHub | null;
  readonly desk?: Partial<KeptDesk> | null;
};

export type ClinicDeskKit = Omit<ClinicParts, "clinic"> & {
  readonly clinic: Omit<Clinic, "leave"> & { readonly leave: () => ReturnType<Clinic["leave"]> };
  readonly session: OpenSession;
  readonly store: Store;
  readonly clock: FakeClock;
  /** Keeps a booking of that number, and its claim where one is given. */
  readonly keep: (number: number, changes: Partial<BookingItem>, claimed?: Claimed) => Item;
  readonly claim: (number: number, claimed: Claimed) => void;
  readonly item: (number: number) => Item;
  /** What this desk knows of its attempts. */
  readonly record: (number: number) => KeptDesk | null;
  /** Brings that booking into the status that the log gives it. */
  readonly settled: (number: number, isBusy?: boolean) => Item;
  /** What this desk has to tell the others. */
  readonly words: () => readonly Entry[];
};

/** A desk that belongs to a clinic whose hub it does not reach. */
export async function clinicDeskKit({
  agreeToDeed = () => Promise.resolve(null),
}: { readonly agreeToDeed?: AgreeToDeed } = {}): Promise<ClinicDeskKit> {
  const store = await blankStore();
  const clock = fakeClock(startOfDay);
  const random = fakeRandom();
  store.transaction((all) => all.clinic.set(account, JSON.stringify(kept)));
  const session = sessionFor(() => account);
  const parts = createClinicParts({
    store,
    clock,
    random,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    secrets: createMemorySecretStore(),
    dispatchers: {
      for: () => Promise.reject(new Error("no network")),
      close: () => Promise.resolve(),
    },
    userAgent: "test",
    agree: () => Promise.resolve(null),
    agreeToDeed,
    session,
    onChange: () => undefined,
    onUp: () => undefined,
    onLost: () => undefined,
    emit: () => undefined,
    inbox: { after: () => 0, keep: () => Promise.resolve() },
  });
  const at = session();
  if (at === null) throw new Error("nobody is at the desk");
  await parts.clinic.attend(at);

  const sharedOf = (number: number, changes: AtHub) =>
    JSON.stringify({
      item: sharedId(number),
      maker: here,
      holder: here,
      epoch: 1,
      sharedIn: 0,
      decidedIn: null,
      mustDecide: false,
      ended: null,
      attempts: [],
      stands: "ready",
      ...changes,
    });
  const deskOf = (number: number, changes: Partial<KeptDesk>) =>
    JSON.stringify({
      item: sharedId(number),
      madeIn: 0,
      status: "waiting",
      epoch: 1,
      intent: null,
      outcomes: {},
      ...changes,
    });
  const claim = (number: number, { shared = {}, was = null, desk = {} }: Claimed): void =>
    store.transaction(({ clinic: { claims } }) =>
      claims.put(account, {
        sharedId: sharedId(number),
        recordId: idOf(number),
        shared: shared === null ? null : sharedOf(number, shared),
        was: was === null ? null : sharedOf(number, was),
        desk: desk === null ? null : deskOf(number, desk),
      }),
    );
  const item = (number: number): Item => {
    const found = store.read(({ items }) => items.find(idOf(number)));
    if (found === null) throw new RangeError(`booking ${String(number)}`);
    return found;
  };
  const now = (): string => clock.now().toISOString();

  return {
    ...parts,
    clinic: { ...parts.clinic, leave: () => parts.clinic.leave(at) },
    session: at,
    store,
    clock,
    claim,
    item,
    keep: (number, changes, claimed) => {
      store.transaction(({ items }) => items.insert(bookingWith(number, {}, changes)));
      if (claimed !== undefined) claim(number, claimed);
      return item(number);
    },
    record: (number) => {
      const text = store.read((all) => all.clinic.claims.of(account, idOf(number))?.desk ?? null);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by what is tested
      return text === null ? null : (JSON.parse(text) as KeptDesk);
    },
    settled: (number, isBusy = false) => {
      store.transaction((repositories) => {
        const nothingHeard = {
          rings: new Map(),
          ahead: noKeys,
          onTaken: () => undefined,
          onCameBack: () => undefined,
        };
        const reading = { ...nothingHeard, repositories, account, newId: random.uuid, now };
        reconcile(reading, kept, { items: [sharedId(number)], isBusy: () => isBusy });
      });
      return item(number);
    },
    words: () =>
      store
        .transaction((repositories) => ({
          said: collectOutgoing({ repositories, account, kept, nonce: () => random.bytes(24) }),
        }))
        .said.map(({ entry }) => entry),
  };
}
