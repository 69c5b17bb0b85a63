/** Turns values into text and back, as Electron's IPC does with the structured clone algorithm. */
export interface CloneCodec {
  /** @throws Error "An object could not be cloned." for functions, symbols, promises and the like, as in Electron. */
  encode(value: unknown): string;
  decode(text: string): unknown;
}

/**
 * Makes a codec. The host sends the text of this function into the page, so that both ends run the same code: it may
 * use nothing from outside its own body.
 */
export function createCloneCodec(): CloneCodec {
  type Reference = Readonly<{ t: string; i?: number; v?: string }>;
  type Row = { t: string; e?: unknown[]; v?: string; c?: string; n?: number };
  const typedArrays: Readonly<Record<string, new (buffer: ArrayBuffer) => ArrayBufferView>> = {
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
    DataView,
  };

  const toBase64 = (bytes: Uint8Array): string => {
    let binary = "";
    for (let at = 0; at < bytes.length; at += 0x8000) {
      binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    }
    return btoa(binary);
  };
  const fromBase64 = (text: string): ArrayBuffer => {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return bytes.buffer;
  };
  const refuse = (): never => {
    throw new Error("An object could not be cloned.");
  };

  const encode = (root: unknown): string => {
    const rows: Row[] = [];
    const seen = new Map<object, number>();

    const put = (value: unknown): unknown => {
      if (value === null || typeof value === "string" || typeof value === "boolean") return value;
      if (typeof value === "undefined") return { t: "undefined" };
      if (typeof value === "bigint") return { t: "bigint", v: value.toString() };
      if (typeof value === "number") {
        if (Number.isFinite(value) && !Object.is(value, -0)) return value;
        return { t: "number", v: Object.is(value, -0) ? "-0" : String(value) };
      }
      if (typeof value !== "object") return refuse();
      const known = seen.get(value);
      if (known !== undefined) return { t: "ref", i: known };
      const index = rows.length;
      seen.set(value, index);
      const row: Row = { t: "" };
      rows.push(row);
      fill(row, value);
      return { t: "ref", i: index };
    };

    const fill = (row: Row, value: object): void => {
      const tag = Object.prototype.toString.call(value).slice(8, -1);
      if (Array.isArray(value)) {
        row.t = "array";
        row.n = value.length;
        row.e = Object.keys(value).map((key) => [key, put(Reflect.get(value, key))]);
      } else if (value instanceof Date) {
        row.t = "date";
        row.v = String(value.getTime());
      } else if (value instanceof Map) {
        row.t = "map";
        row.e = [...value].map(([key, item]) => [put(key), put(item)]);
      } else if (value instanceof Set) {
        row.t = "set";
        row.e = [...value].map((item) => put(item));
      } else if (value instanceof RegExp) {
        row.t = "regexp";
        row.e = [value.source, value.flags];
      } else if (value instanceof Error) {
        row.t = "error";
        row.e = [value.name, value.message, value.stack ?? ""];
      } else if (value instanceof ArrayBuffer) {
        row.t = "buffer";
        row.v = toBase64(new Uint8Array(value));
      } else if (ArrayBuffer.isView(value)) {
        row.t = "view";
        row.c = tag in typedArrays ? tag : "Uint8Array";
        row.v = toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
      } else if (tag === "Object") {
        row.t = "object";
        row.e = Object.keys(value).map((key) => [key, put(Reflect.get(value, key))]);
      } else {
        refuse();
      }
    };

    const first = put(root);
    return JSON.stringify([first, rows]);
  };

  const decode = (text: string): unknown => {
    const [first, rows]: [unknown, Row[]] = JSON.parse(text);
    const made: unknown[] = [];

    const take = (value: unknown): unknown => {
      if (value === null || typeof value !== "object") return value;
      const reference = value as Reference;
      if (reference.t === "undefined") return undefined;
      if (reference.t === "bigint") return BigInt(reference.v ?? "0");
      if (reference.t === "number") return Number(reference.v);
      const index = reference.i ?? 0;
      if (!(index in made)) build(index, rows[index] ?? { t: "object" });
      return made[index];
    };

    const build = (index: number, row: Row): void => {
      const entries = row.e ?? [];
      if (row.t === "date") made[index] = new Date(Number(row.v));
      else if (row.t === "regexp") made[index] = new RegExp(String(entries[0]), String(entries[1]));
      else if (row.t === "buffer") made[index] = fromBase64(row.v ?? "");
      else if (row.t === "view") {
        const View = typedArrays[row.c ?? ""] ?? Uint8Array;
        made[index] = new View(fromBase64(row.v ?? ""));
      } else if (row.t === "error") {
        const error = new Error(String(entries[1]));
        error.name = String(entries[0]);
        error.stack = String(entries[2]);
        made[index] = error;
      } else if (row.t === "map") {
        const map = new Map<unknown, unknown>();
        made[index] = map;
        for (const [key, item] of entries as [unknown, unknown][]) map.set(take(key), take(item));
      } else if (row.t === "set") {
        const set = new Set<unknown>();
        made[index] = set;
        for (const item of entries) set.add(take(item));
      } else {
        const target: object = row.t === "array" ? [] : {};
        made[index] = target;
        if (Array.isArray(target)) target.length = row.n ?? 0;
        for (const [key, item] of entries as [string, unknown][]) {
          Object.defineProperty(target, key, {
            value: take(item),
            configurable: true,
            enumerable: true,
            writable: true,
          });
        }
      }
    };

    return take(first);
  };

  return { encode, decode };
}
