const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name was not found",
  EAI_AGAIN: "its name could not be looked up",
  ECONNREFUSED: "it refused the connection",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "this computer has no network",
  UND_ERR_CONNECT_TIMEOUT: "it did not answer in time",
  timeout: "it did not answer in time",
  "no-proxy": "this computer's proxy settings could not be used",
  "proxy-unreachable": "the network's proxy could not be reached",
  "proxy-certificate": "the certificate of the network's proxy was not accepted",
  "proxy-password": "the network's proxy asks for a name and a password, which Front Desk cannot give",
  "proxy-socks4": "the network's proxy does not speak SOCKS5, and Front Desk does not speak SOCKS4",
  cancelled: "the request was stopped",
  ECONNRESET: "the connection was reset",
  UND_ERR_SOCKET: "the connection was closed",
  EPIPE: "the connection was closed",
};

/**
 * What breaks a secure connection, by the words in the codes of OpenSSL and, in Electron, of BoringSSL. The
 * first that fits speaks: what the other side says of certificates is about one of ours, and we have none.
 */
const tlsReasons: readonly (readonly [RegExp, string])[] = [
  [/ALERT_.*CERTIFICATE/, "it asks for a certificate of this computer, and Front Desk has none"],
  [/NO_APPLICATION_PROTOCOL/, "it offers HTTP/2 alone, and Front Desk speaks HTTP/1.1"],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/, "it does not speak https at this address"],
  [/UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION/, "it speaks only versions of TLS that are too old"],
  [
    /ALERT_HANDSHAKE_FAILURE/,
    "it broke the secure connection off: it may ask for a certificate of this computer or for other settings of TLS",
  ],
];

/** Whether a code says that a certificate is not to be trusted: those of Node.js, but for one, are not OpenSSL's. */
export const isCertificateCode = (code: string): boolean =>
  code.startsWith("ERR_SSL")
    ? code === "ERR_SSL_CERTIFICATE_VERIFY_FAILED"
    : /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH/.test(code);

/** Why a request failed, as the end of a sentence. `code`: of an exchange, undici, Node.js or OpenSSL. */
export function networkReason(code: string): string {
  if (isCertificateCode(code)) return `its certificate was not accepted (${code})`;
  if (/^ERR_(SSL|TLS)/.test(code)) {
    const reason = tlsReasons.find(([words]) => words.test(code))?.[1];
    return `${reason ?? "the secure connection failed"} (${code})`;
  }
  const answer = /^proxy-answer-(\d+)$/.exec(code)?.[1];
  if (answer !== undefined) return `the network's proxy did not connect to it (answer ${answer})`;
  return reasons[code] ?? `the connection failed (${code})`;
}
