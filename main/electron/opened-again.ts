import type { App } from "electron";
import { findLink, type LinkInbox } from "../features/links/links.ts";
import type { Program } from "./program.ts";

type Parts = {
  readonly program: Program;
  readonly links: Pick<LinkInbox, "came">;
  readonly bringUp: () => void;
  /** The arguments of this start. */
  readonly args: readonly string[];
};

/**
 * Who opens the program while it runs, and links as the system hands them over: macOS by events, perhaps before it says
 * `ready`, the others by the arguments of the first start and of each further one. To be called in the very turn of the
 * start: what comes before that is lost.
 */
export function registerOpenEvents(app: App, { program, links, bringUp, args }: Parts): void {
  // Somebody opens it again while the last requests are waited for: it comes back after them.
  const comesBack = (): void => {
    if (program.isLeaving) program.startsAgain = true;
  };
  app.on("activate", comesBack);
  app.on("open-url", (event, url) => {
    event.preventDefault();
    comesBack();
    links.came(url);
  });
  app.on("second-instance", (_event, others) => {
    comesBack();
    const link = findLink(others.slice(1));
    if (link === null) bringUp();
    else links.came(link);
  });
  const first = findLink(args);
  if (first !== null) links.came(first);
}
