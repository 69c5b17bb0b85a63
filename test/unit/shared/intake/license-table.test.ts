import { describe, expect, it } from "vitest";
import { readLicense } from "../../../../shared/intake/license.ts";
import { generated } from "../../../support/cases.ts";
import {
  countries,
  orders,
  separators,
  subfiles,
  writeLicense,
  type Country,
  type Holder,
  type Separators,
} from "../../../support/license-writer.ts";

/** Every version of the standard, by country, with each of its separators, orders and subfiles, written and read back. */

const holders: Readonly<Record<Country, readonly Holder[]>> = {
  USA: [
    {
      first: "MARY ANN",
      middle: "LOUISE",
      last: "O'BRIEN",
      suffix: "JR",
      born: "1984-02-29",
      sex: "F",
      street: "12 NW 4TH ST",
      street2: "APT 2B",
      city: "NORTH LAS VEGAS",
      state: "NV",
      zip: "89030-1234",
    },
    {
      first: "JO",
      middle: "",
      last: "NG",
      suffix: "",
      born: "2001-12-31",
      sex: "M",
      street: "PO BOX 77",
      street2: "",
      city: "FOND DU LAC",
      state: "WI",
      zip: "54935",
    },
  ],
  CAN: [
    {
      first: "ZOE",
      middle: "ROSE",
      last: "TREMBLAY-ROY",
      suffix: "",
      born: "1951-06-27",
      sex: "F",
      street: "35 RUE ELGIN",
      street2: "",
      city: "OTTAWA",
      state: "ON",
      zip: "K1A 0B6",
    },
  ],
};
const asWritten: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "MARY ANN": {
    firstName: "Mary Ann",
    lastName: "O'Brien",
    dob: "1984-02-29",
    gender: "Female",
    address: "12 NW 4th St, Apt 2B",
    city: "North Las Vegas",
    state: "NV",
    zip: "89030-1234",
    otherNames: "Louise Jr",
  },
  JO: {
    firstName: "Jo",
    lastName: "Ng",
    dob: "2001-12-31",
    gender: "Male",
    address: "PO Box 77",
    city: "Fond du Lac",
    state: "WI",
    zip: "54935",
    otherNames: "",
  },
  ZOE: {
    firstName: "Zoe",
    lastName: "Tremblay-Roy",
    dob: "1951-06-27",
    gender: "Female",
    address: "35 Rue Elgin",
    city: "Ottawa",
    state: "ON",
    zip: "K1A 0B6",
    otherNames: "Rose",
  },
};

const versions = Array.from({ length: 10 }, (_, at) => at + 1);
const table = versions.flatMap((version) => countries.map((country) => ({ version, country })));
const isNone = ({ element }: Separators): boolean => element === "";

describe.each(table)("version $version of $country", ({ version, country }) => {
  it.each(Object.entries(separators))("with these separators: %s", (_what, signs) => {
    let count = 0;
    for (const holder of holders[country])
      for (const [order, ordered] of Object.entries(orders))
        for (const [kind, letters] of Object.entries(subfiles)) {
          const text = writeLicense(holder, {
            version,
            country,
            separators: signs,
            order: ordered,
            subfiles: letters,
          });
          const read = readLicense(text);
          const what = `${holder.first}, ${order}, ${kind}`;
          expect(read.kind, what).toBe("read");
          if (read.kind !== "read") continue;
          const { values, otherNames, rest, odd } = read.intake;
          expect({ ...values, otherNames }, what).toEqual(asWritten[holder.first]);
          expect(rest, what).toEqual([]);
          // Without separators names are guessed at, and that is said.
          expect(odd, what).toEqual(isNone(signs) ? ["joined"] : []);
          count += 1;
        }
    generated(count);
  });
});
