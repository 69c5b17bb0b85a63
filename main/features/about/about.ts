import { access, readFile } from "node:fs/promises";
import { licenses } from "../../../shared/about/routes.ts";
import type { RouteOutput } from "../../../shared/routes.ts";

type AboutOptions = {
  readonly version: string;
  /** What it runs on; left out where it does not say. */
  readonly electron?: string | undefined;
  readonly chromium?: string | undefined;
  /** The file that the build wrote: dist/licenses.json. */
  readonly licensesFile: string;
  /** Where Chromium's own file of licenses lies, if it does. */
  readonly chromiumLicenses: string;
};

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** What the program is made of, read when somebody asks. Rejects where the build's file is missing or not its own. */
export async function describeProgram(options: AboutOptions): Promise<RouteOutput<"app.about">> {
  const { version, electron = "", chromium = "", licensesFile, chromiumLicenses } = options;
  return {
    version,
    electron,
    chromium,
    chromiumLicenses: (await isThere(chromiumLicenses)) ? chromiumLicenses : null,
    licenses: licenses.parse(JSON.parse(await readFile(licensesFile, "utf8"))),
  };
}
