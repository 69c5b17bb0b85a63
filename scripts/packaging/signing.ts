/** Environment variables, by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** One of these sets must be there, whole. */
type Need = { readonly what: string; readonly sets: readonly (readonly string[])[] };

/** Azure's signing service is told in the configuration, so these are ours and become options of electron-builder. */
const azureOptions = {
  AZURE_SIGNING_ENDPOINT: "endpoint",
  AZURE_SIGNING_ACCOUNT: "codeSigningAccountName",
  AZURE_SIGNING_PROFILE: "certificateProfileName",
  AZURE_SIGNING_PUBLISHER: "publisherName",
} as const;
const azure = ["AZURE_TENANT_ID", "AZURE_CLIENT_ID", "AZURE_CLIENT_SECRET", ...Object.keys(azureOptions)];

/** What a signed package of each system needs; all other names are electron-builder's and Apple's own. */
const needs: Readonly<Partial<Record<NodeJS.Platform, readonly Need[]>>> = {
  win32: [{ what: "a certificate for Windows", sets: [["WIN_CSC_LINK", "WIN_CSC_KEY_PASSWORD"], azure] }],
  darwin: [
    { what: "a Developer ID certificate", sets: [["CSC_LINK", "CSC_KEY_PASSWORD"]] },
    {
      what: "a way to notarize",
      sets: [
        ["APPLE_API_KEY", "APPLE_API_KEY_ID", "APPLE_API_ISSUER"],
        ["APPLE_ID", "APPLE_APP_SPECIFIC_PASSWORD", "APPLE_TEAM_ID"],
      ],
    },
  ],
};

/** Every variable that has to do with signing. */
export const signingVariables: readonly string[] = Object.values(needs)
  .flat()
  .flatMap(({ sets }) => sets.flat());

/** The variables that say something: a secret that nobody has set arrives as an empty text, and would count as one. */
export const withoutEmpty = (variables: Variables): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );

const isWhole = (set: readonly string[], variables: Variables): boolean =>
  set.every((name) => Boolean(variables[name]));

/** What is missing for a signed package of that system, a sentence each. Linux's packages are not signed. */
export const missingForSigning = (platform: NodeJS.Platform, variables: Variables): readonly string[] =>
  (needs[platform] ?? [])
    .filter(({ sets }) => !sets.some((set) => isWhole(set, variables)))
    .map(
      ({ what, sets }) =>
        `There is no ${what.replace(/^an? /, "")}: set ${sets.map((set) => set.join(", ")).join("; or ")}.`,
    );

/** The options with which electron-builder signs, and stops where it cannot. */
export function signingOptions(platform: NodeJS.Platform, variables: Variables): readonly string[] {
  if (needs[platform] === undefined) return [];
  const own = Object.entries(azureOptions).map(
    ([name, option]) => `-c.win.azureSignOptions.${option}=${variables[name] ?? ""}`,
  );
  const isAzure = platform === "win32" && isWhole(azure, variables) && !variables["WIN_CSC_LINK"];
  return ["-c.forceCodeSigning=true", ...(isAzure ? own : [])];
}
