import { Download, RefreshCw, RotateCw } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { updateModes, type UpdatesState } from "../../../shared/updates/updates.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { readServiceAddress } from "../../../shared/connection/service-address.ts";
import { said, type Saying } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useIsSet } from "../../lib/hooks.ts";
import { useUpdates } from "../../lib/use-updates.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { formatMomentHere } from "../session/index.ts";
import { ManagedRow } from "./managed-row.tsx";
import { describeSettingsRow } from "./search.ts";
import { SegmentsField, SettingGroup, SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";
import { useSetting, useTypedSetting } from "./use-setting.ts";

type Props = { readonly settings: Settings };

/** How the program's own updates stand, where they come from, and who says so. */
export function UpdatesSection({ settings }: Props): ReactNode {
  const state = useUpdates();
  return (
    <SettingGroup section="updates">
      <SettingRow id="updates" isWide>
        <div className={styles["stack"]} data-field="updates">
          <div className={styles["label"]}>{describeSettingsRow("updates").label}</div>
          {state !== null && <Standing state={state} />}
        </div>
      </SettingRow>
      {useIsSet("updatesMode") ? (
        <ManagedRow id="updateMode">{words.updates.modes[settings.updates.mode]}</ManagedRow>
      ) : (
        <ModeRow settings={settings} />
      )}
      {useIsSet("updatesFeed") ? (
        <ManagedRow id="updateFeed">{settings.updates.feed}</ManagedRow>
      ) : (
        <FeedRow settings={settings} />
      )}
    </SettingGroup>
  );
}

function ModeRow({ settings: { updates } }: Props): ReactNode {
  const setting = useSetting();
  const { modes } = words.updates;
  return (
    <SettingRow id="updateMode" setting={setting}>
      <SegmentsField
        label={modes.label}
        help={modes.help}
        options={updateModes.map((mode) => ({ value: mode, label: modes[mode] }))}
        value={setting.pending.updates?.mode ?? updates.mode}
        onChange={(mode) => void setting.commit({ updates: { mode } })}
      />
    </SettingRow>
  );
}

/** Empty is fine: then none are looked for. */
function feedProblem(text: string): Saying | null {
  const read = text === "" ? null : readServiceAddress(text);
  return read?.kind === "refused" ? read.why : null;
}

function FeedRow({ settings: { updates } }: Props): ReactNode {
  const setting = useSetting();
  const says = words.updates;
  const feed = useTypedSetting({
    section: "updates",
    name: says.feed,
    saved: updates.feed ?? "",
    check: feedProblem,
    commit: (text) => setting.commit({ updates: { feed: text === "" ? null : text } }),
  });
  return (
    <SettingRow id="updateFeed" setting={setting} isWide>
      <TextField
        label={says.feed}
        name="updateFeed"
        inputMode="url"
        isCode
        value={feed.text}
        onChange={feed.onChange}
        onBlur={feed.onBlur}
        error={feed.error}
        placeholder={says.feedExample}
        help={says.feedHelp}
      />
    </SettingRow>
  );
}

type StateProps = { readonly state: UpdatesState };

/** One line that says how it stands. */
export function describeUpdates(state: UpdatesState): string {
  const { stands, why } = words.updates;
  const { phase, percent, isHeld, checkedAt } = state;
  const version = state.version ?? "";
  if (state.why !== null) return why[state.why];
  if (phase === "idle" && state.failure !== null) return stands.failed;
  if (phase === "idle") return stands.idle({ checked: checkedAt === null ? "never" : "done" });
  if (phase === "checking") return stands.checking;
  if (phase === "downloading")
    return isHeld ? stands.held({ version }) : stands.downloading({ version, percent: percent ?? 0 });
  return stands[phase]({ version });
}

/** What is told once when it comes, to who listens: no single percent of a download. */
function newsOf(state: UpdatesState): string | null {
  const { phase, failure } = state;
  if (state.why !== null || phase === "downloading" || phase === "checking") return null;
  const line = describeUpdates(state);
  return phase === "idle" && failure !== null ? `${line}. ${said(failure)}` : line;
}

function useSpokenNews(state: UpdatesState): void {
  const announce = useAnnounce();
  const news = newsOf(state);
  const before = useRef({ news, phase: state.phase });
  useEffect(() => {
    const { news: last, phase } = before.current;
    before.current = { news, phase: state.phase };
    // The same news is news again where it was looked for.
    if (news !== null && (news !== last || phase === "checking")) announce(news);
  }, [news, state.phase, announce]);
}

function Standing({ state }: StateProps): ReactNode {
  const says = words.updates;
  const { version, running, notes, checkedAt, failure, phase } = state;
  useSpokenNews(state);
  return (
    <>
      <div>
        <p>{says.running({ version: running })}</p>
        <p id="updates-standing">{describeUpdates(state)}</p>
        {phase === "ready" && <p className={styles["soft"]}>{says.readyHow}</p>}
        {phase === "found" && <p className={styles["soft"]}>{says.foundHow}</p>}
        {checkedAt !== null && state.why === null && (
          <p className={styles["soft"]}>{says.checkedAt({ when: formatMomentHere(checkedAt) })}</p>
        )}
      </div>
      {phase === "downloading" && (
        <progress
          aria-label={says.progress({ version: version ?? "" })}
          max={100}
          value={state.percent ?? 0}
        />
      )}
      {failure !== null && state.why === null && (
        <NoticeBox tone="warning" title={said(failure)}>
          {says.kept({ version: running })}
        </NoticeBox>
      )}
      {notes !== null && (
        <details>
          <summary>{says.news({ version: version ?? "" })}</summary>
          <p className={styles["notes"]}>{notes}</p>
        </details>
      )}
      {state.why === null && <NextStep state={state} />}
      <p className={styles["soft"]}>{says.help}</p>
    </>
  );
}

/** One button, which is whatever comes next: it keeps the focus while that goes on. */
function NextStep({ state: { phase } }: StateProps): ReactNode {
  const { bridge } = useDesk();
  const { failure, run } = useWork();
  const says = words.updates;
  const call = (name: "updates.check" | "updates.download" | "updates.restart"): void =>
    void run(
      () => bridge.call(name, {}),
      () => undefined,
    );
  const isReady = phase === "ready" || phase === "installing";
  const isFound = phase === "found" || phase === "downloading";
  const does = isReady ? "restart" : isFound ? "download" : "check";
  const icon = { restart: RotateCw, download: Download, check: RefreshCw }[does];
  return (
    <>
      <div>
        <Button
          icon={icon}
          variant={isReady ? "primary" : "secondary"}
          isPending={["checking", "downloading", "installing"].includes(phase)}
          describedBy="updates-standing"
          onPress={() => call(`updates.${does}`)}
        >
          {says[does]}
        </Button>
      </div>
      {failure !== null && <FailureNotice failure={failure} title={says.notYet} />}
    </>
  );
}
