import type { Held, SecurityRow } from "./row.ts";

const unit = (file: string, only?: string): Held => held("unit", `test/unit/${file}.test.ts`, only);
const whole = (file: string, only?: string): Held =>
  held("integration", `test/integration/${file}.test.ts`, only);
const e2e = (file: string, only?: string): Held => held("e2e", `test/e2e/${file}.test.ts`, only);
const fuzz = (file: string, only?: string): Held => held("fuzz", `test/fuzz/${file}.test.ts`, only);
const held = (project: Held["project"], file: string, only?: string): Held => ({
  project,
  file,
  ...(only === undefined ? {} : { only }),
});

/**
 * What Front Desk claims of its security, and the tests that hold it. The only list: `npm run security` runs it, and
 * docs/security.md shows it. A new row is one more entry here, then `node test/security/run.ts --write`.
 */
export const securityRows: readonly SecurityRow[] = [
  {
    name: "Locked windows",
    claim: "Both windows are sandboxed and isolated, and their pages have no Node and no Electron.",
    means: "A fault in a page does not reach the computer's files or programs.",
    held: [
      e2e("security/window", "has every protection on"),
      e2e("security/window", "gives its page no Node"),
      e2e("card-security", "has every protection on"),
    ],
    verified: ["the page's origin is app://desk", "the page is a secure context"],
  },
  {
    name: "Its own pages only",
    claim: "Pages come from the program's own folder over app://, and no path leads out of it.",
    means: "No file of the computer can be shown or run as if it were part of the program.",
    held: [unit("electron/protocol", "anything else"), e2e("security/policy", "serves nothing outside")],
    verified: ["its files are in the archive"],
  },
  {
    name: "Policy of the pages",
    claim:
      "Every answer to a page carries a policy that runs the program's own scripts and connects nowhere.",
    means: "Text that somebody slips into a name, a note or an answer stays text.",
    held: [
      unit("electron/protocol", "the policy"),
      e2e("security/policy", "lets nothing run or leave"),
      e2e("security/policy", "would be noticed here"),
    ],
    verified: ["fetch is refused", "an inline script is refused"],
  },
  {
    name: "No leaving",
    claim:
      "No address, link, frame, new window or webview takes a page elsewhere, and no redirect in the card window does.",
    means: "Nobody can be led from the desk to a page that only looks like it.",
    held: [e2e("security/policy", "leaving"), e2e("card-security", "cannot be taken elsewhere")],
  },
  {
    name: "Nothing opened outside",
    claim: "The system is asked to open only addresses of a fixed list, which is empty today.",
    means: "The desk cannot be used to start another program or to open a harmful page.",
    held: [unit("electron/openable"), e2e("security/policy", "by address, link and new window")],
  },
  {
    name: "No permissions",
    claim: "Every permission of Electron is denied: asked, looked up, devices, the screen, downloads.",
    means: "No camera, microphone, location, notification or file access for any page.",
    held: [unit("electron/permissions"), e2e("security/window", "permissions")],
  },
  {
    name: "Who may ask the main process",
    claim:
      "Main accepts a request only from a known window, its main frame and its own origin, and only in the declared form.",
    means: "A page that is not ours cannot read or change records, even in a window of ours.",
    held: [
      unit("ipc/trusted-sender"),
      unit("ipc/router"),
      e2e("security/window", "a call from elsewhere"),
      e2e("card-security", "cannot reach the desk's routes"),
      fuzz("routes"),
    ],
    verified: ["main takes the page for its own, and answers"],
  },
  {
    name: "What pages are given",
    claim: "A page gets two functions and a card page three calls, and never an event of Electron's.",
    means: "There is little to attack between the page and the program, and it is listed.",
    held: [
      unit("preload"),
      e2e("security/window", "gives its page no Node"),
      e2e("security/window", "hands listeners"),
      e2e("card-security", "exposes three calls"),
    ],
  },
  {
    name: "The access token",
    claim: "The token is in the keychain, and in no page, log or file, not even as a part of it.",
    means: "Nobody can sign in with a copy of the computer's disk.",
    held: [e2e("security/secrets", "the token"), e2e("card-security", "goes to the setup intent URL")],
    verified: ["the keychain gives a secret of 1,200 units back"],
  },
  {
    name: "Patients' data on the disk",
    claim:
      "No name, note, number or address stands in clear in the profile, the logs, titles or temporary files; one changed bit is noticed.",
    means: "A lost or stolen computer shows nothing of patients without its owner's sign-in.",
    held: [
      whole("sentinels"),
      whole("store-files", "what stands in the files"),
      whole("store-files", "one bit"),
      whole("store-opens", "deleted text is wiped"),
      e2e("security/secrets", "what is known of patients"),
      unit("platform/file-log"),
      unit("electron/crash-reports"),
    ],
    verified: ["the database is encrypted"],
  },
  {
    name: "No keychain",
    claim:
      "Without a keychain, or with one that is locked or holds another key, nothing is kept in clear and nothing is reset.",
    means: "Encryption is never given up quietly to make the program start.",
    held: [
      whole("keychain"),
      whole("store-files", "a store that does not open"),
      whole("store-key"),
      unit("platform/secret-store", "a keychain that does not work"),
    ],
  },
  {
    name: "The line",
    claim:
      "Requests go over https with a checked certificate (http to this computer alone), and no redirect is followed.",
    means: "Nobody on the way can read or change what is sent, nor have it sent to themselves.",
    held: [
      unit("shared/connection/service-address"),
      whole("service-client", "a redirect"),
      whole("service-client", "before any byte"),
      whole("service-tls"),
      e2e("card-security", "does not follow a redirect"),
    ],
    verified: ["the system has certificates"],
  },
  {
    name: "The environment",
    claim:
      "No environment variable and no command-line switch turns a check off, sends requests elsewhere, opens a debugger, or writes keys of connections.",
    means: "A script or a program that starts the desk cannot make it talk to somebody else.",
    held: [
      unit("platform/environment"),
      unit("platform/command-line"),
      whole("service-environment"),
      e2e("sign-in", "an environment that switches the check of certificates off"),
    ],
    verified: ["ELECTRON_RUN_AS_NODE does nothing", "--inspect opens no debugger"],
  },
  {
    name: "No way out of the desk",
    claim:
      "A script in the desk's page gets no packet out: TCP, UDP, look-ups of names, preconnects, downloads.",
    means:
      "A page that was taken over has no connection of its own: it can only ask the main process (see the next row).",
    held: [e2e("security/no-way-out")],
  },
  {
    name: "New places",
    claim:
      "Before Front Desk uses a new service, source of cards or updates, webhook address or hub, a person agrees in the system's dialog, which names the place. An admin PIN is asked for first.",
    means:
      "A page that was taken over cannot send patients' data to a place of its choice. Without an admin PIN it can still have host names looked up, which carry some data, and sign in to another account of a service in use.",
    held: [
      whole("new-places"),
      unit("lock/new-places"),
      unit("lock/desk-places"),
      unit("platform/webhook-look"),
      e2e("sign-in", "a service that nobody at this desk agreed to"),
    ],
  },
  {
    name: "Acts in a clinic",
    claim:
      "Before a desk leaves its clinic, lets a desk in, removes or reports one, says whether a reported one was lost, or makes a recovery sheet, a person agrees in the system's dialog, which names the hub and the desk. An admin PIN is asked for first.",
    means:
      "A page that was taken over cannot end what the clinic shares, have a desk delete its records, or let a stranger in.",
    held: [
      held("hub", "test/hub/desks-asked.test.ts"),
      unit("clinic/asked-outside"),
      unit("lock/new-places"),
      e2e("security/deeds"),
    ],
  },
  {
    name: "The package",
    claim:
      "The fuses are at their strictest, the archive is checked and the only source of code, and holds what is meant to be in it.",
    means: "The installed program cannot be turned into another one by a switch or a changed file.",
    held: [whole("package"), unit("builder-config")],
    verified: [
      "every fuse is at its strictest",
      "with one byte of the archive changed it does not start",
      "macOS: the signature holds",
    ],
  },
  {
    name: "Locking",
    claim:
      "The desk locks when idle, asleep or locked by the system: records closed, page loaded anew, wrong PINs wait.",
    means:
      "Automatic logoff, 45 CFR 164.312(a)(2)(iii). Without an admin PIN or a policy, a person or a script at the open desk can turn automatic locking off.",
    held: [
      unit("lock/idle-watch"),
      unit("lock/pin-hash"),
      unit("lock/pins"),
      unit("lock/admin-guard"),
      unit("lock/guarded-routes"),
      unit("ipc/declared-routes"),
      unit("session/takes-desk"),
      whole("lock"),
      whole("policy", "a lock that is set"),
      whole("lock-keychain"),
      e2e("lock", "the system"),
    ],
  },
  {
    name: "Who did what",
    claim:
      "A log with a chain of hashes has every act and no patient's value, and shows that it was changed. Its oldest entries are removed only as an admin agreed, and any further loss is found.",
    means: "Audit controls, 45 CFR 164.312(b).",
    held: [
      unit("db/audit"),
      unit("ipc/log-acts"),
      whole("activity-log", "a log that was changed by hand"),
      whole("activity-log", "is whole after every kill"),
      whole("activity-log", "what leaves this computer"),
      unit("db/log-thinning"),
      whole("keeping", "a log that was cut"),
    ],
  },
  {
    name: "The clipboard",
    claim:
      "Copied text is marked for no history, and is removed after a minute and at the end if it is still there.",
    means: "A patient's data does not wait on the clipboard for the next program.",
    held: [
      unit("electron/copied"),
      e2e("electron", "copies a text with the mark"),
      e2e("quitting", "what was copied"),
    ],
  },
  {
    name: "Webhook addresses",
    claim:
      "Only full https addresses outside private networks are registered; other spellings of private ones are rejected too.",
    means: "The service cannot be made to call into the clinic's own network.",
    held: [unit("shared/webhooks/webhook-address")],
  },
  {
    name: "What others made",
    claim: "Exact versions with digests, one allowed install script, a list of licences, pinned steps in CI.",
    means: "The same sources give the same program tomorrow, made only of chosen parts.",
    held: [unit("supply-chain"), unit("workflows"), unit("scripts/materials")],
  },
  {
    name: "Updates",
    claim:
      "Only a newer version with the right digest and signature is installed, and never in the middle of work.",
    means: "A stranger who controls the update server cannot install another program.",
    held: [whole("updates"), unit("updates/updates")],
  },
  {
    name: "Backups",
    claim:
      "A backup is one encrypted file. A cut, changed or forged one, and a wrong passphrase, are refused with nothing here touched.",
    means: "A lost disk loses no records, and a found backup shows none.",
    held: [whole("backup"), whole("backup-restored"), unit("backup/backup"), unit("backup/plan")],
  },
  {
    name: "Set by the organization",
    claim:
      "A policy counts only from a file that administrators alone can write, as a whole or not at all, and nobody at the desk can get around it.",
    means: "Settings that IT makes for all desks stay, and nobody else can make them.",
    held: [
      whole("policy-file"),
      whole("policy"),
      unit("outbox/engine", "must have a PIN and has none"),
      unit("policy/parse-policy"),
      unit("policy/sddl"),
      unit("policy/in-force"),
    ],
  },
  {
    name: "Proxies that ask",
    claim:
      "A proxy's password goes only to the proxy that asked, once for each answer, never to the service.",
    means: "Network passwords are not given to a stranger.",
    held: [whole("proxy-sign-in"), unit("http/proxy-passwords"), unit("http/proxy-challenge")],
  },
  {
    name: "Malformed answers",
    claim:
      "A huge, deep, slow, endless or wrongly typed answer of the service is a clear failure, with bounded memory and nothing lost.",
    means: "A broken or hostile service can neither crash the desk nor fake a booking.",
    held: [
      fuzz("answers"),
      whole("service-answers"),
      unit("shared/service-api/error-body"),
      whole("desk-other-answers"),
    ],
  },
  {
    name: "Hostile input",
    claim:
      "Files, scans, pasted texts, links, policies, backups and damaged records end in a clear failure: no crash, no hang, no formula, bounded memory.",
    means: "A file or a link from outside is no way into the program.",
    held: [
      fuzz("texts"),
      fuzz("files"),
      fuzz("records"),
      fuzz("policies"),
      fuzz("backups"),
      unit("shared/links/desk-link"),
      unit("shared/intake/hostile", "hostile input"),
      unit("shared/text/csv", "a cell that is written"),
    ],
  },
  {
    name: "Forged text",
    claim:
      "Control, direction and zero-width characters are removed from names, answers, slips, exports and copied text.",
    means: "No text on the screen can look like another.",
    held: [
      unit("shared/text/clean-text"),
      unit("renderer/slip", "what the service sends cannot forge a slip"),
      unit("renderer/forged-text"),
      unit("shared/printing/calendar", "whatever stands in the texts"),
      unit("shared/links/desk-link", "what is hidden in a value"),
      unit("shared/links/desk-link", "an external ID that nobody here has"),
      unit("import/exports"),
      unit("import/bad-rows", "nothing hidden"),
    ],
  },
  {
    name: "What desks share",
    claim:
      "A hub sees sizes, times and random names. Desks seal and sign all that they share, and a false log of the hub stops a desk.",
    means: "A host of a clinic's hub, or a burglar in it, can read no patient and make up no booking.",
    held: [
      unit("clinic/clinic-log"),
      unit("clinic/sealing"),
      unit("clinic/invitation"),
      held("hub", "test/hub/desks-unread.test.ts"),
      held("hub", "test/hub/desks-stolen.test.ts"),
      held("hub", "test/hub/tenancy.test.ts"),
      held("hub", "test/hub/hostile.test.ts"),
    ],
  },
  {
    name: "What is sent",
    claim:
      "Each body that reaches the service is the one that the screens show, for every way into the desk.",
    means:
      "A thief with one desk's keys cannot make another desk book or charge something that nobody there has read.",
    held: [held("hub", "test/hub/sent-as-shown.test.ts"), held("hub", "test/hub/desks-stolen.test.ts")],
  },
  {
    name: "A removal stays",
    claim:
      "A restored or lying hub brings back no removed desk and no replaced sheet, gets nothing sealed with their keys, and shows no invited desk an older log.",
    means: "A stolen laptop cannot read on after somebody restores a backup.",
    held: [unit("clinic/put-back"), held("hub", "test/hub/desks-put-back.test.ts")],
  },
  {
    name: "The keys of one desk",
    claim:
      "One table says which entries a member may sign. After any entry, every other desk can still read on, remove the signer with all that it let in, make a sheet and send.",
    means: "A stolen computer cannot lock others out of the clinic, or rename or replace another desk.",
    held: [
      unit("shared/clinic/who-may"),
      unit("shared/clinic/members"),
      unit("shared/clinic/let-in"),
      unit("clinic/change-members"),
      unit("clinic/stolen-words"),
      unit("clinic/stolen-drops"),
      unit("hub/read-push"),
      unit("clinic/stolen-display"),
      unit("clinic/stolen-notices"),
      unit("shared/clinic/bounds"),
      held("hub", "test/hub/desks-stolen.test.ts", "every few milliseconds"),
      held("hub", "test/hub/desks-any-words.test.ts"),
      fuzz("members"),
    ],
  },
  {
    name: "False words about bookings",
    claim:
      "What lost desks alone said was booked, a person has to check. The numbers that they told of bookings count for nothing. What a replaced desk said stands.",
    means: "A stolen computer cannot have an appointment count as booked, or canceled, for good.",
    held: [
      unit("clinic/stolen-ends"),
      unit("clinic/stolen-booked"),
      unit("clinic/stolen-numbers"),
      unit("clinic/lost-desk"),
      held("hub", "test/hub/desks-said-booked.test.ts"),
    ],
  },
  {
    name: "A lost desk",
    claim:
      "A desk that an admin reports lost deletes, at its next contact, the key of its records and all other secrets.",
    means: "The computer can no longer show records, use the service or act for the clinic.",
    held: [held("hub", "test/hub/desks-lost.test.ts"), held("hub", "test/hub/desks-laptop.test.ts")],
  },
  {
    name: "One lost desk a day",
    claim:
      "The second desk that is reported lost within a day is out and locked at once. It deletes nothing before another desk confirms; a recovery sheet cannot.",
    means: "A thief with one desk's keys can make one desk of the clinic delete its records, not all.",
    held: [
      unit("shared/clinic/losses"),
      unit("clinic/clinic-log", "confirmed by a sheet"),
      held("hub", "test/hub/desks-reported.test.ts"),
    ],
  },
  {
    name: "One clinic, one account",
    claim:
      "Desks of a clinic prove to each other, without a token, that they use one account of one service. Another is not let in.",
    means: "No other account sees or posts the clinic's work.",
    held: [unit("clinic/joining"), held("hub", "test/hub/desks-accounts.test.ts")],
  },
  {
    name: "Notices of the service",
    claim:
      "A notice may be a stranger's text. It is kept, bounded, read at one place that an admin chose, and starts nothing.",
    means: "A stranger with the address can show a false notice, but cannot book, send, charge or read.",
    held: [
      unit("notices/body"),
      unit("notices/book"),
      unit("notices/news"),
      held("hub", "test/hub/notices.test.ts"),
      held("hub", "test/hub/flood.test.ts"),
      held("hub", "test/hub/desks-notices.test.ts"),
    ],
  },
  {
    name: "Private files",
    claim:
      "Folders are 0700 and files 0600, including older ones, exports and slips. No link in the way is followed.",
    means: "Another person on the same computer cannot read or copy the records.",
    held: [
      whole("private-files"),
      unit("platform/whole-file"),
      e2e("security/secrets", "nobody else's to read"),
    ],
  },
];
