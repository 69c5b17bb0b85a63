/** Driver's licenses of people who do not exist, as the barcode of their state and year has them. */

export type Elements = Readonly<Record<string, string>>;
type Card = {
  readonly issuer: string;
  /** Of the standard, 1 to 10. */
  readonly version: number;
  readonly elements: Elements;
  /** In the head of the oldest. */
  readonly name?: "ANSI " | "AAMVA";
  /** The state's own elements, in a subfile of theirs. */
  readonly own?: readonly [subfile: string, elements: Elements];
};

const linesOf = (elements: Elements): string =>
  Object.entries(elements)
    .map(([code, value]) => `${code}${value}\n`)
    .join("");
const digits = (value: number, count: number): string => String(value).padStart(count, "0");

/** The text of a card's barcode, with the offsets and lengths that its head says. */
export function licenseText({ issuer, version, elements, own, name = "ANSI " }: Card): string {
  const bodies = [`DL${linesOf(elements).slice(0, -1)}\r`];
  if (own !== undefined) bodies.push(`${own[0]}${linesOf(own[1]).slice(0, -1)}\r`);
  const revision = version === 1 ? "" : "00";
  const head = `@\n\u001E\r${name}${issuer}${digits(version, 2)}${revision}${digits(bodies.length, 2)}`;
  let offset = head.length + bodies.length * 10;
  const parts = bodies.map((body, at) => {
    const part = `${at === 0 ? "DL" : (own?.[0] ?? "")}${digits(offset, 4)}${digits(body.length, 4)}`;
    offset += body.length;
    return part;
  });
  return head + parts.join("") + bodies.join("");
}

export type Person = {
  readonly firstName: string;
  readonly lastName: string;
  readonly dob: string;
  readonly gender: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
};
export type MadeUp = {
  readonly what: string;
  readonly text: string;
  readonly person: Person;
  readonly otherNames: string;
};

type Row = readonly [what: string, card: Card, person: readonly string[], otherNames?: readonly string[]];

const of = ([what, card, person, names = []]: Row): MadeUp => {
  const [
    firstName = "",
    lastName = "",
    dob = "",
    gender = "",
    address = "",
    city = "",
    state = "",
    zip = "",
  ] = person;
  return {
    what,
    text: licenseText(card),
    person: { firstName, lastName, dob, gender, address, city, state, zip },
    otherNames: names.join(" "),
  };
};

const later = { DBD: "06012021", DBA: "06012029", DAY: "BRO", DAU: "066 IN", DCG: "USA", DCF: "0612345678" };
const none = { DCA: "D", DCB: "NONE", DCD: "NONE" };
const whole = { DDE: "N", DDF: "N", DDG: "N" };

/** Two of each of ten states and of Ontario, with all ten versions of the standard among them. */
export const madeUpCards: readonly MadeUp[] = (
  [
    [
      "Virginia 10",
      {
        issuer: "636000",
        version: 10,
        elements: {
          ...none,
          DBA: "12102030",
          DCS: "SAMPLE",
          DAC: "MICHAEL",
          DAD: "JOHN",
          DBD: "10312022",
          DBB: "08121990",
          DBC: "1",
          DAY: "BLU",
          DAU: "075 in",
          DAG: "2300 WEST BROAD STREET",
          DAI: "RICHMOND",
          DAJ: "VA",
          DAK: "232690000  ",
          DAQ: "T64235789",
          DCF: "2424244747474786102204",
          DCG: "USA",
          ...whole,
          DDK: "1",
        },
        own: ["ZV", { ZVA: "01" }],
      },
      ["Michael", "Sample", "1990-08-12", "Male", "2300 West Broad Street", "Richmond", "VA", "23269"],
      ["John"],
    ],
    [
      "Virginia 9",
      {
        issuer: "636000",
        version: 9,
        elements: {
          DAQ: "A12345678",
          DCS: "O'BRIEN",
          DDE: "N",
          DAC: "MARY-KATE",
          DDF: "N",
          DAD: "NONE",
          DDG: "N",
          ...none,
          ...later,
          DBB: "02291984",
          DBC: "2",
          DAG: "12 OAK ST",
          DAH: "APT 2B",
          DAI: "NORFOLK",
          DAJ: "VA",
          DAK: "235101234  ",
        },
      },
      ["Mary-Kate", "O'Brien", "1984-02-29", "Female", "12 Oak St, Apt 2B", "Norfolk", "VA", "23510-1234"],
    ],
    [
      "California 8",
      {
        issuer: "636014",
        version: 8,
        elements: {
          DCS: "GARCIA",
          DAC: "LUZ",
          DAD: "DE LA PAZ",
          ...later,
          ...none,
          DBB: "03051984",
          DBC: "2",
          DAG: "2570 24TH STREET",
          DAI: "SACRAMENTO",
          DAJ: "CA",
          DAK: "958180000  ",
          DAQ: "I1234568",
          ...whole,
        },
        own: ["ZC", { ZCA: "BRN", ZCB: "" }],
      },
      ["Luz", "Garcia", "1984-03-05", "Female", "2570 24th Street", "Sacramento", "CA", "95818"],
      ["De la Paz"],
    ],
    [
      "California 4",
      {
        issuer: "636014",
        version: 4,
        elements: {
          ...none,
          ...later,
          DCS: "DACEY",
          DAC: "DACODA",
          DAD: "",
          DBB: "12311999",
          DBC: "1",
          DAG: "1 MAIN ST",
          DAI: "DAGGETT",
          DAJ: "CA",
          DAK: "92327",
          DAQ: "D1234567",
          ...whole,
        },
      },
      ["Dacoda", "Dacey", "1999-12-31", "Male", "1 Main St", "Daggett", "CA", "92327"],
    ],
    [
      "Texas 7",
      {
        issuer: "636015",
        version: 7,
        elements: {
          ...none,
          ...later,
          DCS: "MCDONALD",
          DAC: "ANN",
          DAD: "M",
          DCU: "JR",
          DBB: "07041976",
          DBC: "2",
          DAG: "PO BOX 77",
          DAI: "EL PASO",
          DAJ: "TX",
          DAK: "799010077  ",
          DAQ: "12345678",
          ...whole,
        },
      },
      ["Ann", "McDonald", "1976-07-04", "Female", "PO Box 77", "El Paso", "TX", "79901-0077"],
      ["M Jr"],
    ],
    [
      "Texas 3",
      {
        issuer: "636015",
        version: 3,
        elements: {
          ...none,
          ...later,
          DCS: "NGUYEN",
          DCT: "LINH THI",
          DBB: "01021950",
          DBC: "2",
          DAG: "8801 FM 1960 RD",
          DAI: "HUMBLE",
          DAJ: "TX",
          DAK: "773380000  ",
          DAQ: "87654321",
        },
      },
      ["Linh", "Nguyen", "1950-01-02", "Female", "8801 FM 1960 Rd", "Humble", "TX", "77338"],
      ["Thi"],
    ],
    [
      "Florida 10",
      {
        issuer: "636010",
        version: 10,
        elements: {
          ...none,
          ...later,
          DAQ: "S123456789010",
          DCS: "SMITH-JONES",
          DAC: "JO",
          DAD: "ANN",
          DBB: "11301965",
          DBC: "2",
          DAG: "100 NW 4TH AVE",
          DAI: "FORT LAUDERDALE",
          DAJ: "FL",
          DAK: "333110000  ",
          ...whole,
        },
        own: ["ZF", { ZFA: "REPLACED: 00000000", ZFB: "" }],
      },
      ["Jo", "Smith-Jones", "1965-11-30", "Female", "100 NW 4th Ave", "Fort Lauderdale", "FL", "33311"],
      ["Ann"],
    ],
    [
      "Florida 1",
      {
        issuer: "636010",
        version: 1,
        elements: {
          DAA: "DOE,JOHN,QUINCY",
          DAG: "12 PALM CT",
          DAI: "MIAMI",
          DAJ: "FL",
          DAK: "33101-1234",
          DAQ: "D123456789012",
          DBA: "20060101",
          DBB: "19610722",
          DBC: "M",
          DBD: "20000101",
        },
      },
      ["John", "Doe", "1961-07-22", "Male", "12 Palm Ct", "Miami", "FL", "33101-1234"],
      ["Quincy"],
    ],
    [
      "New York 8",
      {
        issuer: "636001",
        version: 8,
        elements: {
          DCA: "D",
          DCB: "NONE",
          DCD: "NONE",
          DBA: "10012029",
          DCS: "MOTORIST",
          DAC: "MICHELLE",
          DAD: "MARIE",
          DBD: "08302021",
          DBB: "10311998",
          DBC: "2",
          DAY: "BLK",
          DAU: "064 in",
          DAG: "2345 ANYWHERE STREET",
          DAI: "YOUR CITY",
          DAJ: "NY",
          DAK: "123450000  ",
          DAQ: "012345678",
          DCF: "ABC1234567",
          DCG: "USA",
          ...whole,
        },
      },
      ["Michelle", "Motorist", "1998-10-31", "Female", "2345 Anywhere Street", "Your City", "NY", "12345"],
      ["Marie"],
    ],
    [
      "New York 5",
      {
        issuer: "636001",
        version: 5,
        elements: {
          ...none,
          ...later,
          DCS: "VAN DER BERG",
          DAC: "JD",
          DAD: "",
          DBB: "05051955",
          DBC: "1",
          DAG: "45-17 21ST ST",
          DAI: "QUEENS",
          DAJ: "NY",
          DAK: "11101",
          DAQ: "555666777",
          ...whole,
        },
      },
      ["JD", "Van der Berg", "1955-05-05", "Male", "45-17 21st St", "Queens", "NY", "11101"],
    ],
    [
      "Illinois 9",
      {
        issuer: "636035",
        version: 9,
        elements: {
          ...none,
          ...later,
          DAQ: "D12345678901",
          DCS: "DOE",
          DAC: "JANE",
          DAD: "ADELE",
          DBB: "03051984",
          DBC: "2",
          DAG: "12 OAK STREET",
          DAI: "SPRINGFIELD",
          DAJ: "IL",
          DAK: "627010000  ",
          ...whole,
          DDK: "1",
        },
      },
      ["Jane", "Doe", "1984-03-05", "Female", "12 Oak Street", "Springfield", "IL", "62701"],
      ["Adele"],
    ],
    [
      "Illinois 1",
      {
        issuer: "636035",
        version: 1,
        elements: {
          DAB: "PULASKI",
          DAC: "CASIMIR",
          DAD: "",
          DAL: "9 LAKE SHORE DR",
          DAN: "CHICAGO",
          DAO: "IL",
          DAP: "60601",
          DBB: "19481011",
          DBC: "1",
        },
      },
      ["Casimir", "Pulaski", "1948-10-11", "Male", "9 Lake Shore Dr", "Chicago", "IL", "60601"],
    ],
    [
      "Ohio 6",
      {
        issuer: "636023",
        version: 6,
        elements: {
          ...none,
          ...later,
          DCS: "LEE",
          DAC: "AMY",
          DAD: "X",
          DBB: "09091991",
          DBC: "2",
          DAG: "1970 W BROAD ST",
          DAI: "COLUMBUS",
          DAJ: "OH",
          DAK: "432231102  ",
          DAQ: "RX123456",
          ...whole,
        },
      },
      ["Amy", "Lee", "1991-09-09", "Female", "1970 W Broad St", "Columbus", "OH", "43223-1102"],
      ["X"],
    ],
    [
      "Ohio 2",
      {
        issuer: "636023",
        version: 2,
        elements: {
          DCA: "D",
          DCB: "A",
          DCD: "NONE",
          DBA: "03052010",
          DCS: "BADDER",
          DCT: "DAN,DADE",
          DBD: "03052006",
          DBB: "03051970",
          DBC: "1",
          DAY: "HAZ",
          DAU: "072 IN",
          DAG: "77 HIGH ST",
          DAI: "DAYTON",
          DAJ: "OH",
          DAK: "454020000  ",
          DAQ: "RT654321",
          DCF: "1",
          DCG: "USA",
          DCH: "NONE",
        },
      },
      ["Dan", "Badder", "1970-03-05", "Male", "77 High St", "Dayton", "OH", "45402"],
      ["Dade"],
    ],
    [
      "Pennsylvania 8",
      {
        issuer: "636025",
        version: 8,
        elements: {
          ...none,
          ...later,
          DCS: "MUÑOZ",
          DAC: "JOSÉ",
          DAD: "",
          DBB: "12251988",
          DBC: "1",
          DAG: "123 N 4TH ST",
          DAI: "PHILADELPHIA",
          DAJ: "PA",
          DAK: "191060000  ",
          DAQ: "99999999",
          ...whole,
        },
      },
      ["José", "Muñoz", "1988-12-25", "Male", "123 N 4th St", "Philadelphia", "PA", "19106"],
    ],
    [
      "Pennsylvania 10",
      {
        issuer: "636025",
        version: 10,
        elements: {
          ...none,
          ...later,
          DCS: "KIM",
          DAC: "MIN",
          DAD: "JI",
          DBB: "06152001",
          DBC: "9",
          DAG: "5 ELM ST",
          DAI: "ERIE",
          DAJ: "PA",
          DAK: "165010000  ",
          DAQ: "30000001",
          ...whole,
          DDA: "F",
          DDB: "01012020",
          DDL: "1",
        },
      },
      ["Min", "Kim", "2001-06-15", "", "5 Elm St", "Erie", "PA", "16501"],
      ["Ji"],
    ],
    [
      "Washington 9",
      {
        issuer: "636045",
        version: 9,
        elements: {
          DCS: "OLSEN",
          DAC: "KARI",
          DAD: "",
          DCU: "III",
          ...none,
          ...later,
          DBB: "10101980",
          DBC: "2",
          DAG: "1500 E UNION ST",
          DAI: "SEATTLE",
          DAJ: "WA",
          DAK: "981220000  ",
          DAQ: "WDL12345678B",
          ...whole,
        },
      },
      ["Kari", "Olsen", "1980-10-10", "Female", "1500 E Union St", "Seattle", "WA", "98122"],
      ["III"],
    ],
    [
      "Washington 4",
      {
        issuer: "636045",
        version: 4,
        elements: {
          ...none,
          ...later,
          DCS: "DDENDAC",
          DAC: "DBA",
          DAD: "DCS",
          DBB: "01011990",
          DBC: "1",
          DAG: "1 A ST",
          DAI: "DADEVILLE",
          DAJ: "WA",
          DAK: "981220000  ",
          DAQ: "1",
          ...whole,
        },
      },
      ["Dba", "Ddendac", "1990-01-01", "Male", "1 A St", "Dadeville", "WA", "98122"],
      ["Dcs"],
    ],
    [
      "Georgia 10",
      {
        issuer: "636055",
        version: 10,
        elements: {
          ...none,
          ...later,
          DAQ: "051234567",
          DCS: "WASHINGTON",
          DAC: "TANISHA",
          DAD: "RENEE",
          DBB: "04171993",
          DBC: "2",
          DAG: "4000 PEACHTREE RD NE",
          DAH: "UNIT 12",
          DAI: "ATLANTA",
          DAJ: "GA",
          DAK: "303190000  ",
          ...whole,
          DDK: "1",
        },
        own: ["ZG", { ZGA: "N", ZGD: "FULTON" }],
      },
      [
        "Tanisha",
        "Washington",
        "1993-04-17",
        "Female",
        "4000 Peachtree Rd NE, Unit 12",
        "Atlanta",
        "GA",
        "30319",
      ],
      ["Renee"],
    ],
    [
      "Georgia 3",
      {
        issuer: "636055",
        version: 3,
        elements: {
          ...none,
          ...later,
          DCS: "O'NEAL",
          DCT: "WADE",
          DBB: "11081947",
          DBC: "1",
          DAG: "77 RIVER ST",
          DAI: "SAVANNAH",
          DAJ: "GA",
          DAK: "314010000  ",
          DAQ: "000000017",
        },
      },
      ["Wade", "O'Neal", "1947-11-08", "Male", "77 River St", "Savannah", "GA", "31401"],
    ],
    [
      "Ontario 8",
      {
        issuer: "636012",
        version: 8,
        elements: {
          ...none,
          ...later,
          DCG: "CAN",
          DCS: "TREMBLAY",
          DAC: "ZOE",
          DAD: "",
          DBB: "19920817",
          DBC: "2",
          DAG: "35 RUE ELGIN",
          DAI: "OTTAWA",
          DAJ: "ON",
          DAK: "K1A0B6     ",
          DAQ: "T12345678901234",
          ...whole,
        },
      },
      ["Zoe", "Tremblay", "1992-08-17", "Female", "35 Rue Elgin", "Ottawa", "ON", "K1A 0B6"],
    ],
    [
      "Ontario 1",
      {
        issuer: "636012",
        version: 1,
        name: "AAMVA",
        elements: {
          DAA: "ROY,MARC,A",
          DAG: "8 KING ST W",
          DAI: "TORONTO",
          DAJ: "ON",
          DAK: "M5H 1A1",
          DAQ: "R1",
          DBA: "20091231",
          DBB: "19701201",
          DBC: "M",
          DBD: "20041231",
        },
      },
      ["Marc", "Roy", "1970-12-01", "Male", "8 King St W", "Toronto", "ON", "M5H 1A1"],
      ["A"],
    ],
  ] satisfies readonly Row[]
).map(of);

/** What scanners that type make of the line ends, record separators included. */
export const scannerHabits: Readonly<Record<string, (text: string) => string>> = {
  "as they are": (text) => text,
  "LF as Enter": (text) => text.replace(/\n/g, "\r"),
  "CR and LF": (text) => text.replace(/\r?\n|\r/g, "\r\n"),
  "without record separators": (text) => text.replaceAll("\u001E", ""),
  "with a field separator": (text) => text.replaceAll("\u001E", "\u001C"),
  "LF alone": (text) => text.replaceAll("\u001E", "").replaceAll("\r", ""),
  "none at all": (text) => text.replace(/\p{Cc}/gu, ""),
  "with Caps Lock on": (text) => text.toLowerCase(),
};
