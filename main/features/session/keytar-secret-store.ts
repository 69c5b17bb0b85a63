import type { Clock } from "../../platform/ports.ts";
import { loadSystemKeychain, type KeytarApi } from "./keytar-api.ts";
import {
  createPartsHeader,
  isHeaderOf,
  readHeader,
  slots,
  splitSecret,
  createWholeHeader,
  type Header,
  type Slot,
  type WholeHeader,
} from "./secret-parts.ts";
import {
  isKeepable,
  createSecretFailure,
  type SecretProblem,
  type SecretResult,
  type SecretStore,
} from "../../platform/secret-store.ts";

type Options = {
  /** The name under which the system's keychain shows the entries. */
  readonly service: string;
  readonly clock: Pick<Clock, "after">;
  /** Gives keytar's API, for one secret that is read or written. */
  readonly load?: () => Promise<KeytarApi>;
  /** How long one call to the keychain may take, in milliseconds: `getKeychainTimeout` the system unless given. */
  readonly timeout?: number;
};

/**
 * Milliseconds that one call may take. macOS answers when a person has: it asks after every update that is not signed
 * as the last one was.
 */
export const getKeychainTimeout = (platform: NodeJS.Platform): number =>
  platform === "darwin" ? 120_000 : 10_000;

class Unanswered extends Error {}

/** What a thrown error of the keychain means. Its text is the only thing that tells. */
function problemOf(error: unknown): SecretProblem {
  if (error instanceof Unanswered) return "locked";
  const text = error instanceof Error ? error.message : "";
  if (/prompt|locked|denied|dismiss|not allowed|user canceled/i.test(text)) return "locked";
  if (/ambiguous|utf-?8|encoding/i.test(text)) return "damaged";
  return "unavailable";
}

/**
 * The calls to the keychain of one service, each with a time limit. A call that ran out of time still
 * holds one of Node's few worker threads until the keychain answers, so none is begun behind it.
 */
function limitedCalls({
  service,
  clock,
  load = () => loadSystemKeychain(process.platform),
  timeout = getKeychainTimeout(process.platform),
}: Options) {
  let api: Promise<KeytarApi> | undefined;
  let hanging = false;
  const begin = (): void => {
    api = undefined;
  };

  function within<T>(pending: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = clock.after(timeout, () => {
        hanging = true;
        reject(new Unanswered());
      });
      void pending.then(resolve, reject).finally(() => {
        cancel();
        hanging = false;
      });
    });
  }

  const call = async <T>(work: (keytar: KeytarApi, service: string) => Promise<T>): Promise<T> => {
    if (hanging) throw new Unanswered();
    api ??= load();
    const keytar = await api;
    return within(work(keytar, service));
  };
  return { begin, call };
}

type Entries = ReturnType<typeof entriesOf>;

/** The entries of the keychain by name. `prefix` functions rely on parts being a gapless row from 1. */
function entriesOf({ call }: ReturnType<typeof limitedCalls>) {
  const partName = (name: string, slot: Slot, index: number): string => `${name}/${slot}/${index}`;
  const read = (entry: string): Promise<string | null> =>
    call(async (keytar, service) => (await keytar.getPassword(service, entry)) ?? null);
  const write = (entry: string, value: string): Promise<void> =>
    call((keytar, service) => keytar.setPassword(service, entry, value));
  const remove = (entry: string): Promise<boolean> =>
    call((keytar, service) => keytar.deletePassword(service, entry));

  return {
    header: (name: string) => read(name),
    writeHeader: (name: string, header: Header) => write(name, JSON.stringify(header)),
    removeHeader: (name: string) => remove(name),
    part: (name: string, slot: Slot, index: number) => read(partName(name, slot, index)),
    hasParts: async (name: string): Promise<boolean> => {
      for (const slot of slots) if ((await read(partName(name, slot, 1))) !== null) return true;
      return false;
    },
    writePart: (name: string, slot: Slot, index: number, text: string) =>
      write(partName(name, slot, index), text),
    /** Removes the parts after `keep`, the last one first: a crash then leaves a row without gaps. */
    trim: async (name: string, slot: Slot, keep: number): Promise<void> => {
      let last = keep;
      while ((await read(partName(name, slot, last + 1))) !== null) last += 1;
      for (let index = last; index > keep; index -= 1) await remove(partName(name, slot, index));
    },
  };
}

async function getSecret(entries: Entries, name: string): Promise<SecretResult<string | null>> {
  const text = await entries.header(name);
  if (text === null) return { ok: true, value: null };
  const header = readHeader(text);
  if (header === null) return createSecretFailure("damaged");
  if (header.version === 2) return { ok: true, value: header.value };
  let value = "";
  for (let index = 1; index <= header.parts; index += 1) {
    const part = await entries.part(name, header.slot, index);
    if (part === null) return createSecretFailure("damaged");
    value += part;
  }
  return isHeaderOf(header, value) ? { ok: true, value } : createSecretFailure("damaged");
}

type SetWhole = { readonly header: WholeHeader; readonly old: Header | null };
type SetParts = { readonly value: string; readonly old: Header | null };

const isAlone = (old: Header | null): old is WholeHeader => old?.version === 2 && old.alone;

/**
 * The one entry of a short secret turns from the old to the new at once. While parts stand beside it, it says so: after a
 * crash whoever is next clears them.
 */
async function setWhole(entries: Entries, name: string, { header, old }: SetWhole): Promise<void> {
  if (!isAlone(old) && (await entries.hasParts(name))) {
    await entries.writeHeader(name, header);
    for (const slot of slots) await entries.trim(name, slot, 0);
  }
  await entries.writeHeader(name, { ...header, alone: true });
}

/**
 * A long secret's parts go beside what was there; the header, one entry, then turns from the old to the
 * new at once; only after that the old parts go. What a crash left behind is cleared on the way.
 */
async function setParts(entries: Entries, name: string, { value, old }: SetParts): Promise<void> {
  if (isAlone(old)) await entries.writeHeader(name, { ...old, alone: false });
  const slot: Slot = old?.version === 1 && old.slot === "a" ? "b" : "a";
  const parts = splitSecret(value);
  for (const [position, part] of parts.entries()) await entries.writePart(name, slot, position + 1, part);
  await entries.trim(name, slot, parts.length);
  await entries.writeHeader(name, createPartsHeader(slot, value, parts.length));
  await entries.trim(name, slot === "a" ? "b" : "a", 0);
}

async function setSecret(entries: Entries, name: string, value: string): Promise<SecretResult<null>> {
  const text = await entries.header(name);
  const old = text === null ? null : readHeader(text);
  const header = createWholeHeader(value);
  await (header === null
    ? setParts(entries, name, { value, old })
    : setWhole(entries, name, { header, old }));
  return { ok: true, value: null };
}

async function deleteSecret(entries: Entries, name: string): Promise<SecretResult<null>> {
  await entries.removeHeader(name);
  for (const slot of slots) await entries.trim(name, slot, 0);
  return { ok: true, value: null };
}

/**
 * Secrets in the system's keychain, over keytar's API. Long secrets are split (see `secret-parts.ts`).
 * Calls run one after the other. Failures: `unavailable`, `locked` (also: no answer in time), `damaged`,
 * `refused`.
 */
export function createKeytarSecretStore(options: Options): SecretStore {
  const calls = limitedCalls(options);
  const entries = entriesOf(calls);
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<SecretResult<T>>): Promise<SecretResult<T>> {
    const begun = last.then(() => {
      calls.begin();
      return work();
    });
    const mine = begun.catch((error: unknown) => createSecretFailure(problemOf(error)));
    last = mine;
    return mine;
  }

  return {
    get: (name) => inTurn(() => getSecret(entries, name)),
    set: (name, value) =>
      isKeepable(value)
        ? inTurn(() => setSecret(entries, name, value))
        : Promise.resolve(createSecretFailure("refused")),
    delete: (name) => inTurn(() => deleteSecret(entries, name)),
  };
}
