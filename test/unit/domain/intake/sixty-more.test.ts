import { describe, expect, it } from "vitest";
import { emptyPatientForm } from "../../../../contract/records/forms.ts";
import { readIntake } from "../../../../domain/intake/read.ts";
import { readPatientForm } from "../../../../domain/patient/patient-form.ts";

/** Sixty more, of the same kinds and otherwise written, with what is sent and what must be shown. */

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

const more: readonly Case[] = [
  // Somebody else's section.
  {
    kind: "next of kin, a blank line between each",
    text: "Name: Al Gore\n\nNext of Kin\n\nTipper\n\n615-555-0100",
    values: { firstName: "Al", lastName: "Gore" },
    shown: ["615-555-0100"],
  },
  {
    kind: "responsible party in capitals",
    text: "RESPONSIBLE PARTY: SUE POE\nDOB: 01/01/1960\nADDRESS: 9 B ST\n\nPATIENT: TIM POE\nDOB: 02/02/2012",
    values: { firstName: "Tim", lastName: "Poe", dob: "2012-02-02" },
    shown: ["01/01/1960", "9 B ST"],
  },
  {
    kind: "spouse before the patient's phone label",
    text: "Name: Kay Fox\nSpouse's name: Jim Fox\nSpouse's phone: 217-555-0101\nHome phone: 217-555-0102",
    values: { firstName: "Kay", lastName: "Fox", phone: "(217) 555-0102" },
    shown: ["217-555-0101"],
  },
  {
    kind: "insured's birth date",
    text: "Patient name: Lou Reed\nInsured's DOB: 3/2/1942\nBirthdate: 4/1/1970",
    values: { firstName: "Lou", lastName: "Reed", dob: "1970-04-01" },
    shown: ["3/2/1942"],
  },
  {
    kind: "primary care physician's number",
    text: "Ana Cruz\nDOB: 5/5/1955\nPrimary care physician: Dr. Kim, 217-555-0111\nPhone: 217-555-0122",
    values: { firstName: "Ana", lastName: "Cruz", dob: "1955-05-05", phone: "(217) 555-0122" },
    shown: ["217-555-0111"],
  },
  {
    kind: "heading with a dash",
    text: "Name - Max Ray\nPhone - 217-555-0133\nEmergency Contact - Eve Ray\nPhone - 217-555-0144",
    values: { firstName: "Max", lastName: "Ray", phone: "(217) 555-0133" },
    shown: ["217-555-0144"],
  },
  {
    kind: "case manager's email",
    text: "Client: Ned Low\nCase manager: Pat Orr\nEmail: pat@agency.example\nPhone: 217-555-0155",
    values: { firstName: "Ned", lastName: "Low" },
    shown: ["217-555-0155"],
  },
  {
    kind: "madre in one line",
    text: "Paciente: Leo Paz\nMadre: Inés Paz Tel: 956 555 0100\nSexo: masculino",
    values: { firstName: "Leo", lastName: "Paz", gender: "Male" },
    shown: ["956 555 0100"],
  },
  {
    kind: "two emergency contacts",
    text: "First name: Ora\nLast name: Bly\nEmergency contact 1: Jo Bly\nPhone: 217-555-0161\nEmergency contact 2: Mo Bly\nPhone: 217-555-0162",
    values: { firstName: "Ora", lastName: "Bly" },
    shown: ["217-555-0161", "217-555-0162"],
  },
  {
    kind: "clinic's own address at the top",
    text: "Clinic: Elm Health\nAddress: 1 Elm Way, Peoria, IL 61602\n\nName: Roy Tan\nAddress: 2 Fir Ct, Peoria, IL 61604",
    values: {
      firstName: "Roy",
      lastName: "Tan",
      address: "2 Fir Ct",
      city: "Peoria",
      state: "IL",
      zip: "61604",
    },
    shown: ["1 Elm Way"],
  },
  // Words and numbers.
  {
    kind: "medicare number",
    text: "Pam Lee 1/2/1950 Medicare 1EG4-TE5-MK73",
    values: { firstName: "Pam", lastName: "Lee", dob: "1950-01-02" },
    shown: ["1EG4-TE5-MK73"],
  },
  {
    kind: "sex and race and language",
    text: "Name: Gus Ott  Sex: M  Race: White  Language: English  Marital Status: Single",
    values: { firstName: "Gus", lastName: "Ott", gender: "Male" },
    shown: ["White"],
  },
  {
    kind: "height and weight",
    text: "Name: Ira Voss Height: 5'10\" Weight: 180 lbs DOB: 7/7/1977",
    values: { firstName: "Ira", lastName: "Voss", dob: "1977-07-07" },
    shown: ["180 lbs"],
  },
  {
    kind: "DOB / age / sex",
    text: "Name: Mae Lim\nDOB/Age/Sex: 01/09/1980 / 46 / F",
    values: { firstName: "Mae", lastName: "Lim", dob: "1980-01-09", gender: "Female" },
    shown: ["46"],
  },
  {
    kind: "an account's number that is long",
    text: "Rex Hill, account number 2175550199, DOB 2/3/1944",
    values: { firstName: "Rex", lastName: "Hill", dob: "1944-02-03" },
    shown: ["2175550199"],
  },
  {
    kind: "surname, first and middle name with a date",
    text: "Jones, Mary Beth 10/11/1966",
    values: { firstName: "Mary Beth", lastName: "Jones", dob: "1966-10-11" },
  },
  {
    kind: "two people by a slash",
    text: "Name: Bob/Barb Ives\nPhone: 217-555-0171",
    values: { phone: "(217) 555-0171" },
    shown: ["Bob/Barb Ives"],
  },
  {
    kind: "y in a surname",
    text: "Nombre completo: Santiago Ramón y Cajal\nCelular: 956-555-0172",
    values: { firstName: "Santiago", lastName: "Ramón y Cajal", phone: "(956) 555-0172" },
  },
  {
    kind: "surname last in capitals with an initial",
    text: "Patient: JOHN Q PUBLIC\nSex: Male",
    values: { firstName: "John Q", lastName: "Public", gender: "Male" },
  },
  {
    kind: "prose",
    text: "Hello, my name is Jill Kay and I was born on 3/4/1991. Call me at 217-555-0173.",
    values: {},
    shown: [],
  },
  // Dates and ages.
  {
    kind: "age in brackets behind a word",
    text: "Name: Uli Berg\nBorn: March 9, 1951 (age 75)",
    values: { firstName: "Uli", lastName: "Berg", dob: "1951-03-09" },
    shown: ["age 75"],
  },
  {
    kind: "age in Spanish",
    text: "Nombre: Eva Ríos\nFecha de nacimiento: 09/03/1951 (75 años)\nSexo: mujer",
    values: { firstName: "Eva", lastName: "Ríos", dob: "1951-09-03", gender: "Female" },
  },
  {
    kind: "two dates of birth",
    text: "Name: Ty Cobb\nDOB: 1/1/1986 / 1/1/1987",
    values: { firstName: "Ty", lastName: "Cobb" },
    shown: ["1/1/1986"],
  },
  {
    kind: "ISO date with a zone",
    text: "Name: Bea Orr\nDOB: 1986-01-31T00:00:00.000Z",
    values: { firstName: "Bea", lastName: "Orr", dob: "1986-01-31" },
  },
  {
    kind: "a date in the future",
    text: "Name: Cy Pax\nDOB: 12/31/2026",
    values: { firstName: "Cy", lastName: "Pax" },
    shown: ["12/31/2026"],
  },
  {
    kind: "yo without a blank",
    text: "Deb Ash\n51yo F\n217-555-0174",
    values: { firstName: "Deb", lastName: "Ash", gender: "Female", phone: "(217) 555-0174" },
    shown: ["51yo F"],
  },
  // Addresses and email.
  {
    kind: "highway contract",
    text: "Address: HC 74 Box 1103, Sandstone, WV 25985\nName: Fay Orr",
    values: {
      firstName: "Fay",
      lastName: "Orr",
      address: "HC 74 Box 1103",
      city: "Sandstone",
      state: "WV",
      zip: "25985",
    },
  },
  {
    kind: "grid of Utah",
    text: "Gil Roe\n455 N 300 W\nProvo UT 84601",
    values: {
      firstName: "Gil",
      lastName: "Roe",
      address: "455 N 300 W",
      city: "Provo",
      state: "UT",
      zip: "84601",
    },
  },
  {
    kind: "box behind a street",
    text: "Name: Hy Lum\nAddress: 10 Oak Dr\nAddress 2: PO Box 5\nCity, State ZIP: Ely, NV 89301",
    values: {
      firstName: "Hy",
      lastName: "Lum",
      address: "10 Oak Dr, PO Box 5",
      city: "Ely",
      state: "NV",
      zip: "89301",
    },
  },
  {
    kind: "diplomatic post",
    text: "Ina Moe, Unit 8400 Box 12, DPO AE 09498",
    values: {
      firstName: "Ina",
      lastName: "Moe",
      address: "Unit 8400 Box 12",
      city: "DPO",
      state: "AE",
      zip: "09498",
    },
  },
  {
    kind: "two emails",
    text: "Name: Jed Coy\nEmail: jed@example.com; jcoy@work.example",
    values: { firstName: "Jed", lastName: "Coy", email: "jed@example.com" },
    shown: ["jcoy@work.example"],
  },
  {
    kind: "email in angle brackets alone",
    text: "Kit Ray\n<kit.ray@example.com>",
    values: { firstName: "Kit", lastName: "Ray", email: "kit.ray@example.com" },
  },
  {
    kind: "extension and a second number",
    text: "Name: Lex Fay\nTel: (217) 555-0175 ext. 4 / (217) 555-0176",
    values: { firstName: "Lex", lastName: "Fay", phone: "(217) 555-0175 ext. 4" },
    shown: ["(217) 555-0176"],
  },
  // Licenses.
  {
    kind: "version 2, given names with a blank",
    text: dl(
      "02",
      "DCSSTONE",
      "DCTRUBY JEAN",
      "DBB03041970",
      "DBC2",
      "DAG9 OAK AVE #4",
      "DAIST LOUIS",
      "DAJMO",
      "DAK631010000",
      "DAQ7",
    ),
    values: {
      firstName: "Ruby",
      lastName: "Stone",
      dob: "1970-03-04",
      gender: "Female",
      address: "9 Oak Ave #4",
      city: "St Louis",
      state: "MO",
      zip: "63101",
    },
  },
  {
    kind: "version 10 in any order",
    text: dl(
      "10",
      "DAJWA",
      "DAIDES MOINES",
      "DAK98198-0000",
      "DAQWDL1",
      "DDEN",
      "DACBEN",
      "DCSLA ROSA",
      "DADTOM",
      "DBC1",
      "DBB11121988",
      "DAG2100 S 216TH ST",
    ),
    values: {
      firstName: "Ben",
      lastName: "La Rosa",
      dob: "1988-11-12",
      gender: "Male",
      address: "2100 S 216th St",
      city: "Des Moines",
      state: "WA",
      zip: "98198",
    },
  },
  {
    kind: "Quebec, version 1",
    text: "@\n\u001E\rAAMVA6044280101DL00290100DLDAAGAGNON,LUC,P\nDAG5 RUE ST-JEAN\nDAIQUEBEC\nDAJQC\nDAKG1R1N8\nDBB19550201\nDBCM\nDAQ1\r",
    values: {
      firstName: "Luc",
      lastName: "Gagnon",
      dob: "1955-02-01",
      gender: "Male",
      address: "5 Rue St-Jean",
      city: "Quebec",
      state: "QC",
      zip: "G1R 1N8",
    },
  },
  {
    kind: "semicolons behind values",
    text: dl(
      "09",
      "DCSMOON;",
      "DACSUE;",
      "DBB01022003;",
      "DBC2",
      "DAG1 A ST;",
      "DAIELGIN;",
      "DAJIL",
      "DAK60120",
      "DAQ1",
    ),
    values: {
      firstName: "Sue",
      lastName: "Moon",
      dob: "2003-01-02",
      gender: "Female",
      address: "1 A St",
      city: "Elgin",
      state: "IL",
      zip: "60120",
    },
  },
  {
    kind: "cut in the middle",
    text: dl("09", "DCSMOON", "DACSUE", "DBB01022003", "DAG1 A ST").slice(0, -7),
    values: { firstName: "Sue", lastName: "Moon", dob: "2003-01-02" },
    odd: ["part"],
  },
  {
    kind: "Caps Lock on",
    text: dl(
      "08",
      "DCSO'DEA",
      "DACPAT",
      "DBB02031944",
      "DBC1",
      "DAGPO BOX 9",
      "DAIALTON",
      "DAJIL",
      "DAK62002",
      "DAQ1",
    ).toLowerCase(),
    values: {
      firstName: "Pat",
      lastName: "O'Dea",
      dob: "1944-02-03",
      gender: "Male",
      address: "PO Box 9",
      city: "Alton",
      state: "IL",
      zip: "62002",
    },
  },
  {
    kind: "whole name, first name first",
    text: dl("01", "DAAANN B COLE", "DBB19900101", "DBCF", "DAG1 A ST", "DAIALTON", "DAJIL", "DAK62002"),
    values: {
      firstName: "Ann",
      lastName: "Cole",
      dob: "1990-01-01",
      gender: "Female",
      address: "1 A St",
      city: "Alton",
      state: "IL",
      zip: "62002",
    },
    odd: ["names"],
  },
  // HL7.
  {
    kind: "other signs",
    text: pid({}, "MSH@*!/#@LAB").replace(
      /PID.*/,
      "PID@1@@7***X@@MOE*ZED@@19800101@M@@@1 OAK/T/ELM*#*ROME*NY*13440",
    ),
    values: {
      firstName: "ZED",
      lastName: "MOE",
      dob: "1980-01-01",
      gender: "Male",
      address: "1 OAK#ELM",
      city: "ROME",
      state: "NY",
      zip: "13440",
    },
  },
  {
    kind: "surname of parts",
    text: pid({ 5: "VAN DYKE&VAN&DYKE^ART^^III^DR", 8: "M^Male^HL70001" }),
    values: { firstName: "ART", lastName: "VAN DYKE", gender: "Male" },
  },
  {
    kind: "alias and emergency number",
    text: pid({ 5: "KNOX^BUD^^^^^A~KNOX^BERT^^^^^L", 13: "217-555-0181^EMR^PH~217-555-0182^ORN^CP" }),
    values: { firstName: "BERT", lastName: "KNOX", phone: "(217) 555-0182" },
    shown: ["KNOX, BUD", "217-555-0181"],
  },
  {
    kind: "street by its parts",
    text: pid({ 5: "POE^AL", 11: "&HILL RD&77^^ELY^MN^55731^^M~1 JOB ST^^ELY^MN^55731^^O" }),
    values: {
      firstName: "AL",
      lastName: "POE",
      address: "77 HILL RD",
      city: "ELY",
      state: "MN",
      zip: "55731",
    },
    shown: ["1 JOB ST"],
  },
  {
    kind: "stray backslash",
    text: pid({ 5: "D\\ANGELO^TINA", 11: "3 A\\B ST^^ELY^MN" }),
    values: { firstName: "TINA", lastName: "D\\ANGELO", address: "3 A\\B ST", city: "ELY", state: "MN" },
  },
  {
    kind: "a month of birth",
    text: pid({ 5: "COX^IDA", 7: "195503" }),
    values: { firstName: "IDA", lastName: "COX" },
    shown: ["195503"],
  },
  // FHIR.
  {
    kind: "a name that is over",
    text: fhir({
      name: [
        { family: "Old", given: ["Pia"], period: { end: "2020" } },
        { family: "New", given: ["Pia"] },
      ],
    }),
    values: { firstName: "Pia", lastName: "New" },
    shown: ["Old"],
  },
  {
    kind: "work address before home",
    text: fhir({
      name: [{ text: "Rue, Sal" }],
      address: [
        { use: "work", text: "1 Job St, Ely, MN 55731" },
        { use: "home", line: ["2 Den St", "Apt 3"], city: "Ely", state: "MN", postalCode: "55731" },
      ],
    }),
    values: {
      firstName: "Sal",
      lastName: "Rue",
      address: "2 Den St, Apt 3",
      city: "Ely",
      state: "MN",
      zip: "55731",
    },
    shown: ["1 Job St"],
  },
  {
    kind: "old phone, tel scheme",
    text: fhir({
      name: [{ text: "Tad Orr" }],
      telecom: [
        { system: "phone", value: "217-555-0183", use: "old" },
        { system: "phone", value: "tel:217-555-0184" },
      ],
    }),
    values: { firstName: "Tad", lastName: "Orr", phone: "(217) 555-0184" },
    shown: ["217-555-0183"],
  },
  {
    kind: "Parameters",
    text: JSON.stringify({
      resourceType: "Parameters",
      parameter: [
        { name: "patient", resource: { resourceType: "Patient", name: [{ family: "Yoo", given: ["Vi"] }] } },
      ],
    }),
    values: { firstName: "Vi", lastName: "Yoo" },
  },
  {
    kind: "a practitioner alone",
    text: JSON.stringify({
      resourceType: "Practitioner",
      name: [{ family: "Doc", given: ["Dan"] }],
      telecom: [{ system: "phone", value: "217-555-0185" }],
    }),
    values: {},
  },
  {
    kind: "contact of a patient",
    text: fhir({
      name: [{ family: "Zim", given: ["Wes"] }],
      contact: [{ name: { text: "Mom Zim" }, telecom: [{ system: "phone", value: "217-555-0186" }] }],
    }),
    values: { firstName: "Wes", lastName: "Zim" },
  },
  // vCard.
  {
    kind: "pref in a list of types",
    text: vcf(
      "VERSION:3.0",
      "N:Abt;Xia",
      'TEL;TYPE="work,voice":2175550187',
      "TEL;TYPE=home,pref:2175550188",
    ),
    values: { firstName: "Xia", lastName: "Abt", phone: "(217) 555-0188" },
    shown: ["2175550187"],
  },
  {
    kind: "soft line breaks",
    text: vcf(
      "VERSION:2.1",
      "ADR;WORK;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:;;10 Caf=C3=A9 =",
      "St;Ely;MN;55731;USA",
      "N:Bay;Yul",
    ),
    values: {
      firstName: "Yul",
      lastName: "Bay",
      address: "10 Café St",
      city: "Ely",
      state: "MN",
      zip: "55731",
    },
  },
  {
    kind: "fax preferred",
    text: vcf("VERSION:4.0", "FN:Zoe Cho", "TEL;TYPE=fax;PREF=1:2175550189", "TEL;PREF=2:2175550190"),
    values: { firstName: "Zoe", lastName: "Cho", phone: "(217) 555-0190" },
    shown: ["2175550189"],
  },
  {
    kind: "day of birth with a time",
    text: vcf("VERSION:3.0", "N:Dow;Abe", "BDAY:1959-08-21T00:00:00"),
    values: { firstName: "Abe", lastName: "Dow", dob: "1959-08-21" },
  },
  {
    kind: "label of an emergency contact",
    text: vcf("VERSION:3.0", "N:Eck;Bo", "item1.TEL:2175550191", "item1.X-ABLabel:Emergency contact"),
    values: { firstName: "Bo", lastName: "Eck" },
    shown: ["2175550191"],
  },
  {
    kind: "family, given and further names",
    text: vcf("VERSION:4.0", "N:García Márquez;Gabriel;José,Concordia;;", "FN:Gabriel García Márquez"),
    values: { firstName: "Gabriel", lastName: "García Márquez" },
  },
  // Rows.
  {
    kind: "a row without heads, with a chart's number",
    text: "88123\tDee\tOak\t1963-02-01\tF\t7 Elm St\tPeoria\tIL\t61602",
    values: {
      firstName: "Dee",
      lastName: "Oak",
      dob: "1963-02-01",
      gender: "Female",
      address: "7 Elm St",
      city: "Peoria",
      state: "IL",
      zip: "61602",
    },
    shown: ["88123"],
  },
  {
    kind: "heads of a letter each are none",
    text: "Last,First,C,T,Date of Birth\nFry,Cal,7,8,1/2/1963",
    values: { firstName: "Cal", lastName: "Fry", dob: "1963-01-02" },
    shown: ["7", "8"],
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

describe("each of sixty more reads right", () => {
  it("are sixty", () => expect(more).toHaveLength(60));

  it.each(more)("$kind", ({ text, values, shown = [], odd = [] }) => {
    expect(sent(text)).toEqual(values);
    const rest = (read(text)?.rest ?? []).join("\n");
    for (const part of shown) expect(rest).toContain(part);
    expect(read(text)?.odd ?? []).toEqual(odd);
  });
});
