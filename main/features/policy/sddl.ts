/** Who may change what on Windows, as `Get-Acl` tells it: [MS-DTYP] 2.5.1, the security descriptor definition language. */

/** SYSTEM, Administrators, the trusted installer, and who administers a domain: by short name, and by number. */
const administrators =
  /^(SY|BA|LA|DA|EA|S-1-5-18|S-1-5-32-544|S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464|S-1-5-21-[\d-]+-(500|512|519))$/;

/** Rights by their short names, as bits of an access mask; those of reading are 0 here. */
const bits: Readonly<Record<string, number>> = {
  GA: 0x10000000,
  GW: 0x40000000,
  GR: 0,
  GX: 0,
  FA: 0x1f01ff,
  FW: 0x120116,
  FR: 0,
  FX: 0,
  RC: 0,
  SD: 0x10000,
  WD: 0x40000,
  WO: 0x80000,
  CC: 0x1,
  DC: 0x2,
  LC: 0x4,
  SW: 0x8,
  RP: 0x10,
  WP: 0x20,
  DT: 0x40,
  LO: 0x80,
  CR: 0x100,
};

/** To write into a file, or to delete it, or to say who may. */
const changesFile = 0x2 | 0x4 | 0x10000 | 0x40000 | 0x80000 | 0x10000000 | 0x40000000;
/** To put another file in the place of one that is there; new ones beside it do no harm, as they have other owners. */
const changesFolder = 0x40 | 0x10000 | 0x40000 | 0x80000 | 0x10000000;

/** The mask of a list of rights; null where one of them is not known. */
function maskOf(rights: string): number | null {
  if (/^0x[0-9a-f]{1,8}$/i.test(rights)) return Number(rights);
  const names = rights.match(/../g) ?? [];
  if (names.join("") !== rights) return null;
  return names.reduce<number | null>((mask, name) => {
    const bit = bits[name];
    return mask === null || bit === undefined ? null : mask | bit;
  }, 0);
}

/** Whether somebody else than administrators is given one of these rights. What cannot be read counts as that. */
function isGiven(entry: string, wanted: number): boolean {
  const parts = entry.split(";");
  if (parts.length !== 6) return true;
  const [kind = "", flags = "", rights = "", , , trustee = ""] = parts;
  // Deny, audit and labels give nothing; what is for new files inside alone gives nothing here.
  if (!/^(A|OA|XA|ZA)$/.test(kind)) return !/^(D|OD|XD|AU|OU|AL|OL|ML|SP|RA)$/.test(kind);
  if (/^(?:..)*?IO/.test(flags)) return false;
  if (administrators.test(trustee)) return false;
  const mask = maskOf(rights);
  return mask === null || (mask & wanted) !== 0;
}

/**
 * Whether a file or folder with this descriptor belongs to administrators, and only they may change it. `null` where it is
 * so; without a list of rights (`D:`), or with an empty descriptor, everybody may.
 */
export function findSddlFault(sddl: string, what: "file" | "folder"): "owner" | "writable" | null {
  const [, owner = "", rest = ""] = /^O:(S-1-[\d-]+|[A-Z]{2})(.*)/s.exec(sddl.trim()) ?? [];
  if (!administrators.test(owner)) return "owner";
  const list = /D:([A-Z_]*)((?:\([^()]*\))*)/.exec(rest);
  if (list === null || list[1]?.includes("NO_ACCESS_CONTROL") === true) return "writable";
  // Conditions stand in brackets of their own: such a list is not read, and not trusted.
  if (/\([^()]*\(/.test(rest)) return "writable";
  const wanted = what === "file" ? changesFile : changesFolder;
  const entries = list[2]?.match(/[^()]+/g) ?? [];
  return entries.some((entry) => isGiven(entry, wanted)) ? "writable" : null;
}
