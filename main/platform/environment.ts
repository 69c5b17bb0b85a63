/**
 * Variables that would open what is sent to whoever starts the program: the first lets Node accept any
 * certificate, with the second Chromium writes the keys of its connections into a file, and the others stand in for the
 * system's certificates on Linux. An authority of the clinic's own belongs into the system's store.
 *
 * NODE_EXTRA_CA_CERTS is not among them. It adds an authority, as the system's own store of certificates
 * does, and switches no check off; Node has read it before the first line here runs; and the packaged program
 * does not read it at all (electron-builder.yml, the fuse for NODE_OPTIONS). undici reads no proxy variables.
 */
const unsafe = ["NODE_TLS_REJECT_UNAUTHORIZED", "SSLKEYLOGFILE", "SSL_CERT_FILE", "SSL_CERT_DIR"];

/** Takes those variables out of the environment of this process and of what it starts. */
export function dropUnsafeVariables(environment: NodeJS.ProcessEnv): void {
  for (const name of unsafe) Reflect.deleteProperty(environment, name);
}
