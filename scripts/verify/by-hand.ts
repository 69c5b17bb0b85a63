/** What only a person sees, in ten minutes. */
export const byHand = [
  "Print an appointment slip; then print again and cancel: nothing is said to have failed.",
  "Windows: copy a booking's summary, press Win+V: it is not in the list.",
  "Windows: type in a booking and sign out at once; sign in, open Front Desk: the last letters are there.",
  "Windows: install for one person, then for all; uninstall: what was saved is there after the next installation.",
  "Windows: pin Front Desk to the taskbar and open it from there: one button, not two.",
  "macOS: log out with unsent items: Front Desk asks first.",
  "macOS: build anew, sign again (also ad hoc), open: the keychain asks once, and there is time to answer.",
  'macOS, first start: note whether "Front Desk Safe Storage" is asked for.',
  "macOS 15 or newer: connect to a service on the local network with the packaged app: it is asked for once, then works.",
  "Both: let the computer sleep with unsent items and wake it: they are sent.",
  "Both: collect one 3-D Secure test card in the card window.",
  "Both: Ctrl+/ (Cmd+/) on a German keyboard opens the list of shortcuts; Ctrl+P held down prints once.",
  "Both: 150 % scale and two displays: the window comes back where it was, on the display it was on.",
  "Both: two displays of different scale: left on either, the window comes back as large as it was, three starts in a row.",
  "A proxy that asks for a name and a password: Front Desk asks once, also for the card window, and goes on.",
] as const;

export const byHandList = (): string =>
  ["## By hand", "", ...byHand.map((step) => `- [ ] ${step}`), ""].join("\n");
