import { createFirstSettings, practiceAccount } from "../session/index.ts";
import { ok } from "../../../shared/core/failure.ts";
import type { DeskOptions } from "../../desk/desk.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { SecretStore } from "../../platform/secret-store.ts";
import { createSortableId } from "../../platform/growing-id.ts";
import type { Clock, RandomIds } from "../../platform/ports.ts";
import { createPracticeService, type Practice, type PracticeSamples } from "./practice.ts";
import type { Store } from "../../db/types.ts";

type FillOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly timeZone: string;
  readonly undoSeconds?: number;
};

const keyName = "practice-database-key";

/** Puts the sample services and patients where the desk finds them, each once. */
function fill({ store, clock, random, timeZone, undoSeconds }: FillOptions, samples: PracticeSamples): void {
  const first = createFirstSettings(timeZone, undoSeconds === undefined ? {} : { undoSeconds });
  store.transaction(({ patients, settings }) => {
    const saved = settings.get(practiceAccount);
    if (saved === null || saved === "damaged")
      settings.set(practiceAccount, { ...first, services: [...samples.services] });
    for (const { patientId, input } of samples.patients) {
      if (patients.byPatientId(practiceAccount, patientId) !== null) continue;
      patients.insert({
        id: createSortableId(clock.now().toISOString(), random),
        accountId: practiceAccount,
        patientId,
        itemId: null,
        input,
        createdAt: clock.now().toISOString(),
      });
    }
  });
}

/** The key of the practice service's database; null where the keychain cannot keep one. */
async function key(options: {
  readonly secrets: SecretStore;
  readonly random: RandomIds;
}): Promise<Uint8Array | null> {
  const known = await options.secrets.get(keyName);
  if (!known.ok) return null;
  if (known.value !== null) return Buffer.from(known.value, "base64");
  const fresh = Buffer.from(options.random.bytes(32));
  const kept = await options.secrets.set(keyName, fresh.toString("base64"));
  return kept.ok ? fresh : null;
}

type PracticeOptions = Pick<
  DeskOptions,
  "directory" | "secrets" | "clock" | "random" | "timeZone" | "undoSeconds" | "emit"
> & {
  readonly store: Store;
};
type PracticeRoute = "practice.deliveries" | "practice.line" | "practice.answer";

/** The practice service over these records; in memory where they are. */
export const createDeskPractice = (options: PracticeOptions): Practice =>
  createPracticeService({
    directory: options.store.origin === "memory" ? null : options.directory,
    key: () => key(options),
    timeZone: options.timeZone,
    onSamples: (samples) => fill(options, samples),
    onDelivery: (delivery) => options.emit("practice.delivered", delivery),
  });

/** What the window asks of it, and does to it. */
export function createPracticeHandlers({
  service,
  onLine,
}: {
  readonly service: Practice;
  /** It answers no more, or again: what the line is worth is to be asked. */
  readonly onLine: () => Promise<unknown>;
}): Pick<Handlers, PracticeRoute> {
  const deliveries = (): ReturnType<Handlers["practice.deliveries"]> =>
    ok({ deliveries: service.deliveries(), inboxUrl: service.inboxUrl() });
  const answer: Handlers["practice.answer"] = async ({ answers }) => {
    await service.answer(answers);
    await onLine();
    return ok({ answers: service.answers() });
  };
  return {
    "practice.deliveries": deliveries,
    "practice.line": () => ok({ answers: service.answers() }),
    "practice.answer": answer,
  };
}
