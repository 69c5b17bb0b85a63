import { describe, expect, it } from "vitest";
import { splitLabelled } from "../../../../shared/intake/labelled.ts";
import { matchLabel, type AskedField, isSpanishGender } from "../../../../shared/intake/labels.ts";
import { isOthers, isOthersHead } from "../../../../shared/intake/others.ts";

const labels: readonly (readonly [string, AskedField])[] = [
  ["First Name", "firstName"],
  ["Nombres", "firstName"],
  ["Surname", "lastName"],
  ["Apellidos", "lastName"],
  ["Patient's Name", "name"],
  ["Nombre completo", "name"],
  ["D.O.B.", "dob"],
  ["Fecha de nacimiento", "dob"],
  ["Sex", "gender"],
  ["Género", "gender"],
  ["Sexo del paciente", "gender"],
  ["Sexo (H/M)", "gender"],
  ["Street Address", "address"],
  ["Dirección", "address"],
  ["Apt", "address2"],
  ["Address 2", "address2"],
  ["Town", "city"],
  ["Población", "city"],
  ["Province", "state"],
  ["Estado", "state"],
  ["ZIP Code", "zip"],
  ["C.P.", "zip"],
  ["Apellido paterno", "lastName"],
  ["Apellido materno", "lastName2"],
  ["Current address", "address"],
  ["City, State, ZIP", "place"],
  ["Ciudad/Estado/ZIP", "place"],
  ["Cell Phone", "phone"],
  ["Teléfono móvil", "phone"],
  ["E-mail", "email"],
  ["Correo electrónico", "email"],
  ["External ID", "externalId"],
  ["Identificador externo", "externalId"],
];

describe("a label", () => {
  it.each(labels)("%s asks for %s", (label, asked) => expect(matchLabel(label)).toBe(asked));

  it.each(["name*", "Name :", "name #:", "first_name", "date_of_birth", "  name  ", `name${":".repeat(56)}`])(
    "%j is known with its marks",
    (label) => expect(matchLabel(label)).not.toBeNull(),
  );

  it.each(["", "Insurance", "na*me", "*name", "nameof", "constructor", `name${":".repeat(57)}`])(
    "%j asks for nothing",
    (label) => expect(matchLabel(label)).toBeNull(),
  );

  it.each([
    "Guarantor Name",
    "guarantor's DOB",
    "Subscriber",
    "Policy Holder DOB",
    "Mother's date of birth",
    "Mother's maiden name:",
    "Parent/Guardian",
    "Parent or guardian phone",
    "Spouse name",
    "Emergency contact",
    "Emergency contact phone number",
    "Emergency phone",
    "Insurance phone",
    "Pharmacy address",
    "Referring provider name",
    "Primary insurance",
    "Employer phone",
    "Previous address",
    "Maiden name",
    "Former last name",
    "Preferred name",
    "Fax",
    "Fax number",
    "fax phone",
    "DOB of subscriber",
    "Name of the insured",
    "Nombre de la madre",
    "Teléfono de emergencia",
    "Nombre del contacto de emergencia",
    "Fecha de nacimiento del cónyuge",
    "Dirección anterior",
    "Apellido de soltera",
    "Teléfono de la aseguradora",
  ])("%j is of somebody else, or of another time", (label) => {
    expect(isOthers(label)).toBe(true);
    expect(matchLabel(label)).toBeNull();
  });

  it.each([
    "Name",
    "Preferred phone",
    "Work phone",
    "Current address",
    "Insurance ID",
    "Patient",
    "Mother tongue",
    "Old",
    "x".repeat(61),
  ])("%j is not", (label) => expect(isOthers(label)).toBe(false));

  it("alone, or as a heading, stands over what is somebody else's", () => {
    expect(["EMERGENCY CONTACT", "Guarantor information:", "Madre"].every(isOthersHead)).toBe(true);
    expect(
      ["Emergency contact: Bo", "Fax", "Name", "Previous", `Guarantor${" ".repeat(60)}`].some(isOthersHead),
    ).toBe(false);
  });

  it("in Spanish reads M as a woman: only its own words for gender do", () => {
    const spanish = [
      "Sexo",
      "género",
      "GENERO",
      "sexo o",
      "sexo_paciente",
      "Sexo (H/M)",
      "Sexo del paciente",
      "Género biológico",
    ];
    expect(spanish.filter((head) => !isSpanishGender(head))).toEqual([]);
    expect(["Sex", "Gender", "mi sexo", "sexología"].filter(isSpanishGender)).toEqual([]);
  });
});

describe("a line of labels", () => {
  it.each([
    ["DOB: 3/5/84   Phone: 217 555 0199", "", ["dob|DOB|3/5/84", "phone|Phone|217 555 0199"]],
    ["Jane Doe, DOB: 3/5/84", "Jane Doe", ["dob|DOB|3/5/84"]],
    ["Name: Doe, Jane | Sex: F,", "", ["name|Name|Doe, Jane", "gender|Sex|F"]],
    ["Name: , ;Jane Doe – • ; Sex=F", "", ["name|Name|Jane Doe", "gender|Sex|F"]],
    ["Last name: Doe", "", ["lastName|Last name|Doe"]],
    ["one two three four five six Last name: Doe", "one two three four five six", ["lastName|Last name|Doe"]],
    ["DOB - 3/5/84", "", ["dob|DOB|3/5/84"]],
    ["DOB : 3/5/84", "", ["dob|DOB|3/5/84"]],
    ["Phone:Sex: F", "", ["phone|Phone|", "gender|Sex|F"]],
    ["at 12:Name: Jane", "at 12:", ["name|Name|Jane"]],
    ["Phone  –  217 555 0199", "", ["phone|Phone|217 555 0199"]],
    ["Phone — 1", "", ["phone|Phone|1"]],
    ["Phone = 1 2", "", ["phone|Phone|1 2"]],
    ["Name - Jane - Doe", "", ["name|Name|Jane - Doe"]],
    ["Name: Jane 12:30 Sex: F", "", ["name|Name|Jane 12:30", "gender|Sex|F"]],
    ["Phone: Name:", "", ["phone|Phone|", "name|Name|"]],
    ["Guarantor DOB: 1/2/1950", "", ["null|Guarantor DOB|1/2/1950"]],
    ["Phone: 5 Fax: 6 Email: a@b.co", "", ["phone|Phone|5", "null|Fax|6", "email|Email|a@b.co"]],
    ["Name: Jane Doe (DOB: 3/5/84)", "", ["name|Name|Jane Doe", "dob|DOB|3/5/84"]],
    ["Name: Jane (JJ) Phone: (217) 555-0199", "", ["name|Name|Jane (JJ)", "phone|Phone|(217) 555-0199"]],
    ["Last, First: Doe, Jane", "", ["name|Last, First|Doe, Jane"]],
    ["Mother's DOB - 1/2/1980", "", ["null|Mother's DOB|1/2/1980"]],
    // What follows somebody else is theirs too, up to the patient.
    ["Subscriber: Bo Doe DOB: 1/1/50", "", ["null|Subscriber|Bo Doe", "null|DOB|1/1/50"]],
    ["Nombre de la madre: Rosa Tel: 5", "", ["null|Nombre de la madre|Rosa", "null|Tel|5"]],
    ["Maiden name: Roe DOB: 3/5/84", "", ["null|Maiden name|Roe", "dob|DOB|3/5/84"]],
    [
      "Spouse: Bo Patient: Jane Doe DOB: 3/5/84",
      "",
      ["null|Spouse|Bo", "name|Patient|Jane Doe", "dob|DOB|3/5/84"],
    ],
    ["City, State: Peoria, IL", "", ["place|City, State|Peoria, IL"]],
  ] as const)("%s", (line, before, parts) => {
    const found = splitLabelled(line);
    expect(found?.before).toBe(before);
    expect(found?.parts.map(({ asked, label, value }) => `${asked}|${label}|${value}`)).toEqual(parts);
  });

  it.each(["Nothing here", "time 12:30", "We met - Jane", "Name -Jane", "Name-Jane", "Name - ", ": Jane"])(
    "%s is none: it has no label that is known",
    (line) => expect(splitLabelled(line)).toBeNull(),
  );
});
