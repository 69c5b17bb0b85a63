import { describe, expect, it } from "vitest";
import { isStreet, readPlace } from "../../../../shared/intake/place.ts";

/** Address, city, state and ZIP code of a line. */
const read = (line: string) => {
  const place = readPlace(line);
  return place === null ? null : [place.address, place.city, place.state, place.zip];
};

describe("a place", () => {
  it.each([
    ["Springfield, IL 62701", ["", "Springfield", "IL", "62701"]],
    ["Springfield, il 62701-1234", ["", "Springfield", "IL", "62701-1234"]],
    ["  Springfield ,  Illinois ,  62701 ; ", ["", "Springfield", "Illinois", "62701"]],
    ["Springfield IL 62701", ["", "Springfield", "IL", "62701"]],
    ["Springfield, IL", ["", "Springfield", "IL", ""]],
    ["Springfield,IL", ["", "Springfield", "IL", ""]],
    ["12 Oak St,Springfield,IL 62701", ["12 Oak St", "Springfield", "IL", "62701"]],
    ["12 Oak St, Springfield, IL 62701", ["12 Oak St", "Springfield", "IL", "62701"]],
    ["12 Oak St, Apt 2, Springfield, IL", ["12 Oak St, Apt 2", "Springfield", "IL", ""]],
    ["12 Oak St,, Springfield,, IL 62701,", ["12 Oak St", "Springfield", "IL", "62701"]],
    ["PO Box 5, Peoria, IL 61602", ["PO Box 5", "Peoria", "IL", "61602"]],
    ["12 Oak St, New York, New York 10001", ["12 Oak St", "New York", "New York", "10001"]],
    ["Washington, District of Columbia 20001", ["", "Washington", "District of Columbia", "20001"]],
    ["Washington, DC 20001", ["", "Washington", "DC", "20001"]],
    ["Washington DC 20001", ["", "Washington", "DC", "20001"]],
    ["12 Oak St, Washington, D.C. 20001", ["12 Oak St", "Washington", "DC", "20001"]],
    ["12 Oak St Washington DC 20001", ["12 Oak St", "Washington", "DC", "20001"]],
    ["12 Oak St, Washington, DC", ["12 Oak St", "Washington", "DC", ""]],
    ["Port Washington, WI 53074", ["", "Port Washington", "WI", "53074"]],
    ["Seattle, Washington 98101", ["", "Seattle", "Washington", "98101"]],
    ["Newark, N.J. 07102", ["", "Newark", "NJ", "07102"]],
    ["12 Oak Street, IL 62701", ["12 Oak Street", "", "IL", "62701"]],
    ["12 Oak Street 62701", ["12 Oak Street", "", "", "62701"]],
    ["12 Oak Street, Springfield 62701", ["12 Oak Street", "Springfield", "", "62701"]],
    ["IL 62701", ["", "", "IL", "62701"]],
    ["Oak House, Peoria, IL 61602", ["Oak House", "Peoria", "IL", "61602"]],
    ["12345 Oak St, Peoria, IL", ["12345 Oak St", "Peoria", "IL", ""]],
    ["12 Oak St, US Mills, IL 61602", ["12 Oak St", "US Mills", "IL", "61602"]],
    ["Springfield, IL62701", ["", "Springfield", "IL", "62701"]],
    ["12 Oak St, 29 Palms, CA 92277", ["12 Oak St", "29 Palms", "CA", "92277"]],
    ["; , . Peoria, IL 61602", ["", "Peoria", "IL", "61602"]],
  ] as const)("%s", (line, place) => expect(read(line)).toEqual(place));

  it("of a state of two words is that state, and no city of its first word", () =>
    expect(read("West Virginia 25301")).toEqual(["", "", "West Virginia", "25301"]));

  it.each([
    "USA",
    "US",
    "U.S.A.",
    "U.S.",
    "United States",
    "United States of America",
    "EE. UU.",
    "EEUU",
    "Estados Unidos",
  ])("is the same with its country behind it: %s", (country) => {
    expect(read(`Peoria, IL 61602, ${country}`)).toEqual(["", "Peoria", "IL", "61602"]);
    expect(read(`Peoria, IL ${country}`)).toEqual(["", "Peoria", "IL", ""]);
  });

  it.each([
    ["12 Oak St, Ottawa, ON K1A 0B6", ["12 Oak St", "Ottawa", "ON", "K1A 0B6"]],
    ["Ottawa, on k1a0b6, Canada", ["", "Ottawa", "ON", "K1A0B6"]],
    ["35 Rue Elgin, Ottawa, Ontario K1A 0B6", ["35 Rue Elgin", "Ottawa", "Ontario", "K1A 0B6"]],
    ["Vancouver, British Columbia V5K 0A1", ["", "Vancouver", "British Columbia", "V5K 0A1"]],
    ["Montréal, Québec H2Y 1C6", ["", "Montréal", "Québec", "H2Y 1C6"]],
  ] as const)("in Canada has a province, which is no city: %s", (line, place) =>
    expect(read(line)).toEqual(place),
  );

  it.each([
    "",
    "62701",
    "Springfield IL",
    "Springfield, il",
    "Springfield, ILL",
    "Springfield 62701",
    "Springfield, ON",
    "Springfield, ON 62701",
    "Springfield, IL 627011",
    "Springfield, XX",
    "12 Oak Street, XX",
    "Springfield, ILLINOIS",
    "Ottawa, Ontario East K1A 0B6",
    "Jane Doe",
    "12 Oak Street",
    "12 Oak Street 627011",
    "12 Oak Street #12345",
    "Springfield, IL 62701 and more",
  ])("is not in %j", (line) => expect(read(line)).toBeNull());
});

describe("a street", () => {
  it.each([
    "12 Oak",
    "12B Oak",
    "45-17 21st",
    "12, Oak",
    "12  (Old) Oak",
    "1 Ñandú",
    "PO Box 1",
    "p.o. box 5",
    "P. O. Box 5",
    "P.O.Box 5",
    "apartado 3",
    "12 Day St",
    "6 Times Square",
    "10 Milligan Rd",
    "5 Moss Lane",
  ])("is %s", (line) => expect(isStreet(line)).toBe(true));

  it.each([
    "Oak 12",
    "12 345",
    "12Oak",
    "12 a@b",
    "12 http://x",
    "No. 12 Oak",
    "12-Oak",
    "Apartados 3",
    "The PO Box 1",
    "PO Boxing 1",
    "42 year old female",
    "42 y/o",
    "10 mg lisinopril daily",
    "6 visits authorized",
    "30 days, Dr. Roe",
    "42 años",
    "3 sesiones",
    "",
  ])("is not %j", (line) => expect(isStreet(line)).toBe(false));
});

describe("an address without commas", () => {
  it.each([
    ["PSC 802 Box 74 APO AE 09499-0074", ["PSC 802 Box 74", "APO", "AE", "09499-0074"]],
    ["CMR 402 Box 1234, APO AE 09180", ["CMR 402 Box 1234", "APO", "AE", "09180"]],
    ["Unit 2050 Box 4190, FPO, AP 96278", ["Unit 2050 Box 4190", "FPO", "AP", "96278"]],
    ["USS Nimitz fpo ap 96620", ["USS Nimitz", "FPO", "AP", "96620"]],
    ["APO AE 09499", ["", "APO", "AE", "09499"]],
    ["RR 2 Box 152 Peoria IL 61602", ["RR 2 Box 152", "Peoria", "IL", "61602"]],
    ["HC 61 Box 34, Fairview, WV 26570", ["HC 61 Box 34", "Fairview", "WV", "26570"]],
    ["Rural Route 4 Box 7B Salem Oregon 97301", ["Rural Route 4 Box 7B", "Salem", "Oregon", "97301"]],
    ["PO Box 5 Peoria IL 61602", ["PO Box 5", "Peoria", "IL", "61602"]],
    ["842 E 1700 S Salt Lake City UT 84105", ["842 E 1700 S", "Salt Lake City", "UT", "84105"]],
    ["842 E 1700 S Apt 4 Provo UT 84606", ["842 E 1700 S Apt 4", "Provo", "UT", "84606"]],
    ["12 Oak St Springfield IL 62701", ["12 Oak St", "Springfield", "IL", "62701"]],
    ["12 Oak St Apt 2B Springfield IL 62701", ["12 Oak St Apt 2B", "Springfield", "IL", "62701"]],
    ["12 Oak St NW Atlanta GA 30303", ["12 Oak St NW", "Atlanta", "GA", "30303"]],
    ["5 Park Place Blvd Tampa FL 33602", ["5 Park Place Blvd", "Tampa", "FL", "33602"]],
    ["12 Oak Ave St Paul MN 55101", ["12 Oak Ave", "St Paul", "MN", "55101"]],
    ["45-17 21st St Queens NY 11101", ["45-17 21st St", "Queens", "NY", "11101"]],
    ["12 Oak St, Apt 2, Peoria, IL 61602", ["12 Oak St, Apt 2", "Peoria", "IL", "61602"]],
    // Nobody can say where the street ends.
    ["120 Broadway New York NY 10271", ["120 Broadway New York", "", "NY", "10271"]],
    [
      "N95W18000 Appleton Ave Menomonee Falls WI 53051",
      ["N95W18000 Appleton Ave Menomonee Falls", "", "WI", "53051"],
    ],
    ["Springfield, IL 62701\u20131234", ["", "Springfield", "IL", "62701-1234"]],
    ["Springfield IL 62701 \u2014 1234", ["", "Springfield", "IL", "62701-1234"]],
  ] as const)("%s", (line, place) => expect(read(line)).toEqual(place));

  it.each(["RR 2 Box 152", "HC 61, Box 34", "PSC 802 Box 74", "N95W18000 Appleton Ave", "842 E 1700 S"])(
    "its street is told by its look: %s",
    (line) => expect(isStreet(line)).toBe(true),
  );

  it.each(["42 y.o. female", "42 y. o. male", "8-year-old boy", "Unit 5", "HC 61", "Box 5 Oak"])(
    "and %j is none",
    (line) => expect(isStreet(line)).toBe(false),
  );
});
