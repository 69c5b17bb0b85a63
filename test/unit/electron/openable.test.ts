import fc from "fast-check";
import { expect, it } from "vitest";
import { mayOpenOutside } from "../../../main/electron/openable.ts";

/** Where a page might have the system open something: programs, files, shares, settings, and pages that look like ours. */
const hostile = [
  "https://example.com/",
  "https://frontdesk.invalid/",
  "https://frontdesk.invalid.evil.example/",
  "https://frontdesk.invalid@evil.example/",
  "https://evil.example/?next=https://frontdesk.invalid/",
  "http://127.0.0.1:8080/",
  "http://[::1]/",
  "file:///etc/passwd",
  "file:///C:/Windows/System32/calc.exe",
  "file://server/share/run.exe",
  "\\\\server\\share\\run.exe",
  "smb://server/share",
  "javascript:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://example.com/1",
  "vbscript:msgbox(1)",
  "ms-settings:privacy",
  "ms-msdt:/id PCWDiagnostic",
  "search-ms:query=x&crumb=location:\\\\evil",
  "shell:startup",
  "ldap://evil.example/",
  "ftp://evil.example/run.exe",
  "ssh://-oProxyCommand=calc/x",
  "telnet://evil.example",
  "tel:+12175550100",
  "mailto:a@example.com?attach=/etc/passwd",
  "x-apple.systempreferences:com.apple.preference.security",
  "vscode://file/etc/passwd",
  "frontdesk://patient/1",
  "app://desk/index.html",
  "chrome://settings",
  "devtools://devtools/bundled/inspector.html",
  "about:blank",
  "view-source:https://example.com/",
  "intent://scan/#Intent;scheme=zxing;end",
  "https:example.com",
  "//example.com",
  "not an address",
  "",
];

it.each(hostile)("%j is not opened by the system", (address) => {
  expect(mayOpenOutside(address)).toBe(false);
});

it("nor is anything else that is not on the list, however it is written", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()),
      (url) => {
        expect(mayOpenOutside(url)).toBe(false);
      },
    ),
    { numRuns: 1_000 },
  );
});
