const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name was not found",
  EAI_AGAIN: "its name could not be looked up",
  ECONNREFUSED: "it refused the connection",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "this computer has no network",
  UND_ERR_CONNECT_TIMEOUT: "it did not answer in time",
  timeout: "it did not answer in time",
  "no-proxy": "this computer's proxy settings could not be used",
  cancelled: "the request was stopped",
  ECONNRESET: "the connection was reset",
  UND_ERR_SOCKET: "the connection was closed",
  EPIPE: "the connection was closed",
};

/** Why a request failed, as the end of a sentence. `code`: of an exchange, undici, Node.js or OpenSSL. */
export function networkReason(code: string): string {
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return `its certificate was not accepted (${code})`;
  return reasons[code] ?? `the connection failed (${code})`;
}
