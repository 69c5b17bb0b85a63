import { generateKeyPairSync, randomBytes, sign, X509Certificate } from "node:crypto";

/** DER, as far as a certificate of a test needs it (ITU-T X.690). */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
const commonName = (name: string): Buffer =>
  sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(name)))));
const yes = der(0x01, Uint8Array.of(0xff));
const time = (date: Date): Buffer =>
  der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));

function pem(label: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

type SelfSignedOptions = {
  /** The IPv4 address or the name that the certificate is for. */
  readonly subject: string;
  /** Days from now at which it ends; negative: it has ended. */
  readonly days?: number;
  /** Whose key signs it, if not its own. */
  readonly authority?: KeyAndCertificate;
  /** It may sign others, as a clinic's own authority does. */
  readonly isAuthority?: boolean;
};

/** Both as PEM. */
export type KeyAndCertificate = { readonly key: string; readonly cert: string };

/** A key and a certificate that it signed itself (RFC 5280). Made anew, so that no key is kept. */
export function selfSigned({
  subject,
  days = 2,
  authority,
  isAuthority = false,
}: SelfSignedOptions): KeyAndCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const day = 24 * 60 * 60 * 1_000;
  const isAddress = /^[\d.]+$/.test(subject);
  const alternative = isAddress
    ? der(0x87, Uint8Array.from(subject.split("."), Number))
    : der(0x82, Buffer.from(subject));
  const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
  // A trusted certificate is found by its name: two of one name would be taken for each other.
  const serial = Buffer.concat([Uint8Array.of(1), randomBytes(8)]);
  const name = `Front Desk test ${serial.toString("hex")}`;
  const issuer = authority === undefined ? name : new X509Certificate(authority.cert).subject.slice(3);
  const body = sequence(
    der(0xa0, der(0x02, Uint8Array.of(2))),
    der(0x02, serial),
    ecdsaWithSha256,
    commonName(issuer),
    sequence(time(new Date(Date.now() - 30 * day)), time(new Date(Date.now() + days * day))),
    commonName(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(
      0xa3,
      sequence(
        sequence(oid("551d11"), der(0x04, sequence(alternative))),
        ...(isAuthority ? [sequence(oid("551d13"), yes, der(0x04, sequence(yes)))] : []),
      ),
    ),
  );
  const signature = sign("sha256", body, authority?.key ?? privateKey);
  const certificate = sequence(
    body,
    ecdsaWithSha256,
    der(0x03, Buffer.concat([Uint8Array.of(0), signature])),
  );
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem("CERTIFICATE", certificate),
  };
}
