import { useCallback, useContext, useEffect, useRef, useState } from "react";
import { fail, type Failure } from "../../../shared/core/failure.ts";
import type { Settings, SettingsChange } from "../../../shared/settings/settings.ts";
import { said, say, type Saying } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { KeptContext, useAnnounce, useSettings, useFlush } from "../../lib/hooks.ts";
import { getSettingsPage, type SettingsSection } from "../../lib/settings-pages.ts";

/** What a section says of its last change. */
export type Saving =
  | { readonly kind: "idle" }
  | { readonly kind: "saving" }
  /** Kept; `undo` is what stood there before. */
  | { readonly kind: "saved"; readonly undo: SettingsChange }
  | { readonly kind: "undone" }
  | { readonly kind: "failed"; readonly failure: Failure };

export type Setting = {
  readonly saving: Saving;
  /** Chosen and being saved: shown at once, taken back if it fails. */
  readonly pending: SettingsChange;
  /** Saves at once; true when it was kept. */
  readonly commit: (patch: SettingsChange) => Promise<boolean>;
  readonly undo: () => Promise<void>;
};

/** The parts of the settings that a patch replaces. */
export function pickPrevious({ updates, ...settings }: Settings, patch: SettingsChange): SettingsChange {
  const partsOf = (all: object, some: object): object =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name in some));
  const parts: SettingsChange = partsOf(settings, patch);
  return patch.updates === undefined ? parts : { ...parts, updates: partsOf(updates, patch.updates) };
}

/** One section's changes: each is saved at once and can be taken back. */
export function useSetting(): Setting {
  const { settings, save } = useSettings();
  const announce = useAnnounce();
  const kept = useContext(KeptContext);
  const [saving, setSaving] = useState<Saving>({ kind: "idle" });
  const [pending, setPending] = useState<SettingsChange>({});
  const write = useCallback(
    async (patch: SettingsChange, done: Saving) => {
      setSaving({ kind: "saving" });
      setPending(patch);
      const answer = await save(patch);
      setPending({});
      setSaving(answer.ok ? done : { kind: "failed", failure: answer.failure });
      const { undone, saved } = words.settings;
      announce(answer.ok ? (done.kind === "undone" ? undone : saved({ kept })) : said(answer.failure.why));
      return answer.ok;
    },
    [save, announce, kept],
  );
  const commit = useCallback(
    async (patch: SettingsChange) =>
      settings !== null && write(patch, { kind: "saved", undo: pickPrevious(settings, patch) }),
    [settings, write],
  );
  const undo = useCallback(async () => {
    if (saving.kind === "saved") await write(saving.undo, { kind: "undone" });
  }, [saving, write]);
  return { saving, pending, commit, undo };
}

/**
 * Changes a setting that is saved as a whole. Leaving one field and filling the next may be quicker than main: each
 * change builds on the last, not on what main has said so far; once all are answered and the last failed, on what is kept.
 */
export function useWhole<T>(
  value: T,
  save: (value: T) => Promise<boolean>,
): (change: (before: T) => T) => Promise<boolean> {
  const kept = useRef(value);
  const latest = useRef(value);
  const underWay = useRef(0);
  useEffect(() => {
    kept.current = value;
    if (underWay.current === 0) latest.current = value;
  }, [value]);
  return async (change) => {
    latest.current = change(latest.current);
    underWay.current += 1;
    const isKept = await save(latest.current);
    underWay.current -= 1;
    if (!isKept && underWay.current === 0) latest.current = kept.current;
    return isKept;
  };
}

type Place = {
  readonly section: SettingsSection;
  /** What the text is called. */
  readonly name: string;
};

/** Names what is not kept, for whoever is about to leave it. */
const failUnkept = ({ section, name: setting }: Place): Failure =>
  fail(
    "invalid-input",
    say("settings.unkept", { setting, page: words.settings.pages[getSettingsPage(section)] }),
  );

/** What is typed into a form and kept by its button: whoever leaves Settings before that is asked. */
export function useUnkept(isUnkept: boolean, place: Place): void {
  useFlush({
    flush: async () => (isUnkept ? failUnkept(place) : null),
    hasUnsaved: () => isUnkept,
  });
}

type Options = Place & {
  readonly saved: string;
  /** What is wrong with a text; null when it may be kept. */
  readonly check: (text: string) => Saying | string | null;
  /** True when it was kept: else what was typed stays in the field. */
  readonly commit: (text: string) => Promise<boolean>;
};

type TypedSetting = {
  readonly text: string;
  readonly error: Saying | string | null;
  /** What stands there is not saved yet. */
  readonly isTyping: boolean;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
};

/**
 * A text that is kept on leaving its field, or when the window goes, if nothing is wrong with it; else whoever leaves Settings
 * is asked.
 */
export function useTypedSetting({ saved, check, commit, ...place }: Options): TypedSetting {
  const announce = useAnnounce();
  const [typed, setTyped] = useState<string | null>(null);
  const [wasLeft, setWasLeft] = useState(false);
  /** What was not kept when its field was left: the window's end does not try it again, which could ask somebody again. */
  const [unkept, setUnkept] = useState<string | null>(null);
  const text = typed ?? saved;
  const problem = check(text.trim());
  /** The text that is being kept: leaving its field and the screen by one press keeps it once. */
  const running = useRef<{ readonly of: string; readonly isKept: Promise<boolean> } | null>(null);
  const write = async (of: string): Promise<boolean> => {
    const isKept = of.trim() === saved || (await commit(of.trim()));
    if (isKept) setTyped((now) => (now === of ? null : now));
    setUnkept(isKept ? null : of);
    return isKept;
  };
  const keep = async (): Promise<boolean> => {
    if (typed === null) return true;
    if (problem !== null) return false;
    if (running.current?.of === typed) return running.current.isKept;
    const isKept = write(typed);
    running.current = { of: typed, isKept };
    await isKept;
    running.current = null;
    return isKept;
  };
  useFlush({
    flush: async () => {
      const isKept = typed === null || (typed !== unkept && (await keep()));
      return isKept ? null : failUnkept(place);
    },
    hasUnsaved: () => typed !== null,
  });
  return {
    text,
    isTyping: typed !== null,
    error: wasLeft && typed !== null ? problem : null,
    onChange: (next) => {
      setTyped(next);
      setWasLeft(false);
    },
    onBlur: () => {
      if (typed !== null && problem !== null && !wasLeft)
        announce(typeof problem === "string" ? problem : said(problem));
      setWasLeft(true);
      void keep();
    },
  };
}
