import { describe, expect, it } from "vitest";
import { emptyPatientForm } from "../../../../contract/records/forms.ts";
import { readIntake } from "../../../../domain/intake/read.ts";
import { readPatientForm } from "../../../../domain/patient/patient-form.ts";

/** A fourth sixty, written after the kinds behind the first three were mended. */

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

const fourth: readonly Case[] = [
  {
    kind: "guarantor in a row of labels",
    text: "Name: Abby Cole, DOB: 1/2/2013\nGuarantor: Kurt Cole, DOB: 3/4/1981, Phone: 404-555-0101",
    values: { firstName: "Abby", lastName: "Cole", dob: "2013-01-02" },
    shown: ["404-555-0101"],
  },
  {
    kind: "subscriber section, then contact",
    text: "SUBSCRIBER INFO\nName: Dean Ford\nDOB: 5/6/1975\nAddress: 1 Gold St, Macon, GA 31201\n\nPATIENT INFO\nName: Elle Ford\nDOB: 7/8/2009\nPhone: 404-555-0102",
    values: { firstName: "Elle", lastName: "Ford", dob: "2009-07-08", phone: "(404) 555-0102" },
    shown: ["1 Gold St"],
  },
  {
    kind: "doctor's signature under a note",
    text: "Patient: Glen Hart\nDOB: 09/10/1960\n\nDr. Ina Jung\n404-555-0103",
    values: { firstName: "Glen", lastName: "Hart", dob: "1960-09-10" },
    shown: ["404-555-0103"],
  },
  {
    kind: "wife with a dash",
    text: "Karl Lind\nDOB: 11/12/1955\nWife - Mona 404-555-0104\nCell - 404-555-0105",
    values: { firstName: "Karl", lastName: "Lind", dob: "1955-11-12", phone: "(404) 555-0105" },
    shown: ["404-555-0104"],
  },
  {
    kind: "pharmacy below the patient's number",
    text: "Name: Nina Otis\nPhone: 404-555-0106\nPreferred pharmacy: CVS\nPharmacy phone: 404-555-0107",
    values: { firstName: "Nina", lastName: "Otis", phone: "(404) 555-0106" },
    shown: ["404-555-0107"],
  },
  {
    kind: "caregiver, spaced",
    text: "First Name: Olaf\n\nLast Name: Penn\n\nCaregiver\n\nName: Rita Penn\n\nPhone: 404-555-0108",
    values: { firstName: "Olaf", lastName: "Penn" },
    shown: ["404-555-0108"],
  },
  {
    kind: "employer's address",
    text: "Name: Saul Tate\nEmployer: Tate Co\nAddress: 5 Work Rd, Macon, GA 31201\n\nHome address: 6 Home Rd, Macon, GA 31204",
    values: {
      firstName: "Saul",
      lastName: "Tate",
      address: "6 Home Rd",
      city: "Macon",
      state: "GA",
      zip: "31204",
    },
    shown: ["5 Work Rd"],
  },
  {
    kind: "aseguradora",
    text: "Nombre: Tito Vega\nAseguradora: Ambetter\nTeléfono: 800-555-0109\nSexo: hombre",
    values: { firstName: "Tito", lastName: "Vega", gender: "Male" },
    shown: ["800-555-0109"],
  },
  {
    kind: "policy holder's details",
    text: "Policy Holder Name: Uma Wade\nPolicy Holder DOB: 2/2/1970\nPatient Name: Vic Wade\nPatient DOB: 3/3/2001\nPatient Phone: 404-555-0110",
    values: { firstName: "Vic", lastName: "Wade", dob: "2001-03-03", phone: "(404) 555-0110" },
  },
  {
    kind: "son calls",
    text: "Name: Zelda York\nPhone: 404-555-0111 - son Abe",
    values: { firstName: "Zelda", lastName: "York" },
    shown: ["404-555-0111"],
  },
  {
    kind: "account behind a comma",
    text: "Bates, Cora, 4/5/1946, Acct #0099887766",
    values: { firstName: "Cora", lastName: "Bates", dob: "1946-04-05" },
    shown: ["0099887766"],
  },
  {
    kind: "gender by a word behind a name",
    text: "Dora Ebbs (female) 06/07/1983",
    values: { firstName: "Dora", lastName: "Ebbs", dob: "1983-06-07", gender: "Female" },
  },
  {
    kind: "labels with equals signs",
    text: "name=Fred Gray\ndob=1990-08-09\nphone=4045550112",
    values: { firstName: "Fred", lastName: "Gray", dob: "1990-08-09", phone: "(404) 555-0112" },
  },
  {
    kind: "labels with underscores",
    text: "first_name: Hope\nlast_name: Ingle\ndate_of_birth: 1971-10-11\nzip_code: 31201",
    values: { firstName: "Hope", lastName: "Ingle", dob: "1971-10-11", zip: "31201" },
  },
  {
    kind: "race and ethnicity between",
    text: "Name: Ivo Jahn Race: White Ethnicity: Not Hispanic Sex: Male",
    values: { firstName: "Ivo", lastName: "Jahn", gender: "Male" },
    shown: ["Not Hispanic"],
  },
  {
    kind: "reason for a visit",
    text: "Judy Kole\n404-555-0113\nReason for visit: back pain since 5/1/2026",
    values: { firstName: "Judy", lastName: "Kole", phone: "(404) 555-0113" },
    shown: ["back pain since 5/1/2026"],
  },
  {
    kind: "family of two",
    text: "Name: Lou + Mae Nott\nZIP: 31201",
    values: { zip: "31201" },
    shown: ["Lou + Mae Nott"],
  },
  {
    kind: "San as a surname's part",
    text: "Name: Nora San Miguel\nDOB: 12/13/1991",
    values: { firstName: "Nora", lastName: "San Miguel", dob: "1991-12-13" },
  },
  {
    kind: "all capitals, surname first",
    text: "O'TOOLE, PEGGY ANN\n01/14/1949",
    values: { firstName: "Peggy Ann", lastName: "O'Toole", dob: "1949-01-14" },
  },
  {
    kind: "member number behind a slash",
    text: "Name: Quincy Rowe\nMember ID: W/2233-44\nSex: M",
    values: { firstName: "Quincy", lastName: "Rowe", gender: "Male" },
    shown: ["W/2233-44"],
  },
  {
    kind: "age in years and months",
    text: "Name: Rory Sims\nDOB: 2/15/2020 (6 y 9 m)",
    values: { firstName: "Rory", lastName: "Sims", dob: "2020-02-15" },
    shown: ["6 y 9 m"],
  },
  {
    kind: "age and sex before the date",
    text: "Name: Theo Unger\nAge: 31 Sex: M DOB: 16 Mar 1995",
    values: { firstName: "Theo", lastName: "Unger", gender: "Male", dob: "1995-03-16" },
  },
  {
    kind: "time with a date",
    text: "Name: Vada Wynn\nDOB: 03/17/1996 08:15",
    values: { firstName: "Vada", lastName: "Wynn" },
    shown: ["03/17/1996 08:15"],
  },
  {
    kind: "date with dots",
    text: "Name: Xena Yale\nDOB: 04.18.1997",
    values: { firstName: "Xena", lastName: "Yale", dob: "1997-04-18" },
  },
  {
    kind: "born in a sentence part",
    text: "Zane Alba, born May 19, 1998, 404-555-0114",
    values: { firstName: "Zane", lastName: "Alba", dob: "1998-05-19", phone: "(404) 555-0114" },
  },
  {
    kind: "age only",
    text: "Bess Corn, 44, 404-555-0115",
    values: { firstName: "Bess", lastName: "Corn", phone: "(404) 555-0115" },
    shown: ["44"],
  },
  {
    kind: "FPO below",
    text: "Name: Cal Dorn\nAddress: Unit 100100 Box 4120\nFPO AP 96521",
    values: {
      firstName: "Cal",
      lastName: "Dorn",
      address: "Unit 100100 Box 4120",
      city: "FPO",
      state: "AP",
      zip: "96521",
    },
  },
  {
    kind: "PO box without commas",
    text: "Dot Engle\nP.O. Box 77 Ely NV 89301",
    values: {
      firstName: "Dot",
      lastName: "Engle",
      address: "P.O. Box 77",
      city: "Ely",
      state: "NV",
      zip: "89301",
    },
  },
  {
    kind: "suite with a number sign",
    text: "Ed Finn\n200 Peach St #300\nAtlanta GA 30303",
    values: {
      firstName: "Ed",
      lastName: "Finn",
      address: "200 Peach St #300",
      city: "Atlanta",
      state: "GA",
      zip: "30303",
    },
  },
  {
    kind: "minus as a dash",
    text: "Flo Goff\n3 Elm St\nMacon, GA 31201\u22120001",
    values: {
      firstName: "Flo",
      lastName: "Goff",
      address: "3 Elm St",
      city: "Macon",
      state: "GA",
      zip: "31201-0001",
    },
  },
  {
    kind: "email labels of two",
    text: "Name: Gus Hale\nE-mail (home): gus@example.com",
    values: { firstName: "Gus", lastName: "Hale", email: "gus@example.com" },
  },
  {
    kind: "email with a comma behind",
    text: "Hana Ito, hana@example.com, 404-555-0116",
    values: { firstName: "Hana", lastName: "Ito", email: "hana@example.com", phone: "(404) 555-0116" },
  },
  {
    kind: "address with the country",
    text: "Address: 9 King St W, Toronto, ON M5H 1A1, Canada\nName: Ida Jett",
    values: {
      firstName: "Ida",
      lastName: "Jett",
      address: "9 King St W",
      city: "Toronto",
      state: "ON",
      zip: "M5H 1A1",
    },
  },
  {
    kind: "version 7, DAA absent",
    text: dl(
      "07",
      "DAQ1",
      "DAYBLU",
      "DCSKANE",
      "DACLIA",
      "DADNONE",
      "DBB06201985",
      "DBC2",
      "DAG10 LA BREA AVE",
      "DAILOS ANGELES",
      "DAJCA",
      "DAK900360000",
    ),
    values: {
      firstName: "Lia",
      lastName: "Kane",
      dob: "1985-06-20",
      gender: "Female",
      address: "10 La Brea Ave",
      city: "Los Angeles",
      state: "CA",
      zip: "90036",
    },
  },
  {
    kind: "version 3, given names with commas at the end",
    text: dl(
      "03",
      "DCSLUNA",
      "DCTMIA,ROSE,",
      "DBB07211986",
      "DBC2",
      "DAG11 A ST",
      "DAIALMA",
      "DAJMI",
      "DAK488010000",
      "DAQ1",
    ),
    values: {
      firstName: "Mia",
      lastName: "Luna",
      dob: "1986-07-21",
      gender: "Female",
      address: "11 A St",
      city: "Alma",
      state: "MI",
      zip: "48801",
    },
  },
  {
    kind: "version 1, dollar signs",
    text: "@\n\u001E\rAAMVA6360010101DL00290100DLDAAMOSS$NED$O\nDAG12 A ST\nDAITROY\nDAJNY\nDAK121800000\nDBB19870822\nDBCM\nDAQ1\r",
    values: {
      firstName: "Ned",
      lastName: "Moss",
      dob: "1987-08-22",
      gender: "Male",
      address: "12 A St",
      city: "Troy",
      state: "NY",
      zip: "12180",
    },
  },
  {
    kind: "Manitoba",
    text: dl(
      "09",
      "DCSNEUFELD",
      "DACOLE",
      "DBB19880923",
      "DBC1",
      "DAG13 MAIN ST",
      "DAIWINNIPEG",
      "DAJMB",
      "DAKR3C 1A3   ",
      "DCGCAN",
      "DAQ1",
    ),
    values: {
      firstName: "Ole",
      lastName: "Neufeld",
      dob: "1988-09-23",
      gender: "Male",
      address: "13 Main St",
      city: "Winnipeg",
      state: "MB",
      zip: "R3C 1A3",
    },
  },
  {
    kind: "separators written out",
    text: dl(
      "08",
      "DCSORR",
      "DACPAM",
      "DBB10241989",
      "DBC2",
      "DAG14 A ST",
      "DAIALMA",
      "DAJMI",
      "DAK48801",
      "DAQ1",
    )
      .replaceAll("\n", "<LF>")
      .replaceAll("\r", "<CR>"),
    values: {
      firstName: "Pam",
      lastName: "Orr",
      dob: "1989-10-24",
      gender: "Female",
      address: "14 A St",
      city: "Alma",
      state: "MI",
      zip: "48801",
    },
  },
  {
    kind: "surname with a blank",
    text: dl(
      "09",
      "DCSDE LA FUENTE",
      "DACQUIN",
      "DBB11251990",
      "DBC1",
      "DAG15 A ST",
      "DAILA MESA",
      "DAJCA",
      "DAK919410000",
      "DAQ1",
    ),
    values: {
      firstName: "Quin",
      lastName: "De la Fuente",
      dob: "1990-11-25",
      gender: "Male",
      address: "15 A St",
      city: "La Mesa",
      state: "CA",
      zip: "91941",
    },
  },
  {
    kind: "unknown sex",
    text: dl(
      "10",
      "DCSPAGE",
      "DACROX",
      "DBB12261991",
      "DBC9",
      "DAG16 A ST",
      "DAIALMA",
      "DAJMI",
      "DAK48801",
      "DAQ1",
    ),
    values: {
      firstName: "Rox",
      lastName: "Page",
      dob: "1991-12-26",
      address: "16 A St",
      city: "Alma",
      state: "MI",
      zip: "48801",
    },
  },
  {
    kind: "nickname and display name",
    text: pid({ 5: "QUAY^SID^^^^^N~QUAY^SIDNEY^^^^^D", 8: "M" }),
    values: { firstName: "SIDNEY", lastName: "QUAY", gender: "Male" },
    shown: ["QUAY, SID"],
  },
  {
    kind: "work address alone",
    text: pid({ 5: "RAY^TED", 11: "17 JOB RD^^OTIS^IN^46391^^B" }),
    values: {
      firstName: "TED",
      lastName: "RAY",
      address: "17 JOB RD",
      city: "OTIS",
      state: "IN",
      zip: "46391",
    },
  },
  {
    kind: "escaped bar and tilde",
    text: pid({ 5: "SAM^UNA", 11: "18 A\\F\\B\\R\\C^^OTIS^IN" }),
    values: { firstName: "UNA", lastName: "SAM", address: "18 A|B~C", city: "OTIS", state: "IN" },
  },
  {
    kind: "email as a number's text",
    text: pid({ 5: "TROY^VAL", 13: "val@example.com~4045550117^PRN^PH" }),
    values: { firstName: "VAL", lastName: "TROY", email: "val@example.com", phone: "(404) 555-0117" },
  },
  {
    kind: "old account number",
    text: pid({ 3: "300^^^A", 4: "400", 5: "UTZ^WES", 18: "500" }),
    values: { firstName: "WES", lastName: "UTZ" },
    shown: ["300 A", "400", "500"],
  },
  {
    kind: "temporary and old addresses",
    text: fhir({
      name: [{ text: "Yul Zorn" }],
      address: [
        { use: "old", text: "19 A St, Otis, IN 46391" },
        { use: "temp", line: ["20 A St"], city: "Otis" },
      ],
    }),
    values: { firstName: "Yul", lastName: "Zorn", address: "20 A St", city: "Otis" },
    shown: ["19 A St"],
  },
  {
    kind: "a text alone for a name with a comma",
    text: fhir({ name: [{ use: "official", text: "Abt, Zoe" }], gender: "female", birthDate: "1992-01-27" }),
    values: { firstName: "Zoe", lastName: "Abt", dob: "1992-01-27", gender: "Female" },
  },
  {
    kind: "phone that is over",
    text: fhir({
      name: [{ text: "Al Bo" }],
      telecom: [{ system: "phone", value: "404-555-0118", period: { end: "2024-01-01" } }],
    }),
    values: { firstName: "Al", lastName: "Bo" },
    shown: ["404-555-0118"],
  },
  {
    kind: "related person beside",
    text: JSON.stringify({
      resourceType: "Bundle",
      entry: [
        {
          resource: {
            resourceType: "RelatedPerson",
            name: [{ text: "Cy Dee" }],
            telecom: [{ system: "phone", value: "404-555-0119" }],
          },
        },
        { resource: { resourceType: "Patient", name: [{ text: "Di Dee" }] } },
      ],
    }),
    values: { firstName: "Di", lastName: "Dee" },
  },
  {
    kind: "a list of records",
    text: JSON.stringify([
      { resourceType: "Organization", name: "Elm" },
      { resourceType: "Patient", name: [{ family: "Eck", given: ["Flo"] }] },
    ]),
    values: { firstName: "Flo", lastName: "Eck" },
  },
  {
    kind: "type as a list",
    text: vcf(
      "VERSION:3.0",
      "N:Fay;Gil",
      "TEL;TYPE=WORK;TYPE=FAX:4045550120",
      "TEL;TYPE=WORK;TYPE=VOICE:4045550121",
    ),
    values: { firstName: "Gil", lastName: "Fay", phone: "(404) 555-0121" },
    shown: ["4045550120"],
  },
  {
    kind: "folded in the middle of a number",
    text: vcf(
      "VERSION:3.0",
      "N:Gee;Hal",
      "TEL;TYPE=cell:404555",
      " 0122",
      "EMAIL;TYPE=internet:hal",
      " @example.com",
    ),
    values: { firstName: "Hal", lastName: "Gee", phone: "(404) 555-0122", email: "hal@example.com" },
  },
  {
    kind: "a birthday with no year, Apple",
    text: vcf("VERSION:3.0", "N:Hay;Ivy", "BDAY;value=date:1604-02-28"),
    values: { firstName: "Ivy", lastName: "Hay" },
    shown: ["1604-02-28"],
  },
  {
    kind: "a business card with an organization",
    text: vcf(
      "VERSION:3.0",
      "N:Ito;Jon",
      "ORG:Acme;Sales",
      "TITLE:Boss",
      "ADR;TYPE=WORK:;;21 A St;Otis;IN;46391;",
    ),
    values: {
      firstName: "Jon",
      lastName: "Ito",
      address: "21 A St",
      city: "Otis",
      state: "IN",
      zip: "46391",
    },
    shown: ["Acme, Sales"],
  },
  {
    kind: "extension of a tel URI",
    text: vcf("VERSION:4.0", "FN:Kim Lo", "TEL;VALUE=uri:tel:+1-404-555-0123;ext=9"),
    values: { firstName: "Kim", lastName: "Lo", phone: "+1 (404) 555-0123 x9" },
  },
  {
    kind: "two cards",
    text: `${vcf("VERSION:3.0", "N:May;Lee")}\n${vcf("VERSION:3.0", "FN:Nan Oh", "TEL:4045550124")}`,
    values: { firstName: "Lee", lastName: "May" },
    shown: ["Nan Oh"],
  },
  {
    kind: "quoted cells with commas",
    text: 'Name,DOB,Address,Phone\n"Oak, Pat",1/28/1993,"22 A St, Otis, IN 46391",404-555-0125',
    values: {
      firstName: "Pat",
      lastName: "Oak",
      dob: "1993-01-28",
      address: "22 A St",
      city: "Otis",
      state: "IN",
      zip: "46391",
      phone: "(404) 555-0125",
    },
  },
  {
    kind: "columns of others",
    text: "First,Last,DOB,Emergency Contact,Emergency Phone,Email\nRex,Poe,2/28/1994,Sue Poe,404-555-0126,rex@example.com",
    values: { firstName: "Rex", lastName: "Poe", dob: "1994-02-28", email: "rex@example.com" },
    shown: ["404-555-0126"],
  },
  {
    kind: "a row with an age",
    text: "Name,Age,Sex,Phone\nTia Rue,32,F,404-555-0127",
    values: { firstName: "Tia", lastName: "Rue", gender: "Female", phone: "(404) 555-0127" },
    shown: ["32"],
  },
  {
    kind: "signature with a fax",
    text: "Best regards,\n\nUrsa Stone\n23 A St | Otis, IN 46391\nOffice 404.555.0128 | Fax 404.555.0129",
    values: {
      firstName: "Ursa",
      lastName: "Stone",
      address: "23 A St",
      city: "Otis",
      state: "IN",
      zip: "46391",
    },
    shown: ["Fax 404.555.0129"],
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

describe("each of a fourth sixty reads right", () => {
  it("are sixty", () => expect(fourth).toHaveLength(60));

  it.each(fourth)("$kind", ({ text, values, shown = [], odd = [] }) => {
    expect(sent(text)).toEqual(values);
    const rest = (read(text)?.rest ?? []).join("\n");
    for (const part of shown) expect(rest).toContain(part);
    expect(read(text)?.odd ?? []).toEqual(odd);
  });
});
