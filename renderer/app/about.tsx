import { useState, type ReactNode } from "react";
import { useCommand } from "../lib/hooks.ts";
import { loadOnDemand } from "../ui/on-demand.tsx";

const AboutDialog = loadOnDemand(async () => (await import("../features/about/index.ts")).AboutDialog);

/** What the program is made of, for whoever asks, signed in or not. */
export function About(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useCommand("about", () => setOpen(true), "shell");
  return isOpen && <AboutDialog onClose={() => setOpen(false)} />;
}
