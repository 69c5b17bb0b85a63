import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { counted } from "../support/cases.ts";
import { bareEnvironment } from "../support/bare-environment.ts";
import { onlyWith } from "../support/only-with.ts";
import { selfSigned, type KeyAndCertificate } from "../support/self-signed.ts";
import { server } from "../support/service-client-kit.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** What the child sends with each request. */
const token = "child-token";
const script = (name: string): string => join(import.meta.dirname, "..", "support", "children", `${name}.ts`);

/** Calls services as the app does, in a process of its own with that environment; answers what became of each. */
async function call(
  addresses: readonly string[],
  env: Readonly<Record<string, string>>,
  caller = "tls-caller",
): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [script(caller), ...addresses], {
    env: { ...bareEnvironment, ...env },
  });
  return stdout.split("\n");
}

const service = (tls?: KeyAndCertificate) =>
  server(
    async (peer) => {
      while ((await peer.request()) !== null) peer.json(200, []);
    },
    tls === undefined ? {} : { tls },
  );

/** A proxy that would take anything: what comes here was led astray. */
const stray = () => server(async (peer) => void (await peer.bytes(1)));

const stranger = selfSigned({ subject: "stranger.invalid" });
/** Certificates that nobody may believe, whatever the environment says. */
const bad = {
  "self-signed": () => selfSigned({ subject: "127.0.0.1" }),
  expired: () => selfSigned({ subject: "127.0.0.1", days: -1 }),
  "for another host": () => selfSigned({ subject: "other.invalid" }),
  "of a strange authority": () => selfSigned({ subject: "127.0.0.1", authority: stranger }),
} as const;

/**
 * Each variable that is known to weaken Node, Electron, OpenSSL or curl, or to lead requests elsewhere. Those of one kind are set
 * at once, since a process of its own for each would take half a minute, and none of them undoes another. NODE_OPTIONS is here as
 * far as it is about TLS: what it may do besides is the package's fuse (test/integration/package.test.ts).
 */
const variables = {
  "what weakens Node and OpenSSL": (_proxy: string, file: string) => ({
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
    SSLKEYLOGFILE: file,
    NODE_OPTIONS: "--tls-min-v1.0 --tls-cipher-list=ALL:@SECLEVEL=0 --insecure-http-parser --use-openssl-ca",
    OPENSSL_CONF: "/dev/null",
  }),
  "what leads requests elsewhere": (proxy: string) => ({
    NODE_USE_ENV_PROXY: "1",
    HTTPS_PROXY: proxy,
    https_proxy: proxy,
    HTTP_PROXY: proxy,
    http_proxy: proxy,
    ALL_PROXY: proxy,
    all_proxy: proxy,
    GLOBAL_AGENT_HTTP_PROXY: proxy,
    npm_config_proxy: proxy,
  }),
  "what weakens Electron and other programs": () => ({
    npm_config_strict_ssl: "false",
    CURL_CA_BUNDLE: "",
    GIT_SSL_NO_VERIFY: "1",
    PYTHONHTTPSVERIFY: "0",
    ELECTRON_RUN_AS_NODE: "1",
    ELECTRON_NO_ASAR: "1",
    ELECTRON_ENABLE_LOGGING: "1",
    ELECTRON_EXTRA_LAUNCH_ARGS: "--ignore-certificate-errors",
    ELECTRON_DISABLE_SECURITY_WARNINGS: "1",
  }),
} as const satisfies Readonly<
  Record<string, (proxy: string, file: string) => Readonly<Record<string, string>>>
>;

it.each(Object.entries(variables))(
  "%s opens nothing: no byte to a bad certificate, no detour, no keys in a file",
  onlyWith("certificatesByVariable"),
  async (_what, given) => {
    const tls = selfSigned({ subject: "127.0.0.1" });
    const folder = temporaryFolder();
    const [store, keys] = [join(folder, "system.pem"), join(folder, "keys")];
    writeFileSync(store, tls.cert);
    const impostors = await Promise.all(Object.values(bad).map((make) => service(make())));
    const good = await service(tls);
    const proxy = await stray();
    const set = given(proxy.address, keys);
    const said = await call(
      [...impostors, good].map(({ address }) => address),
      { SSL_CERT_FILE: store, ...set },
    );
    // The service in order was spoken to, and directly: what is absent elsewhere would be seen.
    expect(said.at(-1)).toBe("success");
    expect(good.received()).toContain(token);
    for (const [at, impostor] of impostors.entries()) {
      expect(said[at]).toContain("certificate wasn’t accepted");
      expect([impostor.connections(), impostor.received()]).toEqual([1, ""]);
    }
    expect([proxy.connections(), existsSync(keys)]).toEqual([0, false]);
    counted(Object.keys(set).length * (impostors.length + 1));
  },
);

it.each(["SSL_CERT_FILE", "SSL_CERT_DIR"])(
  "%s makes nobody believed once the program has started: no byte to the service whose certificate it names",
  onlyWith("certificatesByVariable"),
  async (name) => {
    const tls = selfSigned({ subject: "127.0.0.1" });
    const folder = join(temporaryFolder(), "own");
    mkdirSync(folder);
    const file = join(folder, "own.pem");
    writeFileSync(file, tls.cert);
    const set = { [name]: name === "SSL_CERT_FILE" ? file : folder };
    const impostor = await service(tls);
    // Without the program's first lines it is believed: the variable is one that works.
    expect(await call([impostor.address], set)).toEqual(["success"]);
    const heard = impostor.received().length;
    const [said] = await call([impostor.address], set, "tls-caller-after-start");
    expect(said).toContain("certificate wasn’t accepted");
    expect(impostor.received()).toHaveLength(heard);
  },
);
