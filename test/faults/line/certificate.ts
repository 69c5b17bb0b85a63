import { generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** A certificate and its key, both PEM. */
export type Certificate = { readonly cert: string; readonly key: string };

/** One value of ASN.1 in its distinguished encoding (X.690, 8.1). */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: readonly Uint8Array[]): Buffer => der(0x30, ...contents);
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value, "latin1"));
const ecdsaWithSha256 = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")));
const commonName = Buffer.from("550403", "hex");
const subjectAltName = Buffer.from("551d11", "hex");

const nameOf = (host: string): Buffer =>
  sequence(der(0x31, sequence(der(0x06, commonName), text(0x0c, host))));

const altNames = (host: string): Buffer =>
  der(0xa3, sequence(sequence(der(0x06, subjectAltName), der(0x04, sequence(text(0x82, host))))));

/** The part of a certificate that is signed (RFC 5280, 4.1.2). Valid from 2020 to 2049. */
function toBeSigned(host: string, publicKey: KeyObject): Buffer {
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  // A trusted certificate is found by its name: two of one name would be taken for each other.
  const name = nameOf(`${host} ${serial.toString("hex")}`);
  return sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ecdsaWithSha256,
    name,
    sequence(text(0x17, "200101000000Z"), text(0x17, "491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    altNames(host),
  );
}

/** A new certificate for that host, signed by itself: trusted by nobody until somebody adds it. */
export function selfSigned(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const body = toBeSigned(host, publicKey);
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  const whole = sequence(body, ecdsaWithSha256, signature).toString("base64");
  const lines = whole.match(/.{1,64}/g) ?? [];
  return {
    cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
