import type { WhyNoUpdates } from "../../contract/records/updates.ts";

/** How this copy of the program came here, as far as that decides how it is replaced. */
export type Copy =
  | { readonly kind: "none"; readonly why: WhyNoUpdates }
  /** Installed for a person by its installer. */
  | { readonly kind: "nsis" }
  | { readonly kind: "mac" }
  /** One file, at that absolute path. */
  | { readonly kind: "appimage"; readonly file: string };

export type Place = {
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

function linuxCopy({ environment, resources, has, mayWrite }: Place): Copy {
  const file = environment["APPIMAGE"] ?? "";
  // A deb says of itself what it is. The system's own tools look after it, as root.
  if (has(resources, "package-type") || !file.startsWith("/")) return none("package");
  return mayWrite(file) ? { kind: "appimage", file } : none("no-write");
}

function windowsCopy({ environment, folder, productName, has }: Place): Copy {
  if (environment["PORTABLE_EXECUTABLE_FILE"] !== undefined) return none("portable");
  // The installer leaves its uninstaller; what administrators spread as MSI has none, and would be there twice.
  return has(folder, `Uninstall ${productName}.exe`) ? { kind: "nsis" } : none("administrator");
}

/** How this copy is updated, or why it is not. */
export function copyAt(place: Place): Copy {
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
export function feedName(channel: string, platform: NodeJS.Platform, processor: string): string {
  if (platform === "win32") return `${channel}.yml`;
  if (platform === "darwin") return `${channel}-mac.yml`;
  return `${channel}-linux${processor === "x64" ? "" : `-${processor}`}.yml`;
}
