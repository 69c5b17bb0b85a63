import { posix, win32 } from "node:path";
import type { WhyNoUpdates } from "../../../shared/updates/updates.ts";

/** How this copy of the program came here, as far as that decides how it is replaced. */
export type Copy =
  | { readonly kind: "none"; readonly why: WhyNoUpdates }
  /** Installed for a person by its installer. */
  | { readonly kind: "nsis" }
  | { readonly kind: "mac" }
  /** One file, at that absolute path. */
  | { readonly kind: "appimage"; readonly file: string };

export type InstallPlace = {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** Whether a public key was built in. */
  readonly hasKey: boolean;
  readonly environment: NodeJS.ProcessEnv;
  /** Where Electron's resources lie, and the folder of the program itself. */
  readonly resources: string;
  readonly folder: string;
  readonly productName: string;
  readonly has: (folder: string, name: string) => boolean;
  /** Whether a file, and others beside it, may be written. */
  readonly mayWrite: (file: string) => boolean;
};

const none = (why: WhyNoUpdates): Copy => ({ kind: "none", why });

/** A deb says of itself what it is. The system's own tools look after it, as root. */
const isDeb = ({ resources, has }: InstallPlace): boolean => has(resources, "package-type");
/** The installer leaves its uninstaller; what administrators spread as MSI has none, and would be there twice. */
const isInstalled = ({ folder, productName, has }: InstallPlace): boolean =>
  has(folder, `Uninstall ${productName}.exe`);

const absolute = (path = "", system: typeof posix): string | null => (system.isAbsolute(path) ? path : null);

/**
 * The one file, at its absolute path, that this copy is unpacked from at each start: what runs goes away with it. Null where
 * there is none; one that was installed may have such a variable of the program that started it.
 */
export function findPackedFile(place: InstallPlace): string | null {
  const { platform, isPackaged, environment } = place;
  if (!isPackaged) return null;
  if (platform === "linux") return isDeb(place) ? null : absolute(environment["APPIMAGE"], posix);
  if (platform !== "win32" || isInstalled(place)) return null;
  return absolute(environment["PORTABLE_EXECUTABLE_FILE"], win32);
}

function linuxCopy(place: InstallPlace): Copy {
  const file = findPackedFile(place);
  if (file === null) return none("package");
  return place.mayWrite(file) ? { kind: "appimage", file } : none("no-write");
}

function windowsCopy(place: InstallPlace): Copy {
  if (place.environment["PORTABLE_EXECUTABLE_FILE"] !== undefined) return none("portable");
  return isInstalled(place) ? { kind: "nsis" } : none("administrator");
}

/** How this copy is updated, or why it is not. */
export function describeCopy(place: InstallPlace): Copy {
  if (!place.isPackaged) return none("source");
  if (!place.hasKey) return none("no-key");
  // electron-builder writes it where it is told that there are updates.
  if (!place.has(place.resources, "app-update.yml")) return none("no-key");
  if (place.platform === "linux") return linuxCopy(place);
  return place.platform === "darwin" ? { kind: "mac" } : windowsCopy(place);
}

/** The ending of the package that replaces a copy. */
export const endingOf = { nsis: "exe", mac: "zip", appimage: "AppImage" } as const satisfies Record<
  Exclude<Copy["kind"], "none">,
  string
>;

/** The name of a feed, as electron-builder writes it and electron-updater asks for it. */
export function getFeedName(channel: string, platform: NodeJS.Platform, processor: string): string {
  if (platform === "win32") return `${channel}.yml`;
  if (platform === "darwin") return `${channel}-mac.yml`;
  return `${channel}-linux${processor === "x64" ? "" : `-${processor}`}.yml`;
}
