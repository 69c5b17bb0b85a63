/** The pages of the settings in their order, each with its sections. */
export const settingsPages = [
  { page: "connection", sections: ["connection"] },
  { page: "clinic", sections: ["clinic", "staff"] },
  { page: "services", sections: ["services"] },
  { page: "booking", sections: ["booking", "card"] },
  { page: "computer", sections: ["computer", "updates"] },
  { page: "lock", sections: ["lock"] },
  { page: "desks", sections: ["desks", "notices"] },
  { page: "backup", sections: ["backup"] },
  { page: "records", sections: ["retention", "keeping"] },
  { page: "support", sections: ["activity", "advanced", "about"] },
] as const;

export type SettingsPage = (typeof settingsPages)[number]["page"];
export type SettingsSection = (typeof settingsPages)[number]["sections"][number];

/** The page on which a section stands. */
export const getSettingsPage = (section: SettingsSection): SettingsPage =>
  settingsPages.find(({ sections }) => sections.some((each) => each === section))?.page ?? "connection";

/** The id of the part around a section's heading, which takes the focus. */
export const getSectionId = (section: SettingsSection): string => `settings-${section}`;

/** Takes the focus to the heading of a section of the settings; false where it is not shown. */
export function focusSettingsSection(section: SettingsSection): boolean {
  const part = document.getElementById(getSectionId(section));
  part?.focus();
  return part !== null && document.activeElement === part;
}
