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
    means: "A fault in a page is a fault in a page: it does not reach the computer's files or programs.",
    held: [
      e2e("security/window", "has every protection on"),
      e2e("security/window", "gives its page no Node"),
      e2e("card-security", "has every protection on"),
    ],
    verified: ["the page's origin is app://desk", "the page is a secure context"],
  },
  {
    name: "Its own pages alone",
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
      "No address, link, frame, new window or webview takes a page anywhere else; redirects in the card window neither.",
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
    claim:
      "Every permission that Electron knows is denied: asked, looked up, devices, the screen, downloads.",
    means: "No camera, microphone, location, notification or file access for any page.",
    held: [unit("electron/permissions"), e2e("security/window", "permissions")],
  },
  {
    name: "Who may ask the main process",
    claim:
      "Each request is taken from a known window, its main frame and its own origin alone, and only in the form it must have.",
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
    means: "Whoever has a copy of the computer's disk cannot sign in with it.",
    held: [e2e("security/secrets", "the token"), e2e("card-security", "goes to the setup intent URL")],
    verified: ["the keychain gives a secret of 1,200 units back"],
  },
  {
    name: "Patients' data on the disk",
    claim:
      "No name, note, number or address stands in clear in the profile, the logs, titles or temporary files; one changed bit is noticed.",
    means: "A lost or stolen computer tells nothing of patients without its owner's sign-in.",
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
      "No variable of the environment and no switch of the command line turns a check off, sends requests elsewhere, opens a debugger, or writes keys of connections.",
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
      "A page that was taken over has no line of its own: it can only ask the main process, for which the next row speaks.",
    held: [e2e("security/no-way-out")],
  },
  {
    name: "New places",
    claim:
      "A service, a source of cards or updates, a webhook's address and a clinic's hub are used once a person agreed in the system's dialog, which names the place; an admin PIN is asked for first.",
    means:
      "A page that was taken over sends patients' data to no place of its choice. Without an admin PIN it can still have host names looked up, which carries what fits into a name, and sign in to another account of a service in use.",
    held: [
      whole("new-places"),
      unit("lock/new-places"),
      unit("lock/desk-places"),
      unit("platform/webhook-look"),
      e2e("sign-in", "a service that nobody at this desk agreed to"),
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
      "Automatic logoff, 45 CFR 164.312(a)(2)(iii). Without an admin PIN, or minutes that a policy sets, whoever is at the open desk, a script too, can set it never to lock.",
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
      "A log with a chain of hashes has every act and no patient's value, and shows when it was changed. Its oldest entries go only as an admin agreed, and more that goes is found.",
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
      "What was copied is marked for no history, and taken off after a minute and at the end, if it is still ours.",
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
      "Only full https addresses outside of private networks are registered, however else one is written.",
    means: "The service cannot be made to call into the clinic's own network.",
    held: [unit("shared/webhooks/webhook-address")],
  },
  {
    name: "What others made",
    claim:
      "Exact versions with digests, no script at an install but one, licences of a list, pinned steps in CI.",
    means: "What is built today is built tomorrow, and of nothing that nobody chose.",
    held: [unit("supply-chain"), unit("workflows"), unit("scripts/materials")],
  },
  {
    name: "Updates",
    claim:
      "Only a newer version with the right digest and signature is installed, and never in the middle of work.",
    means: "Whoever stands behind the place that updates come from cannot put another program there.",
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
      "A policy holds only from a file that administrators alone can write, whole or not at all, and nobody at the desk gets around it.",
    means: "What IT sets for all desks stays set, and nobody else can set it.",
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
      "A proxy's password is taken for one that asked, and goes to that proxy alone, once for each answer, never to the service.",
    means: "Network passwords are not given to whoever asks.",
    held: [whole("proxy-sign-in"), unit("http/proxy-passwords"), unit("http/proxy-challenge")],
  },
  {
    name: "Malformed answers",
    claim:
      "Whatever the service answers, huge, deep, slow, endless, of wrong types or charset: a clear failure, bounded memory, nothing lost.",
    means: "A broken or hostile service cannot crash the desk, nor have it believe in a booking.",
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
      "Control, direction and zero-width characters are out of names, answers, slips, exports and what is copied.",
    means: "What is read on the screen is what is there: no text can look like another.",
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
      "A hub sees sizes, times and random names: what desks share is sealed and signed by them, and a lie of the hub stops a desk.",
    means: "Whoever hosts a clinic's hub, or breaks into it, reads no patient and makes up no booking.",
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
      "Each body that reaches the service is what the screens show of it, whichever way it came to the desk and whoever wrote it.",
    means: "Nobody who has one desk's keys has another desk book, or charge, what nobody there has read.",
    held: [held("hub", "test/hub/sent-as-shown.test.ts"), held("hub", "test/hub/desks-stolen.test.ts")],
  },
  {
    name: "A removal stays",
    claim:
      "A hub that is put back, or lies, brings back no removed desk and no replaced sheet, gets nothing sealed with a key they have, and shows no invited desk a log from before.",
    means: "A stolen laptop does not read on because somebody restored a backup.",
    held: [unit("clinic/put-back"), held("hub", "test/hub/desks-put-back.test.ts")],
  },
  {
    name: "The keys of one desk",
    claim:
      "Who may say what in a clinic's log is one table: whatever a member signs, every other desk reads on, can remove it with all that it lets in meanwhile, make a sheet and send.",
    means:
      "Whoever steals a computer of a clinic takes the clinic from nobody, and names or replaces no other desk.",
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
    name: "A lost desk",
    claim:
      "A desk that an admin says was lost forgets, at its next contact, the key of its records and every other secret it keeps.",
    means: "Whoever has the computer reads nothing, and speaks neither to the service nor for the clinic.",
    held: [held("hub", "test/hub/desks-lost.test.ts"), held("hub", "test/hub/desks-laptop.test.ts")],
  },
  {
    name: "One lost desk a day",
    claim:
      "The second desk that is reported lost within a day is out at once, and is locked; it forgets nothing before another desk has said so too, and no recovery sheet.",
    means:
      "A page that was taken over, or a thief, makes one desk of the clinic forget its records, not all.",
    held: [
      unit("shared/clinic/losses"),
      unit("clinic/clinic-log", "confirmed by a sheet"),
      held("hub", "test/hub/desks-reported.test.ts"),
    ],
  },
  {
    name: "One clinic, one account",
    claim:
      "Desks of a clinic prove to each other, without a token, that they are signed in to one account of one service; another is not let in.",
    means: "Nothing that a clinic made under its account is shown to another account, or posted under it.",
    held: [unit("clinic/joining"), held("hub", "test/hub/desks-accounts.test.ts")],
  },
  {
    name: "Notices of the service",
    claim:
      "A notice is text that a stranger may have written: it is kept, bounded, read at one place that an admin chose, and starts nothing.",
    means: "Whoever learns the address can show a false notice, and can book, send, charge or read nothing.",
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
      "Folders are 0700 and files 0600, also those that were there, exports and slips; no link that lies in the way is followed.",
    means: "Another person on the same computer cannot read or copy the records.",
    held: [
      whole("private-files"),
      unit("platform/whole-file"),
      e2e("security/secrets", "nobody else's to read"),
    ],
  },
];
