import { expect, test } from "vitest";
import { explainNetworkError } from "../../../main/platform/network-reason.ts";
import { said } from "../../../messages/saying.ts";

// Codes of Node.js, and those of BoringSSL in Electron where they differ from OpenSSL's; what real servers bring
// about here stands in test/integration/service-tls-reasons.test.ts.
test.each([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REVOKED",
  "INVALID_PURPOSE",
  "HOSTNAME_MISMATCH",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "ERR_SSL_CERTIFICATE_VERIFY_FAILED",
])("%s is the certificate's fault", (code) => {
  expect(said(explainNetworkError(code))).toBe(`its certificate wasn’t accepted (${code})`);
});

test.each([
  ["ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED", "requires a certificate from this computer"],
  ["ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE", "requires a certificate from this computer"],
  ["ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE", "closed the secure connection"],
  ["ERR_SSL_UNSUPPORTED_PROTOCOL", "outdated"],
  ["ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC", "the secure connection failed"],
  ["ERR_TLS_HANDSHAKE_TIMEOUT", "the secure connection failed"],
  ["proxy-answer-503", "didn’t connect to it (response 503)"],
  ["EWHATEVER", "the connection failed (EWHATEVER)"],
])("%s is not put on the certificate", (code, words) => {
  expect(said(explainNetworkError(code))).toContain(words);
  expect(said(explainNetworkError(code))).not.toContain("its certificate");
});

test("macOS calls it no route where a person has not let Front Desk onto the local network", () => {
  expect(said(explainNetworkError("EHOSTUNREACH", "darwin"))).toContain("Local Network");
  for (const platform of ["win32", "linux"] as const)
    expect(said(explainNetworkError("EHOSTUNREACH", platform))).toBe("there is no network connection to it");
  expect(said(explainNetworkError("ECONNREFUSED", "darwin"))).toBe("it rejected the connection");
});
