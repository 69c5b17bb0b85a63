/** Writes the barcode of a license as each version of the AAMVA standard has it, so that what is read can be compared. */

export type Holder = {
  readonly first: string;
  readonly middle: string;
  readonly last: string;
  readonly suffix: string;
  /** `YYYY-MM-DD` */
  readonly born: string;
  readonly sex: "M" | "F";
  readonly street: string;
  readonly street2: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
};

export const countries = ["USA", "CAN"] as const;
export type Country = (typeof countries)[number];

/** What ends a data element, begins the barcode's records and ends a subfile. */
export type Separators = { readonly element: string; readonly record: string; readonly segment: string };
export const separators: Readonly<Record<string, Separators>> = {
  "of the standard": { element: "\n", record: "\u001E", segment: "\r" },
  "CR and LF": { element: "\r\n", record: "", segment: "\r\n" },
  "CR alone": { element: "\r", record: "", segment: "\r" },
  bars: { element: "|", record: "|", segment: "|" },
  "written out": { element: "<LF>", record: "<RS>", segment: "<CR>" },
  none: { element: "", record: "", segment: "" },
};

type Element = readonly [code: string, value: string];

/** In which order elements stand is each state's own. */
export const orders: Readonly<Record<string, (all: readonly Element[]) => readonly Element[]>> = {
  "as the standard lists them": (all) => all,
  "from behind": (all) => all.toReversed(),
  "by their letters": (all) => all.toSorted(([a], [b]) => (a < b ? -1 : 1)),
  "odd ones first": (all) => [...all.filter((_, at) => at % 2 === 1), ...all.filter((_, at) => at % 2 === 0)],
};

/** The subfiles of a barcode, by their letters; `bare`: the elements follow the head without them. */
export const subfiles = {
  "a license": ["DL"],
  "an ID card": ["ID"],
  "an enhanced license": ["EN"],
  "a license before the state's own": ["DL", "ZV"],
  "the state's own before a license": ["ZV", "DL"],
  "a license and an own one of Ontario": ["DL", "ZO"],
  "no letters": [""],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const digitsOf = (date: string, isYearFirst: boolean): string => {
  const [year = "", month = "", day = ""] = date.split("-");
  return isYearFirst ? year + month + day : month + day + year;
};

/** The names, as that version has them. */
function names({ first, middle, last, suffix }: Holder, version: number): readonly Element[] {
  if (version === 1) return [["DAA", [last, first, middle, suffix].filter((part) => part !== "").join(",")]];
  if (version < 4)
    return [
      ["DCS", last],
      ["DCT", [first, middle].filter((part) => part !== "").join(",")],
      ["DCU", suffix],
    ];
  return [
    ["DCS", last],
    ["DDE", "N"],
    ["DAC", first],
    ["DDF", "N"],
    ["DAD", middle === "" ? "NONE" : middle],
    ["DDG", "N"],
    ["DCU", suffix],
  ];
}

function elementsOf(holder: Holder, version: number, country: Country): readonly Element[] {
  const isYearFirst = version === 1 || country === "CAN";
  const day = (date: string): string => digitsOf(date, isYearFirst);
  const sexes = version === 1 ? { M: "M", F: "F" } : { M: "1", F: "2" };
  const zip =
    country === "USA"
      ? holder.zip.replace("-", "").padEnd(9, "0").padEnd(11)
      : holder.zip.replace(" ", "").padEnd(11);
  const address: readonly Element[] = [
    ["DAG", holder.street],
    ["DAH", holder.street2],
    ["DAI", holder.city],
    ["DAJ", holder.state],
    ["DAK", version === 1 ? zip.trim() : zip],
  ];
  const kept: readonly Element[] = [
    ["DAQ", "T64235789"],
    ["DBD", day("2021-06-01")],
    ["DBA", day("2029-06-01")],
    ["DBB", day(holder.born)],
    ["DBC", sexes[holder.sex]],
  ];
  const later: readonly Element[] =
    version === 1
      ? []
      : [
          ["DCA", "D"],
          ["DCB", "NONE"],
          ["DCD", "NONE"],
          ["DAY", "BRO"],
          ["DAU", country === "CAN" ? "170 CM" : "067 IN"],
          ["DCF", "0612345678"],
          ["DCG", country],
        ];
  const latest: readonly Element[] =
    version < 9
      ? []
      : [
          ["DDK", "1"],
          ["DDL", "1"],
        ];
  const all = [...names(holder, version), ...kept, ...address, ...later, ...latest];
  // What is empty is left out, but for a middle name and an ending, which the standard has as NONE or not at all.
  return all.filter(([, value]) => value !== "");
}

export type Writing = {
  readonly version: number;
  readonly country: Country;
  readonly separators: Separators;
  readonly order: (all: readonly Element[]) => readonly Element[];
  readonly subfiles: readonly string[];
};

export function writeLicense(
  holder: Holder,
  { version, country, separators: signs, order, subfiles: letters }: Writing,
): string {
  const body = (subfile: string): string => {
    const elements: readonly Element[] = subfile.startsWith("Z")
      ? [
          [`${subfile}A`, "01"],
          [`${subfile}B`, "NOBODY"],
        ]
      : order(elementsOf(holder, version, country));
    return `${subfile}${elements.map(([code, value]) => code + value).join(signs.element)}${signs.segment}`;
  };
  const bodies = letters.map(body);
  const four = (value: number): string => String(value).padStart(4, "0");
  const two = (value: number): string => String(value).padStart(2, "0");
  const issuer = country === "USA" ? "636000" : "636012";
  const name = version === 1 ? "AAMVA" : "ANSI ";
  const head = `@${signs.element}${signs.record}${signs.segment}${name}${issuer}${two(version)}${version === 1 ? "" : "00"}${two(letters.length)}`;
  let offset = head.length + letters.length * "DL00000000".length;
  const places = bodies.map((each, at) => {
    const letter = letters[at] ?? "";
    const place = `${letter === "" ? "DL" : letter}${four(offset)}${four(each.length)}`;
    offset += each.length;
    return place;
  });
  return head + places.join("") + bodies.join("");
}
