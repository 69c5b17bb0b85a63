import { describe, expect, it } from "vitest";
import { fhir, itReads, pid, vcf, type Written } from "../../../support/written-inputs.ts";

/** Sixty inputs that were written before the readers of their kinds were asked: 56 read right at first. */
const sixty: readonly Written[] = [
  // Somebody else's section.
  {
    kind: "guarantor section with headings",
    text: "PATIENT INFORMATION\nName: Carla Mendez\nDOB: 07/19/2015\n\nGUARANTOR INFORMATION\nName: Luis Mendez\nDOB: 02/02/1985\nPhone: (312) 555-0148\nAddress: 44 Lake Dr, Chicago, IL 60601",
    values: { firstName: "Carla", lastName: "Mendez", dob: "2015-07-19" },
    shown: ["Phone: (312) 555-0148", "DOB: 02/02/1985"],
  },
  {
    kind: "insurance section after a blank line",
    text: "Patient: Omar Haddad\nDOB: 1/9/1972\nPhone: 480-555-0173\n\nInsurance\n\nBlue Cross\nPhone: 800-555-0122\nSubscriber DOB: 3/3/1970",
    values: { firstName: "Omar", lastName: "Haddad", dob: "1972-01-09", phone: "(480) 555-0173" },
    shown: ["Phone: 800-555-0122"],
  },
  {
    kind: "provider's block",
    text: "Referring Provider: Dr. Susan Park\nPhone: 206-555-0111\nFax: 206-555-0112\n\nPatient Name: Wei Chen\nDate of Birth: April 4, 1990\nPhone: 206-555-0190",
    values: { firstName: "Wei", lastName: "Chen", dob: "1990-04-04", phone: "(206) 555-0190" },
    shown: ["Phone: 206-555-0111"],
  },
  {
    kind: "emergency contact in a table with tabs",
    text: "First Name\tPriya\nLast Name\tPatel\nDate of Birth\t11/30/1988\nEmergency Contact Name\tRaj Patel\nEmergency Contact Phone\t(973) 555-0160",
    values: { firstName: "Priya", lastName: "Patel", dob: "1988-11-30" },
    shown: ["(973) 555-0160"],
  },
  {
    kind: "mother's data in a pediatric note",
    text: "Name: Baby Girl Torres\nDOB: 10/01/2026\nSex: F\nMother: Elena Torres\nPhone: 505-555-0139\nAddress: 9 Mesa Rd, Santa Fe, NM 87501",
    values: { firstName: "Baby Girl", lastName: "Torres", dob: "2026-10-01", gender: "Female" },
    shown: ["Phone: 505-555-0139", "Address: 9 Mesa Rd, Santa Fe, NM 87501"],
  },
  {
    kind: "emergency contact without labels",
    text: "Tom Becker\n18 Pine Ct\nMadison, WI 53703\n\nEmergency contact:\nAnna Becker (wife)\n608-555-0177",
    values: {
      firstName: "Tom",
      lastName: "Becker",
      address: "18 Pine Ct",
      city: "Madison",
      state: "WI",
      zip: "53703",
    },
    shown: ["608-555-0177"],
  },
  {
    kind: "pharmacy block between",
    text: "Name: Gail Storm\nPharmacy: Walgreens #221\nPhone: 317-555-0101\n\nPatient phone: 317-555-0188\nEmail: gail@example.org",
    values: { firstName: "Gail", lastName: "Storm", phone: "(317) 555-0188", email: "gail@example.org" },
    shown: ["Phone: 317-555-0101"],
  },
  {
    kind: "in Spanish, with an emergency contact",
    text: "Nombre: Lucía Ortega\nFecha de nacimiento: 8 de julio de 1969\n\nEn caso de emergencia\n\nNombre: Pedro Ortega\nTeléfono: 915 555 0126",
    values: { firstName: "Lucía", lastName: "Ortega", dob: "1969-07-08" },
    shown: ["Teléfono: 915 555 0126"],
  },
  {
    kind: "attorney and employer",
    text: "Name: Ray Dunn\nDOB: 12/12/1961\nEmployer: Acme Steel\nEmployer phone: 412-555-0100\nAttorney: Lee Fox 412-555-0155\nCell: 412-555-0144",
    values: { firstName: "Ray", lastName: "Dunn", dob: "1961-12-12", phone: "(412) 555-0144" },
    shown: ["412-555-0155"],
  },
  {
    kind: "a phone that is a daughter's",
    text: "Name: Edith Wong\nDOB: 5/5/1938\nPhone: 415-555-0121 (daughter May)",
    values: { firstName: "Edith", lastName: "Wong", dob: "1938-05-05" },
    shown: ["415-555-0121"],
  },
  // Words and numbers that are no name and no phone.
  {
    kind: "one line with a chart number first",
    text: "MRN: 4471920 Alvarez, Nina F 02/14/1979",
    // The letter may as well be an initial: it is in no field, and in view.
    values: { firstName: "Nina", lastName: "Alvarez", dob: "1979-02-14" },
    shown: ["4471920", "Nina F"],
  },
  {
    kind: "header of a lab report",
    text: "Patient Name: KOWALSKI, ADAM   Patient ID: 88213   DOB: 03/22/1957   Age: 69Y   Sex: M",
    values: { firstName: "Adam", lastName: "Kowalski", dob: "1957-03-22", gender: "Male" },
    shown: ["88213"],
  },
  {
    kind: "comma list",
    text: "Grace Kim, female, 6/1/1995, acct 9920113, 617-555-0134",
    values: {
      firstName: "Grace",
      lastName: "Kim",
      gender: "Female",
      dob: "1995-06-01",
      phone: "(617) 555-0134",
    },
    shown: ["9920113"],
  },
  {
    kind: "social security number",
    text: "Name: Bill Hart\nSSN: 123-45-6789\nDOB: 9/9/1949",
    values: { firstName: "Bill", lastName: "Hart", dob: "1949-09-09" },
    shown: ["123-45-6789"],
  },
  {
    kind: "a couple",
    text: "Mr. and Mrs. Carl Voss\n12 Elm St\nDayton, OH 45402",
    values: { address: "12 Elm St", city: "Dayton", state: "OH", zip: "45402" },
    shown: ["Mr. and Mrs. Carl Voss"],
  },
  {
    kind: "a letterhead above",
    text: "Lakeside Family Health Associates\n100 Clinic Way, Suite 4\n\nRE: Nora Bell\nDOB: 10/10/1981",
    values: { firstName: "Nora", lastName: "Bell", dob: "1981-10-10" },
    shown: ["Lakeside Family Health Associates", "100 Clinic Way, Suite 4"],
  },
  {
    kind: "surname with a particle",
    text: "Name: Maria St. Clair\nDOB: 1/1/2000",
    values: { firstName: "Maria", lastName: "St. Clair", dob: "2000-01-01" },
  },
  {
    kind: "compound surname of the Philippines",
    text: "Full name: Jose delos Santos Jr.\nPhone: 702-555-0103",
    values: { firstName: "Jose", lastName: "delos Santos Jr.", phone: "(702) 555-0103" },
  },
  // Dates, ages, email.
  {
    kind: "date with an age in words",
    text: "Name: Ike Odom\nDOB: 08/08/1948, 78 years old",
    values: { firstName: "Ike", lastName: "Odom", dob: "1948-08-08" },
    shown: ["78 years old"],
  },
  {
    kind: "date with age and sex without a label",
    text: "Lena Fuchs\nDOB 4/30/1993 (33F)\nlena.fuchs@example.net",
    values: {
      firstName: "Lena",
      lastName: "Fuchs",
      dob: "1993-04-30",
      gender: "Female",
      email: "lena.fuchs@example.net",
    },
    shown: ["33F"],
  },
  {
    kind: "age line",
    text: "Sam Iverson\n67-year-old man with knee pain\nTel 503-555-0150",
    values: { firstName: "Sam", lastName: "Iverson", gender: "Male", phone: "(503) 555-0150" },
    shown: ["67-year-old man with knee pain"],
  },
  {
    kind: "a time of birth",
    text: "Name: Mia Cole\nDate of birth: 2026-09-14 00:00:00.000",
    values: { firstName: "Mia", lastName: "Cole", dob: "2026-09-14" },
  },
  {
    kind: "email with a display name in a free line",
    text: '"Ruth Adler" <ruth.adler@example.com>\n(646) 555-0119',
    values: {
      firstName: "Ruth",
      lastName: "Adler",
      email: "ruth.adler@example.com",
      phone: "(646) 555-0119",
    },
  },
  {
    kind: "a visit's date and a birth date",
    text: "Appointment date: 12/03/2026\nName: Joel Price\nBirthday: 6-6-66",
    values: { firstName: "Joel", lastName: "Price", dob: "1966-06-06" },
    shown: ["12/03/2026"],
  },
  // Addresses.
  {
    kind: "fleet address",
    text: "Name: Dale Roy\nAddress: PSC 473 Box 12, FPO AP 96349",
    values: {
      firstName: "Dale",
      lastName: "Roy",
      address: "PSC 473 Box 12",
      city: "FPO",
      state: "AP",
      zip: "96349",
    },
  },
  {
    kind: "rural route over two lines",
    text: "Edna Moss\nRR 3 Box 88\nCairo, NE 68824-1122",
    values: {
      firstName: "Edna",
      lastName: "Moss",
      address: "RR 3 Box 88",
      city: "Cairo",
      state: "NE",
      zip: "68824-1122",
    },
  },
  {
    kind: "one line without commas",
    text: "Name: Hal Burke\nAddress: 77 West Main Street Apt 3 Carmel IN 46032",
    values: {
      firstName: "Hal",
      lastName: "Burke",
      address: "77 West Main Street Apt 3",
      city: "Carmel",
      state: "IN",
      zip: "46032",
    },
  },
  {
    kind: "city with a saint",
    text: "Olga Ruiz\n5 Bay Ave\nPort St. Lucie, FL 34952",
    values: {
      firstName: "Olga",
      lastName: "Ruiz",
      address: "5 Bay Ave",
      city: "Port St. Lucie",
      state: "FL",
      zip: "34952",
    },
  },
  {
    kind: "state written out and a long dash",
    text: "Ivan Petrov, 301 Grant St, Pittsburgh, Pennsylvania 15219–4402",
    values: {
      firstName: "Ivan",
      lastName: "Petrov",
      address: "301 Grant St",
      city: "Pittsburgh",
      state: "PA",
      zip: "15219-4402",
    },
  },
  {
    kind: "a copied web form",
    text: "First name *\nAnita\nLast name *\nRao\nDate of birth *\n03/17/1984\nStreet address\n8 Hill Rd\nCity\nEdison\nState\nNJ\nZIP code\n08817\nMobile phone\n732-555-0142",
    values: {
      firstName: "Anita",
      lastName: "Rao",
      dob: "1984-03-17",
      address: "8 Hill Rd",
      city: "Edison",
      state: "NJ",
      zip: "08817",
      phone: "(732) 555-0142",
    },
  },
  // Licenses.
  {
    kind: "version 8 with commas at the ends",
    text: "@\n\u001E\rANSI 636026080102DL00410188ZA02290012DLDCAD\nDCBNONE\nDCDNONE\nDBA05052028\nDCSREYES,\nDACMARCO,\nDADA,\nDBD05052020\nDBB05051977\nDBC1\nDAYBRO\nDAU070 in\nDAG901 N 7TH ST,\nDAIPHOENIX,\nDAJAZ\nDAK850060000  \nDAQD01234567\nDCGUSA\rZAZAAN\r",
    values: {
      firstName: "Marco",
      lastName: "Reyes",
      dob: "1977-05-05",
      gender: "Male",
      address: "901 N 7th St",
      city: "Phoenix",
      state: "AZ",
      zip: "85006",
    },
  },
  {
    kind: "version 1 with dashes in dates and a whole name",
    text: "@\n\u001E\rAAMVA6360200101DL00290150DLDAQ940001111\nDAALOPEZ,RITA,M\nDAG22 CANYON DR\nDAIBOULDER\nDAJCO\nDAK80302-    \nDBB06-27-1951\nDBCF\nDBA06-27-2003\r",
    values: {
      firstName: "Rita",
      lastName: "Lopez",
      dob: "1951-06-27",
      gender: "Female",
      address: "22 Canyon Dr",
      city: "Boulder",
      state: "CO",
      zip: "80302",
    },
  },
  {
    kind: "bars for line ends",
    text: "@||ANSI 636005030001DL00310180DLDCSHUGHES|DCTEVAN,JAMES|DBB01151990|DBC1|DAG14 MILL LN|DAICHARLESTON|DAJSC|DAK294010000|DAQ100200300|DCGUSA|",
    values: {
      firstName: "Evan",
      lastName: "Hughes",
      dob: "1990-01-15",
      gender: "Male",
      address: "14 Mill Ln",
      city: "Charleston",
      state: "SC",
      zip: "29401",
    },
  },
  {
    kind: "British Columbia",
    text: "@\n\u001E\rANSI 636028050001DL00310180DLDAQ1234567\nDCSSINGH\nDACGURPREET\nDADKAUR\nDBB19881103\nDBC2\nDAG1200 ROBSON ST\nDAIVANCOUVER\nDAJBC\nDAKV6E1B5     \nDCGCAN\nDBD20200101\nDBA20250101\r",
    values: {
      firstName: "Gurpreet",
      lastName: "Singh",
      dob: "1988-11-03",
      gender: "Female",
      address: "1200 Robson St",
      city: "Vancouver",
      state: "BC",
      zip: "V6E 1B5",
    },
  },
  {
    kind: "no letters of the subfile, a ZIP with blanks",
    text: "@\n\u001E\rANSI 636047040001DL00310170DCSKEALOHA\nDACLANI\nDADNONE\nDBB08211992\nDBC2\nDAG55 KAPIOLANI BLVD\nDAIHONOLULU\nDAJHI\nDAK96814     0\nDAQH00112233\nDCGUSA\r",
    values: {
      firstName: "Lani",
      lastName: "Kealoha",
      dob: "1992-08-21",
      gender: "Female",
      address: "55 Kapiolani Blvd",
      city: "Honolulu",
      state: "HI",
      zip: "96814",
    },
  },
  {
    kind: "a whole name with blanks is marked",
    text: "@\n\u001E\rANSI 6360200102DL00390120ZX01590010DLDAAMARTIN PAUL E\nDAG7 LAKE RD\nDAICASPER\nDAJWY\nDAK82601\nDBB19600930\nDBCM\nDAQ1122\r",
    values: {
      firstName: "Paul",
      lastName: "Martin",
      dob: "1960-09-30",
      gender: "Male",
      address: "7 Lake Rd",
      city: "Casper",
      state: "WY",
      zip: "82601",
    },
    odd: ["names"],
  },
  {
    kind: "a city like a person",
    text: "@\n\u001E\rANSI 636049100001DL00310200DLDCSVAN BUREN\nDACTESS\nDADLEE\nDBB10101999\nDBC2\nDAG4100 E LAKE MEAD BLVD\nDAINORTH LAS VEGAS\nDAJNV\nDAK890300000\nDAQ2000111222\nDCGUSA\nDDEN\nDDFN\nDDGN\r",
    values: {
      firstName: "Tess",
      lastName: "Van Buren",
      dob: "1999-10-10",
      gender: "Female",
      address: "4100 E Lake Mead Blvd",
      city: "North Las Vegas",
      state: "NV",
      zip: "89030",
    },
  },
  {
    kind: "two licenses are nobody's",
    text: "@\n\u001E\rANSI 636005030001DL00310180DLDCSHUGHES\nDCTEVAN\nDBB01151990\nDAG14 MILL LN\nDAQ1\r@\n\u001E\rANSI 636005030001DL00310180DLDCSHUGHES\nDCTANNE\nDBB02161991\nDAG14 MILL LN\nDAQ2\r",
    values: {},
  },
  // HL7.
  {
    kind: "escapes",
    text: pid({ 5: "O\\T\\HARA^SEAN", 7: "19770317", 11: "1 PIER\\X27\\S END^^BOSTON^MA^02108" }),
    values: {
      firstName: "SEAN",
      lastName: "O&HARA",
      dob: "1977-03-17",
      address: "1 PIER'S END",
      city: "BOSTON",
      state: "MA",
      zip: "02108",
    },
  },
  {
    kind: "maiden name first, bad address first",
    text: pid({ 5: "LEE^AMY^^^^^M~CHO^AMY^J^^^^L", 11: "UNKNOWN^^^^^^BA~6 HIGH ST^^SALEM^OR^97301^USA^H" }),
    values: {
      firstName: "AMY",
      lastName: "CHO",
      address: "6 HIGH ST",
      city: "SALEM",
      state: "OR",
      zip: "97301",
    },
    shown: ["LEE, AMY", "UNKNOWN"],
  },
  {
    kind: "next of kin and guarantor segments",
    text: pid(
      { 5: "KING^ROB", 13: "^PRN^PH^^1^503^5550166" },
      {
        tail: "NK1|1|KING^SUE|SPO|1 A ST^^X^OR|5035550101\rGT1|1||KING^SUE||1 A ST^^X^OR^97301|5035550102||19500101|F",
      },
    ),
    values: { firstName: "ROB", lastName: "KING", phone: "(503) 555-0166" },
  },
  {
    kind: "several identifiers",
    text: pid({ 3: "100^^^GENHOSP^MR~200^^^STATE^PI", 5: "NASH^LIV", 8: "F" }),
    values: { firstName: "LIV", lastName: "NASH", gender: "Female" },
    shown: ["100 GENHOSP", "200 STATE"],
  },
  {
    kind: "a message with line feeds and a time of birth",
    text: pid({ 5: "VEGA^IVO", 7: "202401021530-0500", 8: "M" }).replaceAll("\r", "\n"),
    values: { firstName: "IVO", lastName: "VEGA", dob: "2024-01-02", gender: "Male" },
  },
  {
    kind: "a work number, a fax and an email address",
    text: pid({
      5: "HALE^KIM",
      13: "^NET^Internet^kim@example.org~^WPN^FX^^1^212^5550111~^WPN^PH^^1^212^5550112^7",
      14: "",
    }),
    values: { firstName: "KIM", lastName: "HALE", email: "kim@example.org", phone: "(212) 555-0112 x7" },
    shown: ["2125550111"],
  },
  // FHIR.
  {
    kind: "nickname and maiden name first",
    text: fhir({
      name: [
        { use: "nickname", given: ["Bibi"] },
        { use: "maiden", family: "Stern", given: ["Bianca"] },
        { use: "official", family: "Wolf", given: ["Bianca", "M."] },
      ],
      gender: "female",
    }),
    values: { firstName: "Bianca", lastName: "Wolf", gender: "Female" },
    shown: ["Bibi", "Stern"],
  },
  {
    kind: "an address as a text alone",
    text: fhir({
      name: [{ text: "Leo Marsh" }],
      address: [{ use: "home", text: "19 Quay St\nBaltimore, MD 21230" }],
      birthDate: "1982-02-20",
    }),
    values: {
      firstName: "Leo",
      lastName: "Marsh",
      dob: "1982-02-20",
      address: "19 Quay St",
      city: "Baltimore",
      state: "MD",
      zip: "21230",
    },
  },
  {
    kind: "an address that is over, and one to come",
    text: fhir({
      name: [{ family: "Ames", given: ["Jo"] }],
      address: [
        { line: ["1 Old Rd"], city: "Ames", period: { end: "2025-12-31" } },
        { line: ["3 New Rd"], city: "Boone", period: { start: "2027-01-01" } },
        {
          line: ["2 Now Rd"],
          city: "Nevada",
          state: "IA",
          postalCode: "50201",
          period: { start: "2026-01-01" },
        },
      ],
    }),
    values: {
      firstName: "Jo",
      lastName: "Ames",
      address: "2 Now Rd",
      city: "Nevada",
      state: "IA",
      zip: "50201",
    },
    shown: ["1 Old Rd", "3 New Rd"],
  },
  {
    kind: "contained, beside a related person",
    text: JSON.stringify({
      resourceType: "Appointment",
      contained: [
        {
          resourceType: "RelatedPerson",
          id: "r",
          name: [{ family: "Boss", given: ["Ann"] }],
          telecom: [{ system: "phone", value: "212-555-0100" }],
        },
        {
          resourceType: "Patient",
          id: "p",
          name: [{ family: "Boss", given: ["Tim"] }],
          birthDate: "2019-03-03",
        },
      ],
      participant: [{ actor: { reference: "#p" } }],
    }),
    values: { firstName: "Tim", lastName: "Boss", dob: "2019-03-03" },
  },
  {
    kind: "the patient whom a Bundle is of",
    text: JSON.stringify({
      resourceType: "Bundle",
      entry: [
        {
          fullUrl: "urn:uuid:m",
          resource: { resourceType: "Patient", id: "m", name: [{ family: "Lund", given: ["Eva"] }] },
        },
        {
          fullUrl: "urn:uuid:c",
          resource: { resourceType: "Patient", id: "c", name: [{ family: "Lund", given: ["Nils"] }] },
        },
        { resource: { resourceType: "Immunization", patient: { reference: "urn:uuid:c" } } },
      ],
    }),
    values: { firstName: "Nils", lastName: "Lund" },
    shown: ["Eva Lund"],
  },
  {
    kind: "rank of phones, a part of a date",
    text: fhir({
      name: [{ family: "Pike", given: ["Zed"] }],
      birthDate: "1971",
      telecom: [
        { system: "phone", value: "303-555-0101", use: "home", rank: 2 },
        { system: "phone", value: "303-555-0102", use: "mobile", rank: 1 },
        { system: "fax", value: "303-555-0103" },
      ],
    }),
    values: { firstName: "Zed", lastName: "Pike", phone: "(303) 555-0102" },
    shown: ["1971", "303-555-0101", "303-555-0103"],
  },
  // vCard.
  {
    kind: "version 2.1 from an old phone",
    text: vcf(
      "VERSION:2.1",
      "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Garc=C3=ADa;Sof=C3=ADa;;;",
      "TEL;CELL;PREF:9155550118",
      "TEL;HOME:9155550119",
      "ADR;HOME;ENCODING=QUOTED-PRINTABLE:;;3 R=C3=ADo Ct=2C Apt 1;El Paso;TX;79901;",
    ),
    values: {
      firstName: "Sofía",
      lastName: "García",
      phone: "(915) 555-0118",
      address: "3 Río Ct, Apt 1",
      city: "El Paso",
      state: "TX",
      zip: "79901",
    },
    shown: ["9155550119"],
  },
  {
    kind: "version 3.0 folded, from a Mac",
    text: vcf(
      "VERSION:3.0",
      "N:Grant;Amelia;Rose;;",
      "FN:Amelia Rose Gr",
      " ant",
      "BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-11",
      "item1.TEL;type=pref:(808) 555-0104",
      "item1.X-ABLabel:_$!<Father>!$_",
      "TEL;type=CELL;type=VOICE:(808) 555-0105",
    ),
    values: { firstName: "Amelia", lastName: "Grant", phone: "(808) 555-0105" },
    shown: ["(808) 555-0104", "1604-02-11"],
  },
  {
    kind: "version 4.0 with preferences",
    text: vcf(
      "VERSION:4.0",
      "FN:Kofi Mensah",
      "N:Mensah;Kofi;;;",
      "BDAY:19910704",
      "GENDER:M",
      "TEL;VALUE=uri;PREF=2;TYPE=home:tel:+1-404-555-0130",
      "TEL;VALUE=uri;PREF=1;TYPE=cell:tel:+1-404-555-0131",
      "EMAIL;PREF=1:kofi@example.com",
    ),
    values: {
      firstName: "Kofi",
      lastName: "Mensah",
      dob: "1991-07-04",
      gender: "Male",
      phone: "+1 (404) 555-0131",
      email: "kofi@example.com",
    },
    shown: ["404-555-0130"],
  },
  {
    kind: "a birthday without a year",
    text: vcf("VERSION:4.0", "FN:Uma Rao", "BDAY:--1225"),
    values: { firstName: "Uma", lastName: "Rao" },
    shown: ["--1225"],
  },
  {
    kind: "a name in a set that is not known",
    text: vcf("VERSION:2.1", "N;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=8E=52;=91=BE", "TEL:2125550140"),
    values: { phone: "(212) 555-0140" },
    shown: ["=8E=52"],
  },
  {
    kind: "an address all in its street",
    text: vcf(
      "VERSION:3.0",
      "N:Hunt;Ivy;;;",
      "ADR;TYPE=home:;;640 Dock St\\, Apt 9\\, Tacoma\\, WA 98402;;;;",
    ),
    values: {
      firstName: "Ivy",
      lastName: "Hunt",
      address: "640 Dock St, Apt 9",
      city: "Tacoma",
      state: "WA",
      zip: "98402",
    },
  },
  // Rows and what is left.
  {
    kind: "a row under heads of one letter",
    text: "First,Last,M,DOB,Phone\nNoel,Hart,Q,2/3/1985,212-555-0190",
    values: { firstName: "Noel", lastName: "Hart", dob: "1985-02-03", phone: "(212) 555-0190" },
    shown: ["Q"],
  },
  {
    kind: "a row with times of midnight",
    text: "Last;First;Birth Date;Sex;ZIP\nMoon;Dara;1990-05-06 00:00:00;F;10001",
    values: { firstName: "Dara", lastName: "Moon", dob: "1990-05-06", gender: "Female", zip: "10001" },
  },
  {
    kind: "a signature with titles",
    text: "Thanks!\n\nJordan Ellis, PT, DPT\nPhysical Therapist | Summit Rehab\nc: 720.555.0117\njordan@summit.example",
    values: {
      firstName: "Jordan",
      lastName: "Ellis",
      phone: "(720) 555-0117",
      email: "jordan@summit.example",
    },
  },
  {
    kind: "an invisible character behind the ZIP code",
    text: "Name: Faye Lund\nAddress: 4 Oak St, Fargo, ND 58102\uFE0E\nPhone: 701-555-0128\u200B",
    values: {
      firstName: "Faye",
      lastName: "Lund",
      address: "4 Oak St",
      city: "Fargo",
      state: "ND",
      zip: "58102",
      phone: "(701) 555-0128",
    },
  },
];

describe("each of sixty", () => {
  it("is there", () => expect(sixty).toHaveLength(60));
  itReads(sixty);
});
