import { EventEmitter } from "node:events";

const message = "Object has been destroyed";

function refuse(): never {
  throw new TypeError(message);
}

/**
 * From now on every method and accessor of an object's own classes throws, as those of Electron's do once what they
 * stand for is gone. Listening goes on, and so does what `kept` names.
 */
export function markDestroyed(object: EventEmitter, kept: ReadonlySet<string>): void {
  let owner: unknown = Object.getPrototypeOf(object);
  while (owner instanceof EventEmitter) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      if (name === "constructor" || kept.has(name)) continue;
      const isMethod = typeof property.value === "function";
      Object.defineProperty(object, name, isMethod ? { value: refuse } : { get: refuse, set: refuse });
    }
    owner = Object.getPrototypeOf(owner);
  }
}
