import { describe, expect, it } from "vitest";
import { emptyPatientForm } from "../../../../contract/records/forms.ts";
import { readIntake } from "../../../../domain/intake/read.ts";
import { readPatientForm } from "../../../../domain/patient/patient-form.ts";

/** A third sixty, written after the kinds behind the first two were mended. */

const context = { today: "2026-11-27", dateOrder: "month-first" } as const;

type Case = {
  readonly kind: string;
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
  readonly shown?: readonly string[];
  readonly odd?: readonly string[];
};

const pid = (fields: Readonly<Record<number, string>>, head = "MSH|^~\\&|LAB||FD"): string =>
  `${head}\r${["PID", ...Array.from({ length: 20 }, (_, at) => fields[at + 1] ?? "")].join("|")}\rPV1|1|O`;
const vcf = (...lines: readonly string[]): string => ["BEGIN:VCARD", ...lines, "END:VCARD"].join("\n");
const fhir = (more: object): string => JSON.stringify({ resourceType: "Patient", ...more }, null, 2);
const dl = (version: string, ...lines: readonly string[]): string =>
  `@\n\u001E\rANSI 636035${version}0001DL00310200DL${lines.join("\n")}\r`;

const third: readonly Case[] = [
  // Somebody else's section.
  {
    kind: "parents of a child",
    text: "Child's name: Otto Lindt\nChild's DOB: 6/7/2018\nParent 1: Hans Lindt\nParent 1 phone: 312-555-0101\nParent 2: Ida Lindt\nPhone: 312-555-0102",
    values: { firstName: "Otto", lastName: "Lindt", dob: "2018-06-07" },
    shown: ["312-555-0102"],
  },
  {
    kind: "heading in capitals with a colon and an answer below",
    text: "NAME: DORA KENT\nDOB: 08/19/1971\nINSURANCE:\nCIGNA\nGROUP #: 88\nPHONE: 800-555-0103",
    values: { firstName: "Dora", lastName: "Kent", dob: "1971-08-19" },
    shown: ["800-555-0103"],
  },
  {
    kind: "spouse in brackets",
    text: "Name: Finn Abel\nPhone (spouse): 312-555-0104\nPhone (self): 312-555-0105",
    values: { firstName: "Finn", lastName: "Abel", phone: "(312) 555-0105" },
    shown: ["312-555-0104"],
  },
  {
    kind: "referral letter",
    text: "Dear Dr. Wolf,\n\nI am referring Gwen Ives (DOB 11/2/1958) to you.\n\nSincerely,\nDr. Mark Dent\n312-555-0106",
    values: { dob: "1958-11-02" },
    shown: ["I am referring Gwen Ives"],
  },
  {
    kind: "contact person's email",
    text: "Patient: Hugo Barr\nContact person: Iris Barr\nE-mail: iris@example.com\n\nPatient e-mail: hugo@example.com",
    values: { firstName: "Hugo", lastName: "Barr", email: "hugo@example.com" },
    shown: ["iris@example.com"],
  },
  {
    kind: "guardian's address then the patient's",
    text: "Guardian information\nKurt Dahl\n1 Main St\nTulsa, OK 74103\n\nPatient information\nName: Lars Dahl\nAddress: 2 Side St, Tulsa, OK 74104",
    values: {
      firstName: "Lars",
      lastName: "Dahl",
      address: "2 Side St",
      city: "Tulsa",
      state: "OK",
      zip: "74104",
    },
    shown: ["1 Main St", "Tulsa, OK 74103"],
  },
  {
    kind: "insured's sex and date in one line",
    text: "Insured: Nell Cory Sex: F DOB: 1/1/1955\nPatient: Owen Cory Sex: M DOB: 2/2/1985",
    values: { firstName: "Owen", lastName: "Cory", gender: "Male", dob: "1985-02-02" },
  },
  {
    kind: "tutor in Spanish",
    text: "Paciente: Rosa Vela\nFecha de nacimiento: 10/12/2014\nTutor: Juan Vela\nTeléfono: 956-555-0107",
    values: { firstName: "Rosa", lastName: "Vela", dob: "2014-10-12" },
    shown: ["956-555-0107"],
  },
  {
    kind: "emergency contact before all else",
    text: "Emergency Contact\nPia Moss 312-555-0108\n\nName: Quin Moss\nCell: 312-555-0109",
    values: { firstName: "Quin", lastName: "Moss", phone: "(312) 555-0109" },
    shown: ["312-555-0108"],
  },
  {
    kind: "relationship behind",
    text: "Name: Rhea Stone\nIn case of emergency contact: Saul Stone\nRelationship: husband\nPhone: 312-555-0110",
    values: { firstName: "Rhea", lastName: "Stone" },
    shown: ["312-555-0110"],
  },
  // Words and numbers.
  {
    kind: "tabs between label and value pairs in a row",
    text: "Name:\tTess Ovid\tMRN:\t55-1234\tDOB:\t03/30/1967",
    values: { firstName: "Tess", lastName: "Ovid", dob: "1967-03-30" },
    shown: ["55-1234"],
  },
  {
    kind: "bars between",
    text: "Ulf Berg | M | 05/06/1978 | ID 44321 | 312-555-0111",
    values: {
      firstName: "Ulf",
      lastName: "Berg",
      gender: "Male",
      dob: "1978-05-06",
      phone: "(312) 555-0111",
    },
    shown: ["44321"],
  },
  {
    kind: "title and credentials",
    text: "Name: Mrs. Vera Quill, RN\nDOB: 12-25-1959",
    values: { firstName: "Vera", lastName: "Quill", dob: "1959-12-25" },
  },
  {
    kind: "a name with a nickname",
    text: 'Patient: William "Bill" Yost\nSex: M',
    values: { firstName: "William Bill", lastName: "Yost", gender: "Male" },
  },
  {
    kind: "an ampersand in an address",
    text: "Name: Walt Pine\nAddress: Oak & 5th, Reno, NV 89501",
    values: {
      firstName: "Walt",
      lastName: "Pine",
      address: "Oak & 5th",
      city: "Reno",
      state: "NV",
      zip: "89501",
    },
  },
  {
    kind: "a name of three capitals",
    text: "LAST NAME: MC COY\nFIRST NAME: ABE\nMIDDLE: J\nBIRTH DATE: 19490302",
    values: { firstName: "ABE", lastName: "MC COY", dob: "1949-03-02" },
    shown: ["J"],
  },
  {
    kind: "a diagnosis in a line",
    text: "Zora Finch, DOB 9/1/1990, Dx: M54.5",
    values: { firstName: "Zora", lastName: "Finch", dob: "1990-09-01" },
    shown: ["M54.5"],
  },
  {
    kind: "a policy's number and a group's",
    text: "Name: Ada Birk\nPolicy #: XJ12345678\nGroup: 0012\nPhone: 312-555-0112",
    values: { firstName: "Ada", lastName: "Birk", phone: "(312) 555-0112" },
    shown: ["XJ12345678"],
  },
  {
    kind: "visit and birth dates in a line, of which nobody says whose is whose",
    text: "Visit 11/02/2025 Ben Cade DOB 02/11/1975",
    values: {},
  },
  {
    kind: "two people with surnames",
    text: "Clients: Jo Day and Al Day\nEmail: day@example.com",
    values: { email: "day@example.com" },
    shown: ["Jo Day and Al Day"],
  },
  {
    kind: "Dutch particle",
    text: "Name: Karel van der Meer\nDOB: 4 Feb 1988",
    values: { firstName: "Karel", lastName: "van der Meer", dob: "1988-02-04" },
  },
  // Dates and ages.
  {
    kind: "age first",
    text: "Cleo Dorn\nAge: 58\nBirth date: 2/29/1968",
    values: { firstName: "Cleo", lastName: "Dorn", dob: "1968-02-29" },
    shown: ["58"],
  },
  {
    kind: "aged",
    text: "Name: Dirk Eng\nDOB: 2/29/1968 - aged 58",
    values: { firstName: "Dirk", lastName: "Eng", dob: "1968-02-29" },
    shown: ["58"],
  },
  {
    kind: "a date that does not exist",
    text: "Name: Elsa Furr\nDOB: 2/30/1968 (58)",
    values: { firstName: "Elsa", lastName: "Furr" },
    shown: ["2/30/1968"],
  },
  {
    kind: "months old",
    text: "Fay Gann\n8 months old female\n312-555-0113",
    values: { firstName: "Fay", lastName: "Gann", gender: "Female", phone: "(312) 555-0113" },
    shown: ["8 months old female"],
  },
  {
    kind: "midnight in the afternoon's clock",
    text: "Name: Gil Hobb\nDOB: 10/31/1960 12:00 AM",
    values: { firstName: "Gil", lastName: "Hobb", dob: "1960-10-31" },
  },
  {
    kind: "Spanish date with a weekday and an age",
    text: "Nombre: Inés Jara\nNacida el: 3 de mayo de 1977 (49 años)",
    values: { firstName: "Inés", lastName: "Jara", dob: "1977-05-03" },
  },
  // Addresses, email.
  {
    kind: "a unit before the city",
    text: "Ian Kerr\n55 W Lake St, Unit 9\nOak Park, IL 60301-1010",
    values: {
      firstName: "Ian",
      lastName: "Kerr",
      address: "55 W Lake St, Unit 9",
      city: "Oak Park",
      state: "IL",
      zip: "60301-1010",
    },
  },
  {
    kind: "all in one line with bars",
    text: "Jan Lowe | 8 Elm Dr | Peoria IL 61602 | jan@example.com",
    values: {
      firstName: "Jan",
      lastName: "Lowe",
      address: "8 Elm Dr",
      city: "Peoria",
      state: "IL",
      zip: "61602",
      email: "jan@example.com",
    },
  },
  {
    kind: "rural box with letters",
    text: "Name: Kay Mott\nAddress: Rural Route 1 Box 14A\nCity: Minco\nState: Oklahoma\nZip: 73059",
    values: {
      firstName: "Kay",
      lastName: "Mott",
      address: "Rural Route 1 Box 14A",
      city: "Minco",
      state: "OK",
      zip: "73059",
    },
  },
  {
    kind: "army post in two lines",
    text: "Lon Nash\nCMR 450 Box 77\nAPO, AE 09705",
    values: {
      firstName: "Lon",
      lastName: "Nash",
      address: "CMR 450 Box 77",
      city: "APO",
      state: "AE",
      zip: "09705",
    },
  },
  {
    kind: "Washington",
    text: "Name: Mae Olin\nAddress: 1600 K St NW Washington DC 20006",
    values: {
      firstName: "Mae",
      lastName: "Olin",
      address: "1600 K St NW",
      city: "Washington",
      state: "DC",
      zip: "20006",
    },
  },
  {
    kind: "Ontario in one line",
    text: "Ned Page, 12 Bay St, Toronto ON M5H 2N2",
    values: {
      firstName: "Ned",
      lastName: "Page",
      address: "12 Bay St",
      city: "Toronto",
      state: "ON",
      zip: "M5H 2N2",
    },
  },
  {
    kind: "a mailto link",
    text: "Oona Quist\nmailto:oona@example.com?subject=Visit\n312-555-0114",
    values: { firstName: "Oona", lastName: "Quist", email: "oona@example.com", phone: "(312) 555-0114" },
  },
  {
    kind: "phones of two kinds",
    text: "Name: Paul Rees\nPhone: H: 312-555-0115 C: 312-555-0116",
    values: { firstName: "Paul", lastName: "Rees", phone: "(312) 555-0115" },
    shown: ["312-555-0116"],
  },
  // Licenses.
  {
    kind: "version 4, a suffix and CR LF",
    text: dl(
      "04",
      "DCSRUST",
      "DACQUINN",
      "DADS",
      "DCUSR",
      "DBB12011950",
      "DBC1",
      "DAG1 A ST",
      "DAIALMA",
      "DAJMI",
      "DAK488010000",
      "DAQ1",
    ).replaceAll("\n", "\r\n"),
    values: {
      firstName: "Quinn",
      lastName: "Rust",
      dob: "1950-12-01",
      gender: "Male",
      address: "1 A St",
      city: "Alma",
      state: "MI",
      zip: "48801",
    },
  },
  {
    kind: "slashes in the date",
    text: dl(
      "06",
      "DCSSAGE",
      "DACRON",
      "DBB07/08/1991",
      "DBC1",
      "DAG1 A ST",
      "DAIALMA",
      "DAJMI",
      "DAK48801",
      "DAQ1",
    ),
    values: {
      firstName: "Ron",
      lastName: "Sage",
      dob: "1991-07-08",
      gender: "Male",
      address: "1 A St",
      city: "Alma",
      state: "MI",
      zip: "48801",
    },
  },
  {
    kind: "residence elements of version 1",
    text: "@\n\u001E\rANSI 6360350101DL00290100DLDABTODD\nDACSUE\nDADANN\nDAL9 B ST\nDANALTON\nDAOIL\nDAP620020000\nDBB19720401\nDBC2\nDAQ1\r",
    values: {
      firstName: "Sue",
      lastName: "Todd",
      dob: "1972-04-01",
      gender: "Female",
      address: "9 B St",
      city: "Alton",
      state: "IL",
      zip: "62002",
    },
  },
  {
    kind: "no line ends",
    text: "@ANSI 636035090001DL00310200DLDAQT1DCSURSODACTOMDADNONEDBB04041964DBC1DAG77 LAKE STDAIELGINDAJILDAK601200000  DCGUSADDENDDFNDDGN",
    values: {
      firstName: "Tom",
      lastName: "Urso",
      dob: "1964-04-04",
      gender: "Male",
      address: "77 Lake St",
      city: "Elgin",
      state: "IL",
      zip: "60120",
    },
    odd: ["joined"],
  },
  {
    kind: "the state's subfile first",
    text: "@\n\u001E\rANSI 636015080202ZT00410010DL00510200ZTZTAA\rDLDCSVANCE\nDACUMA\nDBB09091989\nDBC2\nDAG3 C ST\nDAIWACO\nDAJTX\nDAK767010000\nDAQ1\r",
    values: {
      firstName: "Uma",
      lastName: "Vance",
      dob: "1989-09-09",
      gender: "Female",
      address: "3 C St",
      city: "Waco",
      state: "TX",
      zip: "76701",
    },
  },
  {
    kind: "a hyphen, an apostrophe and Mc",
    text: dl(
      "08",
      "DCSMCADAMS-O'NEIL",
      "DACVAL",
      "DBB01011980",
      "DBC2",
      "DAG4 D ST",
      "DAIPORT ST LUCIE",
      "DAJFL",
      "DAK349520000",
      "DAQ1",
    ),
    values: {
      firstName: "Val",
      lastName: "McAdams-O'Neil",
      dob: "1980-01-01",
      gender: "Female",
      address: "4 D St",
      city: "Port St Lucie",
      state: "FL",
      zip: "34952",
    },
  },
  {
    kind: "the same card twice",
    text: dl("09", "DCSWEBB", "DACABE", "DBB01011980", "DAG5 E ST", "DAQ1").repeat(2),
    values: { firstName: "Abe", lastName: "Webb", dob: "1980-01-01", address: "5 E St" },
  },
  // HL7.
  {
    kind: "subcomponents and an escaped component sign",
    text: pid({ 5: "XU\\S\\LI^BAO", 11: "5 OAK\\T\\ELM ST&OAK&5^FL 2^RENO^NV^89501" }),
    values: {
      firstName: "BAO",
      lastName: "XU^LI",
      address: "5 OAK&ELM ST, FL 2",
      city: "RENO",
      state: "NV",
      zip: "89501",
    },
  },
  {
    kind: "hex letters",
    text: pid({ 5: "YA\\XC3B1\\EZ^CRUZ" }),
    values: { firstName: "CRUZ", lastName: "YAñEZ" },
  },
  {
    kind: "line break in a street",
    text: pid({ 5: "ZINK^DEE", 11: "1 F ST\\.br\\APT 2^^RENO^NV" }),
    values: { firstName: "DEE", lastName: "ZINK", address: "1 F ST APT 2", city: "RENO", state: "NV" },
  },
  {
    kind: "nulls",
    text: pid({ 5: 'ABEL^EVE^""', 7: '""', 11: '""', 13: '""' }),
    values: { firstName: "EVE", lastName: "ABEL" },
  },
  {
    kind: "number by parts with a country",
    text: pid({ 5: "BOND^FAY", 13: "^PRN^CP^^44^20^79460000" }),
    values: { firstName: "FAY", lastName: "BOND", phone: "+44 20 79460000" },
  },
  // FHIR.
  {
    kind: "prefix, suffix and two given names",
    text: fhir({
      name: [{ use: "usual", prefix: ["Dr."], given: ["Gia", "Lou"], family: "Cobb", suffix: ["MD"] }],
      gender: "other",
    }),
    values: { firstName: "Gia", lastName: "Cobb" },
  },
  {
    kind: "billing and postal addresses",
    text: fhir({
      name: [{ text: "Hal Dix" }],
      address: [
        { use: "billing", line: ["PO Box 1"], city: "Ada" },
        { type: "postal", line: ["PO Box 2"], city: "Ada" },
        { use: "home", type: "physical", line: ["3 G St"], city: "Ada", state: "OK", postalCode: "74820" },
      ],
    }),
    values: { firstName: "Hal", lastName: "Dix", address: "3 G St", city: "Ada", state: "OK", zip: "74820" },
    shown: ["PO Box 1", "PO Box 2"],
  },
  {
    kind: "search result",
    text: JSON.stringify({
      resourceType: "Bundle",
      type: "searchset",
      total: 1,
      entry: [
        {
          fullUrl: "https://x.example/Patient/9",
          resource: {
            resourceType: "Patient",
            id: "9",
            name: [{ family: "Eads", given: ["Ike"] }],
            telecom: [{ system: "email", value: "mailto:ike@example.com" }],
          },
          search: { mode: "match" },
        },
      ],
    }),
    values: { firstName: "Ike", lastName: "Eads", email: "ike@example.com" },
  },
  {
    kind: "a coverage with its subscriber",
    text: JSON.stringify({
      resourceType: "Bundle",
      entry: [
        { fullUrl: "urn:uuid:1", resource: { resourceType: "Patient", name: [{ text: "Jim Fry" }] } },
        { fullUrl: "urn:uuid:2", resource: { resourceType: "Patient", name: [{ text: "Kim Fry" }] } },
        {
          resource: {
            resourceType: "Coverage",
            subscriber: { reference: "urn:uuid:1" },
            beneficiary: { reference: "urn:uuid:2" },
          },
        },
      ],
    }),
    values: { firstName: "Kim", lastName: "Fry" },
    shown: ["Jim Fry"],
  },
  {
    kind: "identifiers of several systems",
    text: fhir({
      identifier: [
        { system: "urn:mrn", value: "11" },
        { system: "urn:ssn", value: "22" },
      ],
      name: [{ family: "Gale", given: ["Liz"] }],
    }),
    values: { firstName: "Liz", lastName: "Gale" },
    shown: ["urn:mrn 11", "urn:ssn 22"],
  },
  // vCard.
  {
    kind: "a card of Outlook",
    text: vcf(
      "VERSION:2.1",
      "N;LANGUAGE=en-us:Hall;Mia",
      "FN:Mia Hall",
      "TEL;WORK;VOICE:(312) 555-0117",
      "TEL;CELL;VOICE:(312) 555-0118",
      "ADR;HOME;PREF:;;6 H St;Peru;IL;61354;United States of America",
      "LABEL;HOME;PREF;ENCODING=QUOTED-PRINTABLE:6 H St=0D=0A=",
      "Peru, IL 61354",
      "EMAIL;PREF;INTERNET:mia@example.com",
    ),
    values: {
      firstName: "Mia",
      lastName: "Hall",
      phone: "(312) 555-0118",
      address: "6 H St",
      city: "Peru",
      state: "IL",
      zip: "61354",
      email: "mia@example.com",
    },
    shown: ["(312) 555-0117"],
  },
  {
    kind: "escaped signs",
    text: vcf("VERSION:3.0", "N:Ives\\, Jr.;Ned;;;", "ADR;TYPE=home:;;7 I St\\; Rear;Peru;IL;61354;"),
    values: {
      firstName: "Ned",
      lastName: "Ives, Jr.",
      address: "7 I St; Rear",
      city: "Peru",
      state: "IL",
      zip: "61354",
    },
  },
  {
    kind: "grouped with preferences",
    text: vcf(
      "VERSION:4.0",
      "FN:Ola Jay",
      "a.TEL;PREF=3:3125550119",
      "b.TEL;PREF=2:3125550120",
      "b.X-ABLabel:Wife",
      "c.TEL;PREF=9:3125550121",
    ),
    values: { firstName: "Ola", lastName: "Jay", phone: "(312) 555-0119" },
    shown: ["3125550120", "3125550121"],
  },
  {
    kind: "latin letters",
    text: vcf(
      "VERSION:2.1",
      "N;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Pe=F1a;Ren=E9e",
      "BDAY:19590201",
    ),
    values: { firstName: "Renée", lastName: "Peña", dob: "1959-02-01" },
  },
  {
    kind: "an anniversary is no birthday",
    text: vcf("VERSION:4.0", "FN:Pat Kerr", "ANNIVERSARY:19900601", "DEATHDATE:20200101"),
    values: { firstName: "Pat", lastName: "Kerr" },
    shown: ["19900601"],
  },
  {
    kind: "a phone behind an email's label",
    text: "Rex Ott\nEmail: rex@example.com / 312-555-0123",
    values: { firstName: "Rex", lastName: "Ott", email: "rex@example.com" },
    shown: ["312-555-0123"],
  },
  {
    kind: "a ZIP code's state",
    text: "Sy Poe\n9 J St\nBoise\nID 83702",
    values: { firstName: "Sy", lastName: "Poe", address: "9 J St", city: "Boise", state: "ID", zip: "83702" },
  },
  // Rows.
  {
    kind: "heads with others' columns",
    text: "Patient First Name,Patient Last Name,Guarantor Name,Guarantor Phone,DOB,Zip\nRay,Long,Sue Long,312-555-0122,4/4/2011,61602",
    values: { dob: "2011-04-04", zip: "61602" },
    shown: ["312-555-0122"],
  },
];

const read = (text: string) => {
  const found = readIntake(text, context);
  return found.kind === "read" ? found.intake : null;
};
/** What the form then sends of it. */
function sent(text: string): Readonly<Record<string, unknown>> {
  const { values } = readPatientForm({ ...emptyPatientForm, ...read(text)?.values }, context);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

describe("each of a third sixty reads right", () => {
  it("are sixty", () => expect(third).toHaveLength(60));

  it.each(third)("$kind", ({ text, values, shown = [], odd = [] }) => {
    expect(sent(text)).toEqual(values);
    const rest = (read(text)?.rest ?? []).join("\n");
    for (const part of shown) expect(rest).toContain(part);
    expect(read(text)?.odd ?? []).toEqual(odd);
  });
});
