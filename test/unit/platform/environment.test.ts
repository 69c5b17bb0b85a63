import { expect, it } from "vitest";
import { dropUnsafeVariables } from "../../../main/platform/environment.ts";

it("what turns the check of certificates off, stands in for the system's, or writes keys to a file, does not outlive the start", () => {
  const environment = {
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
    SSLKEYLOGFILE: "/tmp/keys",
    SSL_CERT_FILE: "/tmp/own.pem",
    SSL_CERT_DIR: "/tmp/own",
    NODE_EXTRA_CA_CERTS: "/etc/clinic.pem",
    PATH: "/usr/bin",
  };
  dropUnsafeVariables(environment);
  expect(environment).toEqual({ NODE_EXTRA_CA_CERTS: "/etc/clinic.pem", PATH: "/usr/bin" });
});
