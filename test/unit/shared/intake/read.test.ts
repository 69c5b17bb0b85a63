import { describe, expect, it } from "vitest";
import { emptyPatientForm, readPatientForm } from "../../../../shared/patients/patient-form.ts";
import { type IntakeFormat, readAtMost } from "../../../../shared/intake/intake.ts";
import { readIntake } from "../../../../shared/intake/read.ts";

const context = { today: "2026-11-22", dateOrder: "month-first" } as const;
const read = (text: string) => {
  const found = readIntake(text, context);
  if (found.kind !== "read") throw new Error(found.kind);
  return found.intake;
};
/** What the form then holds, as it is sent: what is read of "3/5/84" and of "1984-03-05" is one. */
const sent = (text: string) => {
  const { values } = readPatientForm({ ...emptyPatientForm, ...read(text).values }, context);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
};

const jane = {
  firstName: "Jane",
  lastName: "Doe",
  dob: "1984-03-05",
  gender: "Female",
  address: "12 Oak Street",
  city: "Springfield",
  state: "IL",
  zip: "62701",
  phone: "(217) 555-0199",
  email: "jane@example.com",
};
const { gender: _gender, ...withoutGender } = jane;
const { dob: _dob, ...inSignature } = withoutGender;

const whole: readonly (readonly [string, IntakeFormat, string])[] = [
  [
    "labels in English",
    "text",
    `Name: Jane Doe
DOB: 3/5/84
Sex: F
Address: 12 Oak Street
City: Springfield
State: IL
ZIP code: 62701
Phone: 217-555-0199
Email: jane@example.com`,
  ],
  [
    "labels in Spanish",
    "text",
    `Nombre: Jane
Apellidos: Doe
Fecha de nacimiento: 5 de marzo de 1984
Sexo: Femenino
Dirección: 12 Oak Street
Ciudad: Springfield
Estado: Illinois
Código postal: 62701
Teléfono: 217 555 0199
Correo electrónico: jane@example.com`,
  ],
  [
    "several labels in a line, a whole address behind one, and values in the next line",
    "text",
    `Patient: Doe, Jane   DOB: 03/05/1984   Gender: Female
Address:
12 Oak Street, Springfield, IL 62701
Tel. (217) 555-0199, Cell: (217) 555-0199 | E-mail: jane@example.com`,
  ],
  [
    "a table that was copied",
    "text",
    "First Name\tJane\nLast Name\tDoe\nDate of Birth\t1984-03-05\nGender\tFemale\nStreet\t12 Oak Street\nCity\tSpringfield\nState\tIL\nZIP\t62701\nPhone\t2175550199\nEmail\tjane@example.com",
  ],
  [
    "a row of a spreadsheet with its heads",
    "csv",
    'Last,First,DOB,Sex,Street,City,State,Zip,Phone,Email,Insurance\nDoe,Jane,3/5/1984,F,"12 Oak Street",Springfield,IL,62701,217-555-0199,jane@example.com,Aetna',
  ],
  [
    "a row with heads in Spanish, as Excel writes it there",
    "csv",
    "Nombre;Apellido;Fecha de nacimiento;Sexo;Calle;Ciudad;Estado;CP;Teléfono;Correo\nJane;Doe;1984-03-05;Mujer;12 Oak Street;Springfield;IL;62701;2175550199;jane@example.com",
  ],
  [
    "a row without heads",
    "csv",
    "Jane\tDoe\t3/5/1984\tF\t12 Oak Street\tSpringfield\tIL\t62701\t(217) 555-0199\tjane@example.com",
  ],
  [
    "a vCard 3.0",
    "vcard",
    `BEGIN:VCARD
VERSION:3.0
PRODID:-//Example//EN
N:Doe;Jane;;;
FN:Jane Doe
BDAY;VALUE=date:1984-03-05
X-GENDER:Female
ADR;TYPE=WORK:;;1 Office Park;Peoria;IL;61602;USA
item1.ADR;type=HOME;type=pref:;;12 Oak
  Street;Springfield;IL;62701;USA
TEL;TYPE=FAX:+1 217 555 0000
TEL;TYPE="CELL,VOICE":+1 217 555 0199
EMAIL;TYPE=INTERNET:jane@example.com
PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD
 /2wBDAAMCAgMCAgMDAwM
END:VCARD`.replace(/\n/g, "\r\n"),
  ],
  [
    "a vCard 4.0",
    "vcard",
    "BEGIN:VCARD\nVERSION:4.0\nN:Doe;Jane;;;\nFN:Jane Doe\nGENDER:F\nBDAY:19840305\nADR:;;12 Oak Street;Springfield;Illinois;62701;\nTEL;VALUE=uri;PREF=1:tel:+1-217-555-0199\nEMAIL:jane@example.com\nEND:VCARD",
  ],
  [
    "a FHIR patient",
    "fhir",
    JSON.stringify({
      resourceType: "Patient",
      name: [
        { use: "old", family: "Roe", given: ["Jane"] },
        { use: "official", family: "Doe", given: ["Jane"] },
      ],
      gender: "female",
      birthDate: "1984-03-05",
      telecom: [
        { system: "phone", value: "+1 217 555 0199", use: "mobile" },
        { system: "email", value: "jane@example.com" },
      ],
      address: [
        { use: "home", line: ["12 Oak Street"], city: "Springfield", state: "IL", postalCode: "62701" },
      ],
    }),
  ],
  [
    "an HL7 message",
    "hl7",
    "MSH|^~\\&|ADT|HOSP|DESK|CLINIC|20261122||ADT^A04|1|P|2.5\rEVN|A04|20261122\rPID|1||||DOE^JANE||19840305000000|F|||12 Oak Street^^Springfield^IL^62701^USA||(217)555-0199^PRN^PH~^NET^Internet^jane@example.com\rPV1|1|O",
  ],
];

describe.each(whole)("%s", (_what, format, text) => {
  it("fills in all ten fields that it has, and nothing that it has not", () => {
    expect(read(text).format).toBe(format);
    const body = sent(text);
    const phone = String(body["phone"]).replace(/^(?:\+?1 )/, "");
    const name = {
      firstName: String(body["firstName"]).toLowerCase(),
      lastName: String(body["lastName"]).toLowerCase(),
    };
    expect({ ...body, phone, ...name }).toEqual({ ...jane, firstName: "jane", lastName: "doe" });
  });
});

describe("what is read of less", () => {
  it("is an email's signature, with what is no part of a patient left to be seen", () => {
    const intake = read(
      "Thanks,\n\nJane Doe\nOffice Manager | Acme Roofing\n12 Oak Street\nSpringfield, IL 62701\nm: 217.555.0199 | jane@example.com\nwww.acme.example",
    );
    expect({ ...intake.values, phone: "(217) 555-0199" }).toEqual(inSignature);
    expect(intake.rest).toEqual(["Office Manager | Acme Roofing", "www.acme.example"]);
  });

  it("is one line with everything in it", () =>
    expect(sent("Doe, Jane 3/5/84 217 555 0199 jane@example.com")).toEqual({
      firstName: "Jane",
      lastName: "Doe",
      dob: "1984-03-05",
      phone: "(217) 555-0199",
      email: "jane@example.com",
    }));

  it.each([
    "",
    "\n\n",
    "hello",
    "Thanks,",
    "see you tomorrow at the usual place then",
    "{}",
    "[1,2",
    "a,b,c,d",
    "12",
    // A magnetic stripe: its names are cut off, and its numbers are the card's own.
    "%ILSPRINGFIELD^DOE$JANE$Q^12 OAK ST^?;6360351234567=280619840305?",
  ])("is nothing of %j", (text) => expect(readIntake(text, context).kind).toBe("nothing"));

  it("is no date of birth of a letter's own date", () => {
    const { values } = read("November 20, 2026\nJane Doe\n(217) 555-0199");
    expect(values.dob).toBeUndefined();
  });

  it("leaves a gender that the form does not have, and a date that does not exist, to be seen", () => {
    const { values, rest } = read("Name: Jane Doe\nGender: nonbinary\nDOB: 2/30/1984");
    expect(values).toEqual({ firstName: "Jane", lastName: "Doe" });
    expect(rest).toEqual(["DOB: 2/30/1984", "Gender: nonbinary"].toSorted().toReversed());
  });

  it("takes M for a woman nowhere: in Spanish it is no gender, in English a man", () => {
    expect(read("Nombre: Ana\nSexo: M").values.gender).toBeUndefined();
    expect(read("Nombre: Ana\nSexo: M").rest).toEqual(["Sexo: M"]);
    expect(read("Name: Bo Doe\nSex: M").values.gender).toBe("Male");
  });

  it("has an email address of an internationalized domain as it is written", () =>
    expect(read("Name: Jane Roe\nEmail: jane@bücher.example").values.email).toBe("jane@bücher.example"));

  it("has no day of birth in a weekday or in words for a day", () =>
    expect(read("Name: Jane Roe\nDOB: Tue 12/1\nBorn: next week")).toMatchObject({
      values: { firstName: "Jane", lastName: "Roe" },
      rest: ["DOB: Tue 12/1", "Born: next week"],
    }));

  it("of several people fills in the first, and shows the others", () => {
    const { values, rest } = read(
      "First,Last,DOB,Phone\nJane,Doe,3/5/1984,2175550199\nBo,Roe,1/2/1990,2175550100",
    );
    expect(values).toMatchObject({ firstName: "Jane", lastName: "Doe" });
    expect(rest).toEqual(["Bo, Roe, 1/2/1990, 2175550100"]);
  });
});

describe("a text", () => {
  const contact = "BEGIN:VCARD\nN:Doe;Jane\n";

  it("may begin with the mark of its encoding", () =>
    expect(read(`\uFEFF${contact}`)).toMatchObject({ format: "vcard", values: { firstName: "Jane" } }));

  it("may have that mark again, where a file was put behind another", () => {
    const { values, rest } = read(`\uFEFF${contact}END:VCARD\n\uFEFFBEGIN:VCARD\nFN:Bo Roe\nEND:VCARD`);
    expect([values.firstName, rest]).toEqual(["Jane", ["Bo Roe"]]);
  });

  it("of which one reader finds nothing goes on to the next", () => {
    expect(readIntake("BEGIN:VCARD\nEND:VCARD", context).kind).toBe("nothing");
    expect(read("BEGIN:VCARD\nEND:VCARD\nName: Jane Doe").format).toBe("text");
  });

  it("with the head of a license is read as nothing else", () => {
    const head = "@\n\u001E\rANSI 636000090001DL00410278DL\nName: Jane Doe";
    expect(readIntake(head, context).kind).toBe("unread");
  });

  it("is read up to its limit", () => {
    const filled = `${contact}NOTE:${"x".repeat(readAtMost - contact.length - 10)}`;
    expect(read(`${filled}\nTEL:5`).values.phone).toBeUndefined();
    expect(read(`${filled.slice(0, -10)}\nTEL:5`).values.phone).toBe("5");
  });
});

describe("what must not get into the form", () => {
  it("is a card number, wherever it stands: it is left out, and that is said", () => {
    const { values, rest, odd } = read("Name: Jane Doe\nPhone: 4242 4242 4242 4242\nCard 4242424242424242");
    expect(values).toEqual({ firstName: "Jane", lastName: "Doe" });
    expect(rest).toEqual([]);
    expect(odd).toEqual(["card-number"]);
  });

  it("is what nobody sees", () =>
    expect(read("Name: Jane\u202E Doe\u0000\nPhone: 2175550199\u200B").values.firstName).toBe("Jane"));
});
