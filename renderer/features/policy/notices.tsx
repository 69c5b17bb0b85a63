import type { ReactNode } from "react";
import type { PolicyProblem } from "../../../shared/policy/routes.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useNavigation, usePolicy, useProxy, useSession } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import styles from "./policy.module.css";

/** Where in the file it is, and why it does not hold. */
export function formatPolicyProblem({ line, field, why }: PolicyProblem): string {
  const where = line === null ? "file" : field === null ? "line" : "field";
  return words.policy.refused.problem({ where, line: line ?? 0, field: field ?? "", why: said(why) });
}

/** Names what is wrong with the organization's policy, which then is not applied at all. */
export function PolicyRefused(): ReactNode {
  const policy = usePolicy();
  if (policy === null || policy.problems.length === 0) return null;
  const { refused } = words.policy;
  return (
    <aside aria-label={refused.label}>
      <NoticeBox tone="warning" title={refused.title}>
        <p>{refused.text}</p>
        {policy.file !== null && <p className={styles["place"]}>{refused.place({ file: policy.file })}</p>}
        <ul className={styles["problems"]}>
          {policy.problems.map((problem) => (
            <li key={JSON.stringify(problem)}>{formatPolicyProblem(problem)}</li>
          ))}
        </ul>
      </NoticeBox>
    </aside>
  );
}

/** A policy that changed waits for the end of what is being done. */
export function PolicyWaits(): ReactNode {
  return usePolicy()?.waits === true ? <NoticeBox tone="info" title={words.policy.waits} /> : null;
}

/** The desk was connected before the organization set another address. */
export function OtherServiceBanner(): ReactNode {
  const { session } = useSession();
  const { go } = useNavigation();
  const set = usePolicy()?.serviceAddress ?? null;
  const present = session?.serviceAddress ?? null;
  if (set === null || present === null || session?.practice === true || present === set) return null;
  const { service } = words.policy;
  return (
    <aside className={styles["banner"]} aria-label={service.other}>
      <NoticeBox
        tone="warning"
        live="polite"
        title={service.other}
        actions={
          <Button onPress={() => go({ screen: "settings", section: "connection" })}>{service.open}</Button>
        }
      >
        {service.otherText({ present, set })}
      </NoticeBox>
    </aside>
  );
}

/** Until a proxy is answered nothing is sent: said on every screen, also where its dialog was closed. */
export function ProxyBanner({ onEnter }: { readonly onEnter: () => void }): ReactNode {
  const asks = useProxy()?.asks ?? null;
  if (asks === null) return null;
  const says = words.policy.proxy;
  return (
    <aside className={styles["banner"]} aria-label={says.label}>
      <NoticeBox
        tone="warning"
        live="polite"
        title={says.banner({ proxy: asks.proxy })}
        actions={<Button onPress={onEnter}>{says.enter}</Button>}
      >
        {says.bannerText}
      </NoticeBox>
    </aside>
  );
}
