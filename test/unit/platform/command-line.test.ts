import { expect, it } from "vitest";
import { findUnwantedSwitches } from "../../../main/platform/command-line.ts";

it.each([
  "--host-resolver-rules=MAP * 127.0.0.1",
  "--host-rules=MAP * 127.0.0.1",
  "--ignore-certificate-errors",
  "--ignore-certificate-errors-spki-list=abc",
  "--ssl-key-log-file=/tmp/keys",
  "--log-net-log=/tmp/net",
  "--remote-debugging-port=9222",
  "--remote-debugging-pipe",
  "--proxy-server=127.0.0.1:1",
  "--proxy-pac-url=http://127.0.0.1/pac",
  "--disable-web-security",
  "--load-extension=/tmp/extension",
  "--allow-running-insecure-content",
  "--auth-server-allowlist=*",
  "--no-sandbox",
])("%s is taken off the command line", (argument) => {
  const name = /^--([^=]+)/.exec(argument)?.[1];
  for (const platform of ["linux", "darwin", "win32"] as const)
    expect(findUnwantedSwitches([argument], platform)).toEqual([name]);
});

it("however it is written on that system", () => {
  expect(
    findUnwantedSwitches(["-Ignore-Certificate-Errors", "--IGNORE-certificate-errors"], "linux"),
  ).toEqual(["ignore-certificate-errors"]);
  expect(findUnwantedSwitches(["/remote-debugging-port=1"], "win32")).toEqual(["remote-debugging-port"]);
  expect(
    findUnwantedSwitches([" --ignore-certificate-errors", "\t-remote-debugging-port=1 "], "darwin"),
  ).toEqual(["ignore-certificate-errors", "remote-debugging-port"]);
  // Elsewhere that is the path of a file.
  expect(findUnwantedSwitches(["/remote-debugging-port=1"], "linux")).toEqual([]);
});

it("leaves our own, what people need to see and hear, links, and what is no switch", () => {
  const args = [
    "--user-data-dir=/home/desk",
    "--self-check=/tmp/report.json",
    "--check",
    "--force-renderer-accessibility",
    "--lang=es",
    "frontdesk://patient?external-id=--ignore-certificate-errors",
    "--",
  ];
  expect(findUnwantedSwitches(args, "win32")).toEqual([]);
});
