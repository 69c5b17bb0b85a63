import { join, resolve } from "node:path";

type Facts = {
  readonly isPackaged: boolean;
  /** The program's name. */
  readonly name: string;
  /** The folder in which programs have their own. */
  readonly appData: string;
  /** The folder that the command line asks for; empty when it asks for none. */
  readonly chosen: string;
};

/** Where a running program keeps what it keeps. */
export type Profile = {
  /** The folder that Electron is told of; null where its own choice stands. */
  readonly userData: string | null;
  /** The name under which the system's keychain shows the entries. */
  readonly keychain: string;
};

/**
 * The installed program has the folder and the keychain's name that its name gives. One that runs from source has others,
 * for each folder its own: trying something out must reach neither the records of the desk nor its token, and both may
 * be open at once.
 */
export function chooseProfile({ isPackaged, name, appData, chosen }: Facts): Profile {
  if (isPackaged) return { userData: null, keychain: name };
  const development = `${name} (development)`;
  if (chosen === "") return { userData: join(appData, development), keychain: development };
  const userData = resolve(chosen);
  return { userData, keychain: `${development} ${userData}` };
}
