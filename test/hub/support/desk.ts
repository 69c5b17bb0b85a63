import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
} from "node:crypto";
import { z } from "zod";
import type { Entry, EntryOf } from "../../../shared/hub-api/entries.ts";
import { hubFailure, type HubFailure } from "../../../shared/hub-api/failure.ts";
import { hubRoutes, buildPath, type Pushed } from "../../../shared/hub-api/routes.ts";
import type { Push, SignedPush } from "../../../shared/hub-api/signed.ts";
import { emptyLog, type LogHead } from "../../../shared/hub-api/values.ts";

const recipient = `age1${"q".repeat(58)}`;
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** An answer of the hub: what it said, or why not. */
export type Answer<T> = { readonly status: number; readonly value: T; readonly failure: HubFailure | null };

/** A desk as far as the hub sees one: it signs, and what it pushes is random bytes. */
export class TestDesk {
  readonly id = randomUUID();
  readonly credential = randomBytes(32).toString("base64url");
  readonly publicKey: string;
  readonly key: KeyObject;
  address: string;
  clinic = "";
  sequence = 0;
  generation = 0;
  head: LogHead = emptyLog;

  constructor(address: string) {
    this.address = address;
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    this.key = createPrivateKey(privateKey.export({ format: "pem", type: "pkcs8" }));
    this.publicKey = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");
  }

  member(admin = true): EntryOf<"member-added"> {
    const credential = sha256(Buffer.from(this.credential, "base64url"));
    return { type: "member-added", desk: this.id, admin, publicKey: this.publicKey, recipient, credential };
  }

  /** Signs what is given, whatever it is. */
  signed(content: object, ciphertexts: readonly Buffer[] = []): Push {
    return this.signedText(JSON.stringify(content), ciphertexts);
  }

  signedText(text: string, ciphertexts: readonly Buffer[] = []): Push {
    const bytes = Buffer.from(text);
    return {
      bytes: bytes.toString("base64"),
      signature: sign(null, bytes, this.key).toString("base64"),
      ciphertexts: ciphertexts.map((one) => one.toString("base64")),
    };
  }

  content(entries: readonly Entry[], changed: Partial<SignedPush> = {}): SignedPush {
    const { clinic, id, sequence, generation, head } = this;
    const own = {
      v: 1,
      kind: "push",
      clinic,
      desk: id,
      sequence: sequence + 1,
      generation,
      read: head,
    } as const;
    return { ...own, entries: [...entries], ...changed };
  }

  async ask<T>(
    method: string,
    path: string,
    {
      body,
      output,
      credential = this.credential,
    }: { body?: unknown; output?: z.ZodType<T>; credential?: string } = {},
  ): Promise<Answer<T>> {
    const response = await fetch(`${this.address}${buildPath(path, { clinic: this.clinic })}`, {
      method,
      headers: {
        authorization: `Bearer ${credential}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json: unknown = await response.json();
    if (!response.ok) return { status: response.status, value: null as T, failure: hubFailure.parse(json) };
    return { status: response.status, value: (output ?? z.any()).parse(json) as T, failure: null };
  }

  async create(token: string, entries: readonly Entry[] = []): Promise<Answer<Pushed>> {
    const content = this.content([this.member(), ...entries], { clinic: null });
    const { method, path, output } = hubRoutes.createClinic;
    const answer = await this.ask(method, path, { body: { token, push: this.signed(content) }, output });
    if (answer.failure === null) {
      this.clinic = answer.value.clinic;
      this.taken(answer.value);
    }
    return answer;
  }

  taken({ number, hash, generation }: Pushed): void {
    this.sequence += 1;
    this.head = { number, hash };
    this.generation = generation;
  }

  send(push: Push): Promise<Answer<Pushed>> {
    const { method, path, output } = hubRoutes.push;
    return this.ask(method, path, { body: push, output });
  }

  /** Pushes and moves on when it is taken. */
  async push(
    entries: readonly Entry[],
    ciphertexts: readonly Buffer[] = [],
    changed: Partial<SignedPush> = {},
  ): Promise<Answer<Pushed>> {
    const answer = await this.send(this.signed(this.content(entries, changed), ciphertexts));
    if (answer.failure === null) this.taken(answer.value);
    return answer;
  }

  async pull(after = 0, limit = 1_000) {
    const { method, path, output } = hubRoutes.pull;
    return this.ask(method, `${path}?after=${after}&limit=${limit}`, { output });
  }

  /** Reads the head and the generation, as a desk does before it goes on. */
  async readOn(): Promise<void> {
    const { value } = await this.pull(this.head.number);
    this.head = value.head;
    this.generation = value.history.generation;
  }
}

/** A record of random bytes. */
export function recordOf(record: string, version = 1): { entry: Entry; ciphertext: Buffer } {
  const ciphertext = randomBytes(512);
  const entry = { type: "record", record, version, keyEpoch: 1, ciphertext: sha256(ciphertext) } as const;
  return { entry, ciphertext };
}

/** The entries and ciphertexts that share a new item. */
export function shared(item: string, more: Partial<EntryOf<"share">> = {}): [Entry[], Buffer[]] {
  const { entry, ciphertext } = recordOf(item);
  const share: EntryOf<"share"> = {
    type: "share",
    item,
    generation: 0,
    attempts: [],
    needsChecking: false,
    ...more,
  };
  return [[entry, share], [ciphertext]];
}

/** A clinic of so many desks; the first made it. */
export async function clinicOf(
  address: string,
  token: string,
  desks: number,
): Promise<readonly [TestDesk, ...TestDesk[]]> {
  const first = new TestDesk(address);
  const others = Array.from({ length: desks - 1 }, () => new TestDesk(address));
  const { failure } = await first.create(
    token,
    others.map((desk) => desk.member(false)),
  );
  if (failure !== null) throw new Error(failure.code);
  for (const desk of others) {
    desk.clinic = first.clinic;
    desk.head = first.head;
  }
  return [first, ...others];
}

export const newId = (): string => randomUUID();
