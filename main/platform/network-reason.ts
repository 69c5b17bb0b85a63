import { say, type Saying } from "../../messages/saying.ts";

const reasons: Readonly<Record<string, Saying>> = {
  ENOTFOUND: say("failures.service.network.nameNotFound"),
  EAI_AGAIN: say("failures.service.network.nameNotLookedUp"),
  ECONNREFUSED: say("failures.service.network.refused"),
  EHOSTUNREACH: say("failures.service.network.noWay"),
  ENETUNREACH: say("failures.service.network.noNetwork"),
  UND_ERR_CONNECT_TIMEOUT: say("failures.service.network.late"),
  timeout: say("failures.service.network.late"),
  "no-proxy": say("failures.service.network.proxySettings"),
  "proxy-unreachable": say("failures.service.network.proxyUnreachable"),
  "proxy-certificate": say("failures.service.network.proxyCertificate"),
  "proxy-password": say("failures.service.network.proxyPassword"),
  "proxy-sign-in": say("failures.service.network.proxySignIn"),
  "proxy-socks4": say("failures.service.network.proxySocks4"),
  cancelled: say("failures.service.network.stopped"),
  ECONNRESET: say("failures.service.network.reset"),
  UND_ERR_SOCKET: say("failures.service.network.closed"),
  EPIPE: say("failures.service.network.closed"),
};

const notHttps = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/;

/**
 * What breaks a secure connection, by what stands in the codes of OpenSSL and, in Electron, of BoringSSL. The
 * first that fits speaks: what the other side says of certificates is about one of ours, and we have none.
 */
const tlsReasons = [
  [/ALERT_.*CERTIFICATE/, "failures.service.network.clientCertificate"],
  [/NO_APPLICATION_PROTOCOL/, "failures.service.network.http2"],
  [notHttps, "failures.service.network.notHttps"],
  [/UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION/, "failures.service.network.oldTls"],
  [/ALERT_HANDSHAKE_FAILURE/, "failures.service.network.handshake"],
] as const;

/** Whether a code says that a certificate is not to be trusted: those of Node.js, but for one, are not OpenSSL's. */
export const isCertificateCode = (code: string): boolean =>
  code.startsWith("ERR_SSL")
    ? code === "ERR_SSL_CERTIFICATE_VERIFY_FAILED"
    : /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH/.test(code);

/** Whether a code says that something answers, and that no secure connection came about. */
export const isTlsCode = (code: string): boolean => isCertificateCode(code) || /^ERR_(SSL|TLS)/.test(code);

/** Whether a code says that what answers does not speak https. */
export const isNotHttpsCode = (code: string): boolean =>
  isTlsCode(code) && !isCertificateCode(code) && notHttps.test(code);

/** macOS says that there is no route where a person has not let the program onto the local network. */
const macReasons: Readonly<Record<string, Saying>> = {
  EHOSTUNREACH: say("failures.service.network.noWayOnMac"),
};

/** Why a request failed, a clause for the end of a sentence. `code`: of an exchange, undici, Node.js or OpenSSL. */
export function explainNetworkError(code: string, platform = process.platform): Saying {
  if (isCertificateCode(code)) return say("failures.service.network.certificate", { code });
  if (/^ERR_(SSL|TLS)/.test(code)) {
    const reason = tlsReasons.find(([names]) => names.test(code))?.[1];
    return say(reason ?? "failures.service.network.tls", { code });
  }
  const status = /^proxy-answer-(\d+)$/.exec(code)?.[1];
  if (status !== undefined) return say("failures.service.network.proxyAnswer", { status });
  const onMac = platform === "darwin" ? macReasons[code] : undefined;
  return onMac ?? reasons[code] ?? say("failures.service.network.other", { code });
}
