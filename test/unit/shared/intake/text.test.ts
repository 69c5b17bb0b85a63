import { describe, expect, it } from "vitest";
import { readIntakeText } from "../../../../shared/intake/text.ts";

const context = { today: "2026-11-22", dateOrder: "month-first" } as const;
const read = (...lines: readonly string[]) => {
  const intake = readIntakeText(lines.join("\n"), context);
  return intake === null ? null : [intake.values, intake.rest];
};
const jane = { firstName: "Jane", lastName: "Doe" };
const peoria = { city: "Peoria", state: "IL", zip: "61602" };

describe("labels", () => {
  it.each([
    ["a second of a kind is shown", ["Gender: F", "Sex: M"], { gender: "Female" }, ["Sex: M"]],
    ["a value of blanks is none", ["Name: Jane Doe", "City:   "], jane, []],
    [
      "what follows a value in its line is looked at by itself",
      ["Phone: 5 | Jane Doe"],
      { ...jane, phone: "5" },
      [],
    ],
    [
      "what stands before one is looked at by itself",
      ["Jane Doe, DOB: 3/5/84"],
      { ...jane, dob: "3/5/84" },
      [],
    ],
    [
      "a value may stand in the next line",
      ["Name:", "Jane Doe", "DOB: ", "3/5/84"],
      { ...jane, dob: "3/5/84" },
      [],
    ],
    [
      "a leader with nothing behind it is no value",
      ["Name ........", "Phone ____", "DOB: 3/5/84"],
      { dob: "3/5/84" },
      [],
    ],
    ["a label in the next line is no value", ["Name:", "DOB: 3/5/84"], { dob: "3/5/84" }, []],
    ["a label without a colon has what looks like it in the next line", ["Name", "Jane Doe"], jane, []],
    ["and nothing that does not", ["Phone", "Jane Doe"], jane, ["Phone"]],
    ["a word before a colon is no label", ["Hello:", "Jane Doe"], jane, ["Hello:"]],
    [
      "a table's labels stand before tabs",
      ["DOB\t\t3/5/84", "Plan\tgold", "Sex\tF"],
      { dob: "3/5/84", gender: "Female" },
      ["Plan: gold"],
    ],
    [
      "a name beside a surname is the first name",
      ["Name: Mary Ann", "Surname: Doe"],
      { firstName: "Mary Ann", lastName: "Doe" },
      [],
    ],
    ["a name beside an empty surname is the whole", ["Name: Jane Doe", "Surname:"], jane, []],
    ["an ID of another program", ["External ID: A-7"], { externalId: "A-7" }, []],
    ["a flat goes behind its street", ["Address: 12 Oak St", "Apt: 2"], { address: "12 Oak St, 2" }, []],
    ["a flat without a street is shown", ["Apt: 2", "Name: Jane Doe"], jane, ["Apt: 2"]],
    [
      "a whole address goes into its fields",
      ["Address: 12 Oak St, Peoria, IL 61602"],
      { address: "12 Oak St", ...peoria },
      [],
    ],
    ["a street alone is one", ["Address: Oak House"], { address: "Oak House" }, []],
    [
      "a second street is shown",
      ["Address: 12 Oak St, Peoria, IL 61602", "Address: 5 Elm St"],
      { address: "12 Oak St", ...peoria },
      ["Address: 5 Elm St"],
    ],
    [
      "a place under one label",
      ["Street: 12 Oak St", "City, State, ZIP: Peoria, IL 61602"],
      { address: "12 Oak St", ...peoria },
      [],
    ],
    [
      "a place that is none is shown",
      ["Name: Jane Doe", "City, State: Peoria"],
      jane,
      ["City, State: Peoria"],
    ],
    [
      "a value that only its label tells may stand in the next line",
      ["Surname:", "Doe", "City: ", "Peoria", "Phone:", "5"],
      { lastName: "Doe", city: "Peoria", phone: "5" },
      [],
    ],
    ["an empty label before another", ["Name:", "Date of birth:", "03051984"], { dob: "03051984" }, []],
    ["a column of a table that several tabs part", ["City\t\tPeoria"], { city: "Peoria" }, []],
    [
      "what is somebody else's is shown",
      ["Guarantor Name: John Roe", "Guarantor DOB: 1/2/1950", "Patient Name: Jane Doe", "DOB: 3/5/84"],
      { ...jane, dob: "3/5/84" },
      ["Guarantor Name: John Roe", "Guarantor DOB: 1/2/1950"],
    ],
    [
      "and what is a relation's",
      ["Patient Name: Jane Doe", "Mother's DOB: 1/2/1980", "Date of birth: 3/5/2010"],
      { ...jane, dob: "3/5/2010" },
      ["Mother's DOB: 1/2/1980"],
    ],
    [
      "and what follows somebody else in a line",
      ["Subscriber: John Doe DOB: 1/1/1950", "Patient: Jane Doe DOB: 3/5/1984"],
      { ...jane, dob: "3/5/1984" },
      ["Subscriber: John Doe", "DOB: 1/1/1950"],
    ],
    [
      "and all that stands in their value",
      ["Name: Jane Doe", "Emergency contact: Bo Roe | 217 555 0100"],
      jane,
      ["Emergency contact: Bo Roe | 217 555 0100"],
    ],
    [
      "and the next line of a label of theirs",
      ["Name: Jane Doe", "Insurance phone:", "800 555 0199"],
      jane,
      ["Insurance phone: 800 555 0199"],
    ],
    [
      "and a table's row of theirs",
      ["Guarantor Name\tJohn Roe", "Name\tJane Doe"],
      jane,
      ["Guarantor Name: John Roe"],
    ],
    [
      "and what stands under a heading of theirs, up to an empty line",
      ["Emergency Contact", "Bo Roe", "Phone: 217 555 0100", "", "Name: Jane Doe", "Phone: 5"],
      { ...jane, phone: "5" },
      ["Emergency Contact", "Bo Roe", "Phone: 217 555 0100"],
    ],
    [
      "or up to the patient",
      ["Guarantor:", "Name: John Roe", "Patient information", "Name: Jane Doe"],
      jane,
      ["Patient information", "Guarantor:", "Name: John Roe"],
    ],
    [
      "a heading that the next line answers stands over no more",
      ["Provider:", "Dr. Roe", "Name: Jane Doe"],
      jane,
      ["Provider: Dr. Roe"],
    ],
    [
      "a line that begins with somebody else names no patient",
      ["Guarantor John Roe 1/2/1950", "Sex: F"],
      { gender: "Female" },
      ["Guarantor John Roe 1/2/1950"],
    ],
    [
      "what was is shown",
      ["Previous address: 1 Old St, Chicago, IL 60601", "Current address: 12 Oak St, Peoria, IL 61602"],
      { address: "12 Oak St", ...peoria },
      ["Previous address: 1 Old St, Chicago, IL 60601"],
    ],
    [
      "a name of before is shown",
      ["Maiden name: Smith", "First name: Jane", "Last name: Doe"],
      jane,
      ["Maiden name: Smith"],
    ],
    [
      "a name beside both its parts is shown",
      ["Client: Acme Health", "First name: Jane", "Last name: Doe"],
      jane,
      ["Client: Acme Health"],
    ],
    [
      "two surnames are one",
      ["Apellido materno: López", "Nombre: Ana", "Apellido paterno: Pérez"],
      { firstName: "Ana", lastName: "Pérez López" },
      [],
    ],
    [
      "a second surname that stands there already is shown",
      ["Apellidos: Pérez López", "Segundo apellido: López"],
      { lastName: "Pérez López" },
      ["Segundo apellido: López"],
    ],
    ...[
      "Emergency contact phone: 217 555 0100",
      "Insurance phone: 800 555 0199",
      "Fax phone: 217 555 0100",
    ].map(
      (line) =>
        ["a phone that is not the patient's is shown", ["Name: Jane Doe", line], jane, [line]] as const,
    ),
    ...[
      "Jane Doe 3/5/84",
      "Jane Doe DOB 3/5/84",
      "Jane Doe - 3/5/84",
      "Jane Doe (DOB 3/5/84)",
      "Doe, Jane 3/5/84",
      "Jane Doe, 3/5/84",
    ].map(
      (value) =>
        [
          `a date beside a name in its value is no part of it: ${value}`,
          [`Name: ${value}`],
          { ...jane, dob: "3/5/84" },
          [],
        ] as const,
    ),
    [
      "nor are a phone and an email",
      ["Name: Jane Doe 217-555-0199 a@b.co"],
      { ...jane, phone: "217-555-0199", email: "a@b.co" },
      [],
    ],
    [
      "what else stands beside a name is shown",
      ["Name: Jane Doe 3rd", "First name: Jane", "Last name: Doe"],
      jane,
      ["Name: Jane Doe", "3rd"],
    ],
    [
      "a date beside a surname is no part of it",
      ["First name: Jane", "Last name: Doe DOB 3/5/84"],
      { ...jane, dob: "3/5/84" },
      [],
    ],
    ["only the first column of a table has labels", ["Jane Doe", "Plan\tSex\tF"], jane, ["Plan Sex F"]],
  ] as const)("%s", (_what, lines, values, rest) => expect(read(...lines)).toEqual([values, rest]));
});

it("what is read of lines is told as that", () =>
  expect(readIntakeText("Jane Doe", context)).toEqual({
    format: "text",
    values: jane,
    otherNames: "",
    rest: [],
    odd: [],
  }));

describe("lines without labels", () => {
  it.each([
    [
      "a letter's head",
      ["Jane Doe", "12 Oak St", "Apt 2", "Peoria, IL 61602"],
      { ...jane, address: "12 Oak St, Apt 2", ...peoria },
      [],
    ],
    [
      "parts of a line",
      ["Jane Doe | 217 555 0199 · a@b.co • 3/5/84"],
      { ...jane, phone: "217 555 0199", email: "a@b.co", dob: "3/5/84" },
      [],
    ],
    [
      "labels without a colon",
      ["Jane Doe DOB 3/5/84 tel 217 555 0199"],
      { ...jane, dob: "3/5/84", phone: "(217) 555-0199" },
      [],
    ],
    ["a label without a colon before a name", ["dob 3/5/84, Jane Doe"], { ...jane, dob: "3/5/84" }, []],
    [
      "a name that ends like a label",
      ["Jane Abdob 3/5/84"],
      { firstName: "Jane", lastName: "Abdob", dob: "3/5/84" },
      [],
    ],
    ["an address in angle brackets", ["Jane Doe", "<a@b.co>,"], { ...jane, email: "a@b.co" }, []],
    [
      "a second of a kind is shown",
      ["Jane Doe", "Bo Roe", "2175550199", "2175550100", "a@b.co", "c@d.co"],
      { ...jane, phone: "2175550199", email: "a@b.co" },
      ["Bo Roe", "2175550100", "c@d.co"],
    ],
    [
      "a second street, place and date are shown",
      ["12 Oak St", "5 Elm St", "Peoria, IL 61602", "Elgin, IL", "3/5/84", "1/2/90"],
      { address: "12 Oak St", ...peoria, dob: "3/5/84" },
      ["5 Elm St", "Elgin, IL", "1/2/90"],
    ],
    [
      "a name before a street",
      ["Jane Doe, 12 Oak St, Peoria, IL 61602"],
      { ...jane, address: "12 Oak St", ...peoria },
      [],
    ],
    [
      "a house before a street",
      ["Oak House, 12 Oak St, Peoria, IL 61602"],
      { address: "Oak House, 12 Oak St", ...peoria },
      [],
    ],
    [
      "a capital that is called like a state",
      ["Jane Doe", "12 Oak St", "Washington, DC 20001"],
      { ...jane, address: "12 Oak St", city: "Washington", state: "DC", zip: "20001" },
      [],
    ],
    [
      "no physician as a city",
      ["Patient: Jane Doe", "Thank you,", "Alan Smith, MD"],
      jane,
      ["Alan Smith, MD"],
    ],
    [
      "a city of such a state below its street",
      ["Jane Doe", "12 Oak St", "Boston, MA"],
      { ...jane, address: "12 Oak St", city: "Boston", state: "MA" },
      [],
    ],
    [
      "no age, count or dose as a street",
      ["Jane Doe", "42 year old female", "10 mg lisinopril daily", "6 visits authorized", "12 Oak St"],
      { ...jane, gender: "Female", address: "12 Oak St" },
      ["42 year old female", "10 mg lisinopril daily", "6 visits authorized"],
    ],
    ["a place with its street", ["12 Oak St, Peoria, IL 61602"], { address: "12 Oak St", ...peoria }, []],
    [
      "a place beside a street that is known",
      ["5 Elm St", "12 Oak St, Peoria, IL 61602"],
      { address: "5 Elm St", ...peoria },
      [],
    ],
    [
      "only what is left of a line is shown",
      ["Jane Doe | Acme | Boss", "62701"],
      jane,
      ["Acme · Boss", "62701"],
    ],
    [
      "a line of which nothing is known is shown as it is",
      ["Jane Doe", "Acme  |  boss"],
      jane,
      ["Acme | boss"],
    ],
    ["a flat before any street is shown", ["Suite 5", "Jane Doe"], jane, ["Suite 5"]],
    [
      "a flat by any of its words",
      ["Jane Doe", "12 Oak St", "ste 5"],
      { ...jane, address: "12 Oak St, ste 5" },
      [],
    ],
    [
      "of several dates the first of all, as a visit is later",
      ["11/20/2025", "Jane Doe", "3/5/1984", "217 555 0199"],
      { ...jane, dob: "3/5/1984", phone: "217 555 0199" },
      ["11/20/2025"],
    ],
    ["also beside a name", ["11/20/2024", "Jane Doe 3/5/1984"], { ...jane, dob: "3/5/1984" }, ["11/20/2024"]],
    [
      "and a visit beside a name is shown",
      ["Jane Doe 11/20/2024", "3/5/1984"],
      { ...jane, dob: "3/5/1984" },
      ["Jane Doe 11/20/2024"],
    ],
    [
      "also where a label says the day of birth",
      ["DOB: 3/5/1984", "Jane Doe 11/20/2024"],
      { ...jane, dob: "3/5/1984" },
      ["Jane Doe 11/20/2024"],
    ],
    [
      "a date that is said to be it goes before one that is earlier",
      ["Jane Doe", "1/2/1950", "born 3/5/1984"],
      { ...jane, dob: "3/5/1984" },
      ["1/2/1950"],
    ],
    ["one line of all", ["jane doe 3/5/84"], { ...jane, dob: "3/5/84" }, []],
    ["a birth date by its word", ["Born on 3/5/84", "Jane Doe"], { ...jane, dob: "3/5/84" }, []],
    ["a birth date of digits by its word", ["DOB 03051984", "Jane Doe"], { ...jane, dob: "03051984" }, []],
    ["what a label parts is no date", ["Jane Doe", "March born 5, 1984"], jane, ["March born 5, 1984"]],
    ["digits alone are no date", ["Jane Doe", "03051984"], jane, ["03051984"]],
    [
      "a date of this year is the letter's own",
      ["Jane Doe", "11/20/2026", "11/23/2025"],
      jane,
      ["11/20/2026", "11/23/2025"],
    ],
    ["a child of one year has a birth date", ["Jane Doe", "11/22/2025"], { ...jane, dob: "11/22/2025" }, []],
    [
      "a name has two words that begin with capitals",
      ["jane doe", "Jane doe", "Jane", "Jane Doe"],
      jane,
      ["jane doe", "Jane doe", "Jane"],
    ],
    ["a name in another alphabet's capitals", ["Łucja Żak"], { firstName: "Łucja", lastName: "Żak" }, []],
    [
      "a first name that is known is kept",
      ["First name: Ann", "Jane Doe"],
      { firstName: "Ann" },
      ["Jane Doe"],
    ],
    [
      "nothing of a second place is mixed with the first",
      ["Peoria, IL 61602", "12 Oak St, Elgin, IL 60120"],
      peoria,
      ["12 Oak St, Elgin, IL 60120"],
    ],
    [
      "nor with a city alone",
      ["Peoria, IL", "12 Oak St, Elgin, IL 60120"],
      { city: "Peoria", state: "IL" },
      ["12 Oak St, Elgin, IL 60120"],
    ],
    [
      "nor with a ZIP code alone",
      ["ZIP: 61602", "12 Oak St, Elgin, IL"],
      { zip: "61602" },
      ["12 Oak St, Elgin, IL"],
    ],
    ["a name below a street is no flat", ["12 Oak St", "Jane Doe"], { ...jane, address: "12 Oak St" }, []],
    [
      "a flat has its word first",
      ["12 Oak St", "see apt book", "Jane Doe"],
      { ...jane, address: "12 Oak St" },
      ["see apt book"],
    ],
    [
      "nothing of a second person is mixed with the first",
      ["Jane Doe", "Bo Roe 3/5/84"],
      jane,
      ["Bo Roe 3/5/84"],
    ],
    [
      "nor with a first name alone",
      ["First name: Jane", "Bo Roe 3/5/84"],
      { firstName: "Jane" },
      ["Bo Roe 3/5/84"],
    ],
    ["nor with a surname alone", ["Surname: Doe", "Bo Roe 3/5/84"], { lastName: "Doe" }, ["Bo Roe 3/5/84"]],
    [
      "a name has small letters nowhere at a beginning",
      ["a@b.co", "jane A Doe", "Jane Doe went"],
      { email: "a@b.co" },
      ["jane A Doe", "Jane Doe went"],
    ],
    ["one name with a date is nobody", ["Doe 3/5/84", "a@b.co"], { email: "a@b.co" }, ["Doe 3/5/84"]],
    [
      "a phone number of before is kept",
      ["2175550199", "Jane Doe 217 555 0100"],
      { ...jane, phone: "2175550199" },
      [],
    ],
    ["empty parts of a line are not shown", ["Jane Doe | Acme | | Boss", "|"], jane, ["Acme · Boss"]],
    ["brackets around an address", ["<< a@b.co >>"], { email: "a@b.co" }, []],
    ...[
      "born",
      "Born on",
      "DOB",
      "d.o.b.",
      "date of birth",
      "nacida",
      "Nacido el",
      "fecha de nacimiento",
    ].flatMap(
      (label) =>
        [
          [`${label} beside a name`, [`Jane Doe ${label} 3/5/84`], { ...jane, dob: "3/5/84" }, []],
          [`${label} before digits`, [`${label} 03051984`], { dob: "03051984" }, []],
        ] as const,
    ),
    ...["phone", "Tel", "tel.", "cell", "mobile", "ph", "teléfono", "telefono", "cel", "móvil", "movil"].map(
      (label) =>
        [
          `${label} beside a name`,
          [`Jane Doe ${label} (217) 555-0199`],
          { ...jane, phone: "(217) 555-0199" },
          [],
        ] as const,
    ),
  ] as const)("%s", (_what, lines, values, rest) => expect(read(...lines)).toEqual([values, rest]));

  it.each([
    "Hi",
    "Hello,",
    "Dear",
    "Estimada",
    "Buenos Días",
    "Thanks!",
    "Thank",
    "Thank you",
    "Best",
    "Kind regards,",
    "Warm Regards",
    "Sincerely,",
    "Cheers",
    "Yours truly",
    "Saludos cordiales",
    "Un saludo",
    "Atentamente",
    "Muchas Gracias",
    "New Patient",
    "Referral",
    "Sent from my Phone",
  ])("%s is no name and nothing to be read", (line) => expect(read(line, "Jane Doe")).toEqual([jane, []]));

  it("but more words than a greeting are", () =>
    expect(read("Jane Doe", "Thanks for the fish", "So best")).toEqual([
      jane,
      ["Thanks for the fish", "So best"],
    ]));
});

it.each(["", "hello", "Acme | Boss", "62701", "Insurance: Aetna"])("%j says nothing of a patient", (text) =>
  expect(read(text)).toBeNull(),
);
