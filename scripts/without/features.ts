/** What belongs to one optional feature, beside what `registrations` has of it. */
type OptionalFeature = {
  /** The names of its folders in shared, main/features, renderer/features, test/unit and test/unit/shared. */
  readonly subjects: readonly string[];
  /** Its files of words, where all words in them are its own. */
  readonly words?: readonly string[];
  /** Other files and folders, from the root. */
  readonly paths?: readonly string[];
};

/** Every feature that the core should do without. `npm run without -- --who` says which of them it does. */
export const optionalFeatures: Readonly<Record<string, OptionalFeature>> = {
  export: { subjects: ["export"] },
  diagnostics: { subjects: ["diagnostics"] },
  "connection-check": {
    subjects: ["connection-check"],
    words: ["doctor"],
    paths: ["main/electron/check-connection.ts"],
  },
  updates: {
    subjects: ["updates"],
    words: ["updates"],
    paths: ["main/electron/program-updates.ts", "renderer/lib/use-updates.ts"],
  },
  links: { subjects: ["links"], words: ["links"], paths: ["renderer/lib/links.ts"] },
  policy: { subjects: ["policy"], words: ["policy"], paths: ["renderer/lib/policy.ts"] },
  import: {
    subjects: ["import"],
    words: ["import"],
    paths: ["renderer/lib/use-import.ts", "renderer/lib/use-dropped-patients.ts"],
  },
  backup: { subjects: ["backup"], words: ["backup"], paths: ["renderer/lib/use-backup.ts"] },
  "activity-log": { subjects: ["activity-log"], words: ["audit"], paths: ["renderer/lib/use-log-state.ts"] },
  lock: { subjects: ["lock"], words: ["lock"], paths: ["renderer/lib/lock.ts"] },
  clinic: {
    subjects: ["clinic", "notices", "notice-setup", "hub-api"],
    words: ["clinic", "notices"],
    paths: ["hub", "test/hub", "renderer/lib/clinic.ts", "renderer/lib/use-notices.ts"],
  },
  readers: {
    subjects: ["intake"],
    words: ["intake"],
    paths: ["intake", "intake-read", "scan", "scan-keys", "use-intake-taker"].map(
      (name) => `renderer/lib/${name}.ts`,
    ),
  },
  printing: {
    subjects: ["printing"],
    words: ["slip"],
    paths: ["main/electron/slip-files.ts", "main/electron/sheet-options.ts"],
  },
  handover: { subjects: ["handover"] },
};

/** The one place of each layer where features are listed: a line each, which goes with the feature. */
export const registrations: readonly string[] = [
  "shared/routes.ts",
  "shared/events.ts",
  "shared/screens.ts",
  "main/features/index.ts",
  "main/electron/other-programs.ts",
  "renderer/features/index.ts",
];

/** Where each file and folder of a feature stands. A folder ends with a slash. */
export function listPlaces(name: string): readonly string[] {
  const { subjects, words = [], paths = [] } = optionalFeatures[name] ?? { subjects: [] };
  const folders = ["shared", "main/features", "renderer/features", "test/unit", "test/unit/shared"];
  return [
    ...subjects.flatMap((subject) => folders.map((folder) => `${folder}/${subject}/`)),
    ...words.flatMap((part) => ["en-US", "es-US"].map((language) => `messages/${language}/${part}.json`)),
    ...paths.map((path) => (/\.\w+$/.test(path) ? path : `${path}/`)),
  ];
}

export const isOf = (places: readonly string[], file: string): boolean =>
  places.some((place) => (place.endsWith("/") ? file.startsWith(place) : file === place));
