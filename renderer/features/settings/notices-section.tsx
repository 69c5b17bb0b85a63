import { Network } from "lucide-react";
import type { ReactNode } from "react";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { getSectionId } from "../../lib/settings-pages.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { useNoticesVersion } from "../../lib/use-notices.ts";
import { Addresses, Gaps, Meaning, Received } from "../notice-setup/index.ts";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

/** Notices of the service that the clinic's hub receives. */
export function NoticesSection(): ReactNode {
  const { section: says } = words.notices;
  const version = useNoticesVersion("clinic");
  const { value: state, failure, reload } = useRoute("notices.get", {}, { refresh: version });
  const toDesks = (): void => {
    const heading = document.getElementById(getSectionId("desks"));
    heading?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
  };
  return (
    <SettingGroup section="notices">
      <SettingRow id="notices" isWide>
        <div className={styles["stack"]} data-field="notices">
          <div>
            <div className={styles["label"]}>{says.label}</div>
            <p className={styles["soft"]}>{says.what}</p>
            <p className={styles["soft"]}>{says.unsigned}</p>
          </div>
          {failure !== null && <FailureNotice failure={failure} />}
          {state?.setUp === "no-clinic" && (
            <>
              <p>{says.noClinic}</p>
              <ButtonRow>
                <Button icon={Network} onPress={toDesks}>
                  {says.toDesks}
                </Button>
              </ButtonRow>
            </>
          )}
          {state?.setUp === "member" && state.away !== null && (
            <NoticeBox tone="warning" title={said(state.away)} />
          )}
          {state?.setUp === "member" && <Addresses state={state} onChange={reload} />}
        </div>
      </SettingRow>
      {state?.setUp === "member" && state.addresses.length > 0 && (
        <>
          <SettingRow id="notices" isWide>
            <Meaning state={state} onChange={reload} />
          </SettingRow>
          <SettingRow id="notices" isWide>
            <div className={styles["stack"]}>
              <div className={styles["label"]}>{words.notices.list.label}</div>
              <Received counts={state.counts} version={version} />
            </div>
          </SettingRow>
          <SettingRow id="notices" isWide>
            <Gaps gaps={state.gaps} />
          </SettingRow>
        </>
      )}
    </SettingGroup>
  );
}
