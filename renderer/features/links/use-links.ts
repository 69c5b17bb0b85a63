import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { words } from "../../../messages/words.ts";
import type { DeskState } from "../../lib/desk-state.ts";
import { useDesk, useNavigation, useToast } from "../../lib/hooks.ts";
import { useIsHere, useLatest } from "../../lib/use-latest.ts";
import { findLinkTarget, withRow, type KeyedRow, type LinkRow, type OpenLink } from "./rows.ts";

const hasDialog = (): boolean => document.querySelector("[role*=dialog]") !== null;

/** Calls back once no dialog is open any more and the focus has gone back to where it was. Answers how to stop. */
function afterDialog(then: () => void): () => void {
  let timer = 0;
  const look = (): void => {
    window.clearTimeout(timer);
    if (!hasDialog()) timer = window.setTimeout(then);
  };
  const changes = new MutationObserver(look);
  changes.observe(document.body, { childList: true, subtree: true });
  look();
  return () => {
    changes.disconnect();
    window.clearTimeout(timer);
  };
}

/** Whether somebody is in the middle of something that another screen would take away: a form, or a text in a field. */
function isTyping({ flushes }: DeskState): boolean {
  const field = document.activeElement;
  const hasText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  const isText = hasText && !field.matches("[type=checkbox], [type=radio]") && field.value !== "";
  return isText || flushes.isAnyOpen();
}

export type LinksView = {
  readonly rows: readonly KeyedRow[];
  readonly remove: (key: number) => void;
};

/** Takes the links that main has for this window: what can be followed is, the rest is a line for a person. */
export function useLinks(): LinksView {
  const desk = useDesk();
  const { bridge, links } = desk;
  const { waits, told } = useStore(links);
  const { go } = useNavigation();
  const toast = useToast();
  const isHere = useIsHere();
  const [rows, setRows] = useState<readonly KeyedRow[]>([]);
  const hasSaid = useRef(false);

  const add = (row: LinkRow): void => setRows((before) => withRow(before, row));
  const follow = async (link: OpenLink): Promise<void> => {
    const { externalId } = link;
    const found = externalId === null ? null : await bridge.call("patients.byExternalId", { externalId });
    if (!isHere.current) return;
    if (found !== null && !found.ok) return add({ kind: "notRead", why: found.failure.why });
    const patient = found?.value.patient ?? null;
    if (externalId !== null && patient === null) return add({ kind: "missing", link, externalId });
    // What was asked about before is answered by what came after it.
    setRows((before) => before.filter(({ row }) => row.kind === "call" || row.kind === "left"));
    if (isTyping(desk)) add({ kind: "ask", link, patient });
    else go(findLinkTarget(link, patient));
  };
  const take = async (): Promise<void> => {
    hasSaid.current = false;
    links.setState({ waits: false });
    const answer = await bridge.call("app.nextLink", {});
    if (!answer.ok || !isHere.current) return;
    const { link, refused, left, isLate } = answer.value;
    if (left > 0 || isLate) add({ kind: "left", count: left, isLate });
    if (refused !== null) add({ kind: "refused", why: refused });
    if (link?.kind === "call") add(link);
    else if (link !== null) await follow(link);
  };
  const latest = useLatest({ take, toast });

  useEffect(() => {
    if (!waits) return;
    if (!hasDialog()) return void latest.current.take();
    // A storm of links says it once.
    if (!hasSaid.current) latest.current.toast(words.links.dialog);
    hasSaid.current = true;
    return afterDialog(() => void latest.current.take());
  }, [waits, told, latest]);

  return {
    rows,
    remove: (key) => setRows((before) => before.filter((each) => each.key !== key)),
  };
}
