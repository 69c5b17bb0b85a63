import { describe, expect, it } from "vitest";
import { readIntakeText } from "../../../../shared/intake/text.ts";

const context = { today: "2026-11-22", dateOrder: "month-first" } as const;
const read = (lines: readonly string[]) => {
  const intake = readIntakeText(lines.join("\n"), context);
  return intake === null ? null : [intake.values, intake.rest];
};
const jane = { firstName: "Jane", lastName: "Roe" };
const dob = "3/5/1984";
type Case = readonly [
  what: string,
  lines: readonly string[],
  values: Readonly<Record<string, string>>,
  rest: readonly string[],
];

/** A number that others gave, between a name and a date. */
const numbers: readonly Case[] = (
  [
    ["(Chart 55231)", "Chart: 55231"],
    ["[Acct# 123]", "Acct: 123"],
    ["(ID 123)", "ID 123"],
    ["(#A-123)", "#A-123"],
    ["(Medicare No. 1EG4-TE5-MK73)", "Medicare No. 1EG4-TE5-MK73"],
  ] as const
).map(([number, rest]) => [
  `${number} parts a name and a date`,
  [`Jane Roe ${number} ${dob}`],
  { ...jane, dob },
  [rest],
]);

const sections: readonly Case[] = [
  [
    "an empty line behind its own heading ends no section",
    ["Name: Jane Roe", "Emergency Contact:", "", "Phone: (217) 555-0111"],
    jane,
    ["Emergency Contact:", "Phone: (217) 555-0111"],
  ],
  [
    "several do not either",
    ["Name: Jane Roe", "NEXT OF KIN", "", "", "Bo Roe", "Phone: (217) 555-0111", "Email: bo@example.com"],
    jane,
    ["NEXT OF KIN", "Bo Roe", "Phone: (217) 555-0111", "Email: bo@example.com"],
  ],
  [
    "what a person is reached by, behind an empty line under them, is nobody's for sure",
    ["Name: Jane Roe", "Responsible Party", "Bo Roe", "", "Address: 5 Elm St", "DOB: 1/2/1950"],
    jane,
    ["Responsible Party", "Bo Roe", "Address: 5 Elm St", "DOB: 1/2/1950"],
  ],
  [
    "a name behind it is the patient's",
    ["Emergency contacts", "Bo Roe", "", "Jane Roe", "217 555 0199"],
    { ...jane, phone: "217 555 0199" },
    ["Emergency contacts", "Bo Roe"],
  ],
  [
    "nor does an empty line behind each line",
    [
      "Name: Jane Roe",
      "",
      "Emergency Contact 1",
      "",
      "First name: Bo",
      "",
      "Last name: Poe",
      "",
      "Phone: 217 555 0111",
    ],
    jane,
    ["Emergency Contact 1", "First name: Bo", "Last name: Poe", "Phone: 217 555 0111"],
  ],
  [
    "but two of them do",
    ["Pharmacy", "", "Phone: 217 555 0111", "", "", "Name: Jane Roe", "", "Phone: 217 555 0199"],
    { ...jane, phone: "217 555 0199" },
    ["Pharmacy", "Phone: 217 555 0111"],
  ],
  [
    "who is named in a line may be reached by the next",
    ["Name: Jane Roe", "Emergency contact: Bo Roe", "Phone: 217 555 0111", "Address: 5 Elm St"],
    jane,
    ["Emergency contact: Bo Roe", "Phone: 217 555 0111", "Address: 5 Elm St"],
  ],
  [
    "also without labels",
    ["Jane Roe", "Spouse: Bo Roe", "217 555 0111", "bo@example.com"],
    jane,
    ["Spouse: Bo Roe", "217 555 0111", "bo@example.com"],
  ],
  [
    "up to the patient's own name",
    [
      "Guarantor name: Bo Roe",
      "DOB: 1/2/1950",
      "Phone: 217 555 0111",
      "Name: Jane Roe",
      "Phone: 217 555 0199",
    ],
    { ...jane, phone: "217 555 0199" },
    ["Guarantor name: Bo Roe", "DOB: 1/2/1950", "Phone: 217 555 0111"],
  ],
  [
    "or to an empty line",
    ["Mother: Ana Roe", "Phone: 217 555 0111", "", "Name: Jane Roe", "Phone: 217 555 0199"],
    { ...jane, phone: "217 555 0199" },
    ["Mother: Ana Roe", "Phone: 217 555 0111"],
  ],
  [
    "a doctor's or an insurance's line has no day of birth behind it, and no sex",
    [
      "Name: Jane Roe",
      "PCP: Dr. Al Poe",
      "DOB: 3/5/1984",
      "Insurance: Aetna",
      "Sex: F",
      "Phone: 800 555 0111",
    ],
    { ...jane, dob, gender: "Female" },
    ["PCP: Dr. Al Poe", "Insurance: Aetna", "Phone: 800 555 0111"],
  ],
  [
    "who is reached in their own line is not said more of",
    ["Name: Jane Roe", "Emergency contact: Bo Roe 217 555 0111", "Phone: 217 555 0199"],
    { ...jane, phone: "217 555 0199" },
    ["Emergency contact: Bo Roe 217 555 0111"],
  ],
  [
    "a heading that the next line answers begins one too",
    ["Name: Jane Roe", "Emergency Contact:", "Bo Roe", "Phone: 217 555 0111"],
    jane,
    ["Emergency Contact: Bo Roe", "Phone: 217 555 0111"],
  ],
  [
    "in Spanish",
    ["Nombre: Jane Roe", "CONTACTO DE EMERGENCIA", "", "Teléfono: 217 555 0111", "Parentesco: hermana"],
    jane,
    ["CONTACTO DE EMERGENCIA", "Teléfono: 217 555 0111", "Parentesco: hermana"],
  ],
  [
    "also a line that begins with them and has no colon",
    ["Jane Roe", "Emergency contact Bo Roe | 217 555 0111"],
    jane,
    ["Emergency contact Bo Roe | 217 555 0111"],
  ],
  [
    "a patient's relation is no patient",
    [
      "Guarantor",
      "Name: Bo Roe",
      "Patient relationship to guarantor: child",
      "Phone: 217 555 0111",
      "",
      "Patient: Jane Roe",
    ],
    jane,
    ["Guarantor", "Name: Bo Roe", "Patient relationship to guarantor: child", "Phone: 217 555 0111"],
  ],
  [
    "a number that is said to be somebody else's is not taken",
    ["Name: Jane Roe", "Phone: 217-555-0111 (mother)"],
    jane,
    ["Phone: 217-555-0111 (mother)"],
  ],
];

const oneMoreSection: Case = [
  "where what is theirs is said to be, the rest is not",
  ["Name: Jane Roe", "Spouse's name: Bo Roe", "Spouse's phone: 217 555 0111", "Home phone: 217 555 0199"],
  { ...jane, phone: "217 555 0199" },
  ["Spouse's name: Bo Roe", "Spouse's phone: 217 555 0111"],
];

const words: readonly Case[] = [
  ["a chart's number", ["Jane Roe, DOB 3/5/1984, MRN 00123456"], { ...jane, dob }, ["MRN: 00123456"]],
  ["of any name", ["Roe, Jane 3/5/1984 Acct# A-77123"], { ...jane, dob }, ["Acct: A-77123"]],
  [
    "before a name",
    ["Medical Record No. 5512 Jane Roe 3/5/1984"],
    { ...jane, dob },
    ["Medical Record No.: 5512"],
  ],
  [
    "labels of two",
    ["Name: Jane Roe   Age/Sex: 42/F   DOB: 3/5/1984"],
    { ...jane, dob, gender: "Female" },
    ["Age/Sex: 42"],
  ],
  ["of date and sex", ["Name: Jane Roe", "DOB/Sex: 3/5/1984 F"], { ...jane, dob, gender: "Female" }, []],
  [
    "of sex and age",
    ["Name: Bo Poe", "Gender / Age: M/42"],
    { firstName: "Bo", lastName: "Poe", gender: "Male" },
    ["Gender / Age: 42"],
  ],
  [
    "a label that is not known, behind a gap",
    ["Name: Jane Roe   Blorp code: 7   DOB: 3/5/1984"],
    { ...jane, dob },
    ["Blorp code: 7"],
  ],
  [
    "a label that is known, behind a blank",
    ["Name: Jane Roe Preferred language: Spanish DOB: 3/5/1984"],
    { ...jane, dob },
    ["Preferred language: Spanish"],
  ],
  [
    "one that is not, behind a blank: nobody knows where the name ends",
    ["Name: Jane Roe Blorp: 7", "Sex: F"],
    { gender: "Female" },
    ["Name: Jane Roe Blorp: 7"],
  ],
  [
    "the sex between commas",
    ["Roe, Jane, F, March 5, 1984"],
    { ...jane, gender: "Female", dob: "March 5, 1984" },
    [],
  ],
  ["the sex before a date", ["Jane Roe F 3/5/1984"], { ...jane, gender: "Female", dob }, []],
  ["a letter that may be an initial", ["Roe, Jane F 3/5/1984"], { ...jane, dob }, ["Roe, Jane F 3/5/1984"]],
  ["a word that is no initial", ["Roe, Jane female 3/5/1984"], { ...jane, gender: "Female", dob }, []],
  [
    "a sentence",
    ["the patient was seen 3/5/2024", "my name is Jane 3/5/1984", "Sex: F"],
    { gender: "Female" },
    ["the patient was seen 3/5/2024", "my name is Jane 3/5/1984"],
  ],
  ["a firm above a name", ["Peoria Medical Center", "Jane Roe"], jane, ["Peoria Medical Center"]],
  [
    "a doctor's office",
    ["Dr. Poe's office 217 555 0111", "Jane Roe"],
    jane,
    ["Dr. Poe's office 217 555 0111"],
  ],
  [
    "a state and a country",
    ["North Carolina", "United States", "Jane Roe"],
    jane,
    ["North Carolina", "United States"],
  ],
  ["two people", ["Name: John & Jane Doe", "Sex: F"], { gender: "Female" }, ["Name: John & Jane Doe"]],
  [
    "two people with a date",
    ["John and Mary Poe 3/5/1984", "Sex: F"],
    { gender: "Female" },
    ["John and Mary Poe 3/5/1984"],
  ],
  [
    "two people in Spanish",
    ["Nombre: Juan y María Pérez", "Sexo: H"],
    { gender: "Male" },
    ["Nombre: Juan y María Pérez"],
  ],
  [
    "an initial, which is nobody's surname",
    ["Name: DOE JANE Q", "Sex: F"],
    { gender: "Female" },
    ["Name: DOE JANE Q"],
  ],
];

const values: readonly Case[] = [
  [
    "what is written where nothing is known",
    ["Name: Jane Roe", "Phone: N/A", "Email: none", "City: unknown", "Address: same as above"],
    jane,
    ["Phone: N/A", "Email: none", "City: unknown", "Address: same as above"],
  ],
  [
    "what its field cannot be",
    ["Name: Jane Roe", "Phone: ask her", "Email: later", "State: 62701", "ZIP: Peoria"],
    jane,
    ["Phone: ask her", "Email: later", "State: 62701", "ZIP: Peoria"],
  ],
  [
    "labels without their colons",
    [
      "Name Jane Roe",
      "Sex Female",
      "Home address 12 Oak St, Peoria, IL 61602",
      "Phone number (217) 555-0199",
      "Email jane@example.com",
    ],
    {
      ...jane,
      gender: "Female",
      address: "12 Oak St",
      city: "Peoria",
      state: "IL",
      zip: "61602",
      phone: "(217) 555-0199",
      email: "jane@example.com",
    },
    [],
  ],
  [
    "words that only begin like a label",
    ["Patient Care Team", "Name tags here", "Street fair", "Jane Roe"],
    jane,
    ["Patient Care Team", "Name tags here", "Street fair"],
  ],
  [
    "a place under the label of its ZIP code",
    ["Name: Jane Roe", "Mailing ZIP: Peoria, IL 61602"],
    { ...jane, city: "Peoria", state: "IL", zip: "61602" },
    ["Mailing"],
  ],
  [
    "a place under labels with any signs",
    ["Name: Jane Roe", "City, State & ZIP code: Peoria, IL 61602"],
    { ...jane, city: "Peoria", state: "IL", zip: "61602" },
    [],
  ],
  [
    "a name before a box",
    ["Jane Roe, PO Box 5, Peoria, IL 61602"],
    { ...jane, address: "PO Box 5", city: "Peoria", state: "IL", zip: "61602" },
    [],
  ],
  [
    "a sex beside an age behind a date",
    ["Jane Roe", "DOB 3/5/1984 (42F)"],
    { ...jane, dob, gender: "Female" },
    ["42F"],
  ],
  [
    "a word for a phone without a colon",
    ["Jane Roe", "Cell (217) 555-0199"],
    { ...jane, phone: "(217) 555-0199" },
    [],
  ],
  [
    "a name in quotation marks before its address",
    ['"Jane Roe" <jane@example.com>'],
    { ...jane, email: "jane@example.com" },
    [],
  ],
  [
    "a date with an age in brackets",
    ["Name: Jane Roe", "DOB: 05/15/1980 (46 y/o)"],
    { ...jane, dob: "05/15/1980" },
    ["(46 y/o)"],
  ],
  [
    "a date with an age behind its label",
    ["Name: Jane Roe", "DOB: 05/15/1980 Age: 46"],
    { ...jane, dob: "05/15/1980" },
    ["Age: 46"],
  ],
  [
    "a date with an age and a sex",
    ["Jane Roe", "DOB: 5 Mar 1984, 42 yo F"],
    { ...jane, dob: "5 Mar 1984", gender: "Female" },
    [", 42 yo F"],
  ],
  [
    "a date with its age in Spanish",
    ["Nombre: Jane Roe", "Fecha de nacimiento: 5/15/1980 (46 años)"],
    { ...jane, dob: "5/15/1980" },
    ["(46 años)"],
  ],
  [
    "a date with words behind it",
    ["Name: Jane Roe", "DOB: 05/15/1980 verified by phone"],
    { ...jane, dob: "05/15/1980" },
    ["verified by phone"],
  ],
  [
    "a date or another",
    ["Name: Jane Roe", "DOB: 05/15/1980 or 06/15/1980"],
    jane,
    ["DOB: 05/15/1980 or 06/15/1980"],
  ],
  ["digits that may be of the date", ["Name: Jane Roe", "DOB: 3/5/19 84"], jane, ["DOB: 3/5/19 84"]],
  [
    "a year of two digits and an age of another century",
    ["Name: Jane Roe", "DOB: 3/5/20 (106 y/o)"],
    jane,
    ["DOB: 3/5/20 (106 y/o)"],
  ],
  [
    "a day's first moment",
    ["Name: Jane Roe", "DOB: 1984-03-05 00:00:00"],
    { ...jane, dob: "1984-03-05" },
    [],
  ],
  [
    "a day's first moment at noon's name",
    ["Name: Jane Roe", "DOB: 3/5/1984 12:00:00 AM"],
    { ...jane, dob },
    [],
  ],
  ["another moment", ["Name: Jane Roe", "DOB: 3/5/1984 14:20"], jane, ["DOB: 3/5/1984 14:20"]],
  ["an age's line", ["Jane Roe", "42 y.o. female"], { ...jane, gender: "Female" }, ["42 y.o. female"]],
  [
    "an age's line with a dash",
    ["Bo Poe", "8-year-old male with a cough"],
    { firstName: "Bo", lastName: "Poe", gender: "Male" },
    ["8-year-old male with a cough"],
  ],
  ["an age without a sex", ["Jane Roe", "42 yrs"], jane, ["42 yrs"]],
  [
    "an address with its name",
    ["Email: Jane Roe <jane@example.com>", "Sex: F"],
    { email: "jane@example.com", gender: "Female" },
    ["Jane Roe"],
  ],
  [
    "an address by its scheme",
    ["Name: Jane Roe", "Email: mailto:jane@example.com"],
    { ...jane, email: "jane@example.com" },
    [],
  ],
  [
    "an address by its scheme, in square brackets behind its name",
    ["Name: Jane Roe", "Email: Roe, Jane [mailto:jane@example.com]"],
    { ...jane, email: "jane@example.com" },
    ["Roe Jane"],
  ],
  [
    "an address in square brackets",
    ["Name: Jane Roe", "Email: [jane@example.com]"],
    { ...jane, email: "jane@example.com" },
    [],
  ],
  ["a name and its address", ["Jane Roe <jane@example.com>"], { ...jane, email: "jane@example.com" }, []],
  [
    "what a number is for",
    ["Name: Jane Roe", "Phone: 217-555-0199 (cell)"],
    { ...jane, phone: "217-555-0199" },
    [],
  ],
  [
    "two numbers",
    ["Name: Jane Roe", "Phone: 217-555-0199 or 217-555-0100"],
    { ...jane, phone: "217-555-0199" },
    ["217-555-0100"],
  ],
  [
    "what is said beside a gender",
    ["Name: Jane Roe", "Gender: Female (she/her)"],
    { ...jane, gender: "Female" },
    ["(she/her)"],
  ],
  ["two genders", ["Name: Jane Roe", "Sex: M/F"], jane, ["Sex: M/F"]],
  [
    "a place in the field of the city",
    ["Name: Jane Roe", "City: Peoria, IL 61602"],
    { ...jane, city: "Peoria", state: "IL", zip: "61602" },
    [],
  ],
  [
    "a city above its state",
    ["Jane Roe", "12 Oak St", "North Chicago", "IL 60064"],
    { ...jane, address: "12 Oak St", city: "North Chicago", state: "IL", zip: "60064" },
    [],
  ],
  [
    "a form that was copied",
    ["First Name", "Jane", "Last Name", "Roe", "Phone *", "217 555 0199"],
    { ...jane, phone: "217 555 0199" },
    [],
  ],
  [
    "a form that was copied, with an empty field",
    ["First Name", "Jane", "Last Name", "Roe", "Phone", "Email", "jane@example.com"],
    { ...jane, email: "jane@example.com" },
    ["Phone"],
  ],
  [
    "heads above their values are a table on its side",
    ["City", "State", "Peoria", "IL", "Name: Jane Roe"],
    jane,
    ["City", "State", "Peoria", "IL"],
  ],
];

describe.each([
  ["somebody else's section", [...sections, oneMoreSection]],
  ["a number of others", numbers],
  ["what is no name and no phone", words],
  ["a value", values],
] as const)("%s", (_kind, cases) => {
  it.each(cases)("%s", (_what, lines, found, rest) => expect(read(lines)).toEqual([found, rest]));
});
