import type { DeskCalls } from "../../shared/desk/desk.ts";

/** One thing that a screen reader had to tell, in whole words. */
export type Heard = {
  readonly kind: "title" | "focus" | "live" | "fell";
  /** Of what has the focus, or of the region that spoke; empty for a title. */
  readonly role: string;
  /** The accessible name of what has the focus, the text of the region, or the title. */
  readonly text: string;
  /** What describes it: the lines below a field. */
  readonly more: string;
};

/** What the recorder keeps in the page until it is asked for. */
export type SpokenRecord = {
  readonly heard: Heard[];
  /** A line for each fall of the focus, piece of news that was said twice, and id that leads nowhere. */
  readonly faults: string[];
  /** Resolves when the page stands still, and every fall of the focus is judged. */
  readonly settled: () => Promise<void>;
};

/**
 * Runs in the page, before its own code: records titles, moves of the focus and texts of live regions, in their order.
 * Nothing it calls may stand outside of it.
 */
export function recordSpoken(): void {
  // The host has app://desk under https. The window for cards is not listened to.
  if (location.hostname.split(".")[0] !== "desk" || Reflect.has(globalThis, "spokenRecord")) return;
  type Kept = { kind: Heard["kind"]; role: string; text: string; more: string; act: number; at: Node | null };
  const heard: Kept[] = [];
  const faults: string[] = [];
  const regions =
    '[role="status"], [role="alert"], [role="log"], output, [aria-live="polite"], [aria-live="assertive"]';
  const last = new WeakMap<Element, string>();
  let title = document.title;
  let act = 0;
  let lastAct = "the start";
  let focused: Element | null = null;
  let lastFocus: Kept | undefined;
  let fall = 0;
  let judged: Promise<void> = Promise.resolve();

  const squeezed = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
  /** What is read of a part: what is not shown, what is hidden from assistive technology, and what is `left` out is not. */
  function textOf(node: Node, left = "script, style"): string {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element)) return "";
    if (node.getAttribute("aria-hidden") === "true" || node.matches(left)) return "";
    if (!node.checkVisibility({ visibilityProperty: true })) return "";
    const label = node.getAttribute("aria-label");
    const own = label ?? [...node.childNodes].map((child) => textOf(child, left)).join("");
    const display = getComputedStyle(node).display;
    return display.startsWith("inline") || display === "contents" ? own : ` ${own} `;
  }
  const named = (ids: string | null): string =>
    squeezed(
      (ids ?? "")
        .split(" ")
        .map((id) => {
          const part = document.getElementById(id);
          return part === null ? "" : textOf(part);
        })
        .join(" "),
    );
  const roleOf = (element: Element): string => {
    const own = element.getAttribute("role");
    if (own !== null) return own;
    if (element instanceof HTMLInputElement) {
      const { type } = element;
      return type === "radio" || type === "checkbox" ? type : type === "search" ? "searchbox" : "textbox";
    }
    if (/^H[1-6]$/.test(element.tagName)) return "heading";
    const roles: Record<string, string> = {
      A: "link",
      BUTTON: "button",
      MAIN: "main",
      OUTPUT: "status",
      SELECT: "combobox",
      SUMMARY: "summary",
      TEXTAREA: "textbox",
    };
    return roles[element.tagName] ?? "group";
  };
  function nameOf(element: Element): string {
    const by = named(element.getAttribute("aria-labelledby"));
    if (by !== "") return by;
    const label = element.getAttribute("aria-label");
    if (label !== null) return label;
    const isField =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement;
    if (isField) return squeezed([...(element.labels ?? [])].map((label) => textOf(label)).join(" "));
    // A part that is only there to take the focus is not read as one text.
    return /^(MAIN|SECTION|DIV)$/.test(element.tagName) ? "" : squeezed(textOf(element));
  }

  const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
  /** Two frames, an answer of main, and two frames more: whatever an action moves has moved by then. */
  const still = async (): Promise<void> => {
    await frame();
    await frame();
    const desk: DeskCalls | undefined = Reflect.get(globalThis, "desk");
    await desk?.invoke("app.info", {}).catch(() => undefined);
    await frame();
    await frame();
  };

  /** The same words, or one of them with more around it. */
  function isSame(one: string, other: string): boolean {
    const [short, long] = one.length < other.length ? [one, other] : [other, one];
    return short === long || (short.length >= 12 && long.includes(short));
  }
  /** `news`: the text without what its buttons are called, which may be the name of the screen they lead to. */
  function push(entry: Omit<Kept, "act">, news = entry.text): void {
    const now = { ...entry, act };
    if (entry.kind === "live") {
      const before = heard.findLast(({ kind }) => kind === "live");
      const isTitle = lastFocus?.role === "heading" || lastFocus?.role === "group";
      for (const each of [before, isTitle ? lastFocus : undefined]) {
        if (each === undefined || each.act !== act || each.at === entry.at) continue;
        if (isSame(each.text, news))
          faults.push(
            `said twice after ${lastAct}: “${each.text}” (${each.role}), “${entry.text}” (${entry.role})`,
          );
      }
    }
    heard.push(now);
  }

  const isThere = (element: Element): boolean =>
    element.isConnected && element.getClientRects().length > 0 && !element.matches(":disabled");
  // On paper nothing has the focus, and a test may look at a page as it is printed.
  const isLost = (): boolean =>
    !matchMedia("print").matches &&
    (document.activeElement === null || document.activeElement === document.body);

  /** What had the focus is gone and nothing has it instead: a fault when it stays so. */
  async function judgeFall(from: Kept | undefined): Promise<void> {
    fall += 1;
    const own = fall;
    const after = lastAct;
    await still();
    // A screen whose code is still being loaded, or that was just under a dialog, has no place yet for the focus.
    const isOlder = (): boolean => own !== fall;
    const isOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
    const hasPlace = (): boolean => {
      const main = document.querySelector("main");
      return main !== null && (isOpen() || main.closest("[inert]") === null);
    };
    while (!isOlder() && !hasPlace()) await frame();
    if (isOlder() || !isLost()) return;
    await still();
    if (isOlder() || !isLost()) return;
    push({ kind: "fell", role: from?.role ?? "", text: from?.text ?? "", more: "", at: null });
    faults.push(`the focus fell from ${from?.role ?? "?"} “${from?.text ?? ""}” after ${after}`);
  }
  /** Every attribute that names parts by their ids leads to them, no id is there twice, and a question says more. */
  function judgeIds(): void {
    const attributes = ["labelledby", "describedby", "controls", "activedescendant", "owns"].map(
      (name) => `aria-${name}`,
    );
    const said = (fault: string): void => {
      if (!faults.includes(fault)) faults.push(fault);
    };
    const seen = new Set<string>();
    for (const { id } of document.querySelectorAll("[id]")) {
      if (seen.has(id)) said(`the id ${id} is there twice`);
      seen.add(id);
    }
    for (const name of attributes) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        for (const id of (element.getAttribute(name) ?? "").split(" "))
          if (!seen.has(id)) said(`${name} of ${roleOf(element)} “${nameOf(element)}” leads nowhere: ${id}`);
      }
    }
    for (const question of document.querySelectorAll('[role="alertdialog"]'))
      if (named(question.getAttribute("aria-describedby")) === "")
        said(`a question that says nothing: “${nameOf(question)}”`);
  }
  function lookAtFocus(): void {
    if (!isLost() || focused === null) return;
    const was = focused;
    focused = null;
    // Pressing beside all controls takes the focus from one that is still there.
    if (!isThere(was)) judged = judgeFall(lastFocus);
  }
  function look(): void {
    if (document.title !== title) {
      title = document.title;
      push({ kind: "title", role: "", text: title, more: "", at: null });
    }
    for (const region of document.querySelectorAll(regions)) {
      const text = squeezed(textOf(region));
      if (text === (last.get(region) ?? "")) continue;
      last.set(region, text);
      if (text !== "")
        push(
          { kind: "live", role: roleOf(region), text, more: "", at: region },
          squeezed(textOf(region, "script, style, button, a")),
        );
    }
    lookAtFocus();
  }

  let isDue = false;
  const due = (): void => {
    if (isDue) return;
    isDue = true;
    void frame().then(() => {
      isDue = false;
      look();
    });
  };
  /** Playwright chooses in a list without a key: the page is told by an event of the script's own. */
  const isChoice = ({ type, target }: Event): boolean =>
    type === "input" && target instanceof HTMLSelectElement;
  const acts = (event: Event): void => {
    if (!event.isTrusted && !isChoice(event)) return;
    // As it stood until now: what was said before is no answer to this.
    if (event.type !== "input") judgeIds();
    look();
    act += 1;
    const pressed = event.target instanceof Element ? event.target : document.body;
    const target = pressed.closest("button, a, input, select, textarea, summary, [role]") ?? pressed;
    const key = event instanceof KeyboardEvent ? ` ${event.key}` : "";
    lastAct = `${event.type}${key} at ${roleOf(target)} “${nameOf(target).slice(0, 60)}”`;
  };
  for (const type of ["keydown", "pointerdown", "input"]) window.addEventListener(type, acts, true);
  // A shortcut of the menu is main's: the page hears of the command alone.
  const ofMain: DeskCalls | undefined = Reflect.get(globalThis, "desk");
  ofMain?.on("command", ({ name }) => {
    look();
    act += 1;
    lastAct = `command ${name}`;
  });
  window.addEventListener(
    "focusin",
    ({ target }) => {
      if (!(target instanceof Element)) return;
      fall += 1;
      focused = target;
      const entry: Kept = {
        kind: "focus",
        role: roleOf(target),
        text: nameOf(target),
        more: "",
        act,
        at: target,
      };
      heard.push(entry);
      lastFocus = entry;
      // What is said of it is drawn with what moved the focus, and read after that.
      void frame().then(() => {
        if (!target.isConnected) return;
        entry.text = nameOf(target);
        entry.more = named(target.getAttribute("aria-describedby"));
      });
      due();
    },
    true,
  );
  window.addEventListener("focusout", due, true);
  new MutationObserver(due).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ["disabled", "hidden", "class", "style", "inert", "aria-hidden", "aria-live", "role"],
  });
  // Installed late, what stands there already is no news.
  for (const region of document.querySelectorAll(regions)) last.set(region, squeezed(textOf(region)));
  const settled = async (): Promise<void> => {
    await still();
    look();
    judgeIds();
    await judged;
  };
  const record: SpokenRecord = { heard, faults, settled };
  Object.defineProperty(globalThis, "spokenRecord", { value: record });
}
