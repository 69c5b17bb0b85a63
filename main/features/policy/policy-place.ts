import { dirname, join } from "node:path";
import type { TrustOptions } from "./trusted-file.ts";

/** Where a policy is looked for, and whose it must be. */
export type PolicyPlace = { readonly file: string; readonly trust: TrustOptions };

type Facts = {
  /** The program's name. */
  readonly name: string;
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** The user's number; undefined on Windows. */
  readonly uid: number | undefined;
};

/** Where the system keeps what an administrator sets for everybody. */
function usualPlace({ name, platform, env }: Pick<Facts, "name" | "platform" | "env">): string {
  if (platform === "darwin") return `/Library/Application Support/${name}/policy.json`;
  if (platform !== "win32") return "/etc/front-desk/policy.json";
  return `${env["ProgramData"] ?? String.raw`C:\ProgramData`}\\${name}\\policy.json`;
}

/**
 * The installed program looks in the system's place alone. One that runs from source has no policy, but for the file that its
 * tests name (`FRONT_DESK_POLICY`): that may be the user's own.
 */
export function findPolicyPlace({ name, isPackaged, platform, env, uid }: Facts): PolicyPlace | null {
  if (isPackaged) return { file: usualPlace({ name, platform, env }), trust: { platform } };
  const named = env["FRONT_DESK_POLICY"];
  if (named === undefined || named === "" || uid === undefined) return null;
  return { file: join(named), trust: { platform, administrators: [0, uid], below: dirname(join(named)) } };
}
