import { KeyRound, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, usePolicy, useProxy } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { ProxyDialog } from "../policy/index.ts";
import { SetMark } from "./managed-row.tsx";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

/** How requests leave this computer: the system or the organization says so. What can be done here is about passwords. */
export function ProxyRow(): ReactNode {
  const { bridge, proxy: store } = useDesk();
  const policy = usePolicy();
  const proxy = useProxy();
  const announce = useAnnounce();
  const { isPending, failure, run } = useWork();
  const [isOpen, setOpen] = useState(false);
  if (policy === null || proxy === null) return null;
  const says = words.policy.proxy;
  const way = policy.proxy === "system" || policy.proxy === "none" ? policy.proxy : "other";
  const forget = (): Promise<void> =>
    run(
      () => store.change(bridge.call("proxy.forget", {})),
      () => announce(says.forgotten),
    );
  return (
    <SettingRow id="proxy" isWide>
      <div className={styles["stack"]}>
        <div className={styles["managed"]}>
          <div>
            <div className={styles["label"]}>{says.label}</div>
            {policy.sets.includes("proxy") ? <SetMark /> : <p className={styles["soft"]}>{says.help}</p>}
          </div>
          <div className={styles["setValue"]}>{says.way({ way, address: policy.proxy })}</div>
        </div>
        {proxy.known.length > 0 && (
          <p>{says.known({ count: proxy.known.length, proxies: [...proxy.known] })}</p>
        )}
        {(proxy.asks !== null || proxy.known.length > 0) && (
          <ButtonRow>
            {proxy.asks !== null && (
              <Button icon={KeyRound} onPress={() => setOpen(true)}>
                {says.enter}
              </Button>
            )}
            {proxy.known.length > 0 && (
              <Button icon={Trash2} isPending={isPending} onPress={() => void forget()}>
                {says.forget}
              </Button>
            )}
          </ButtonRow>
        )}
        {failure !== null && <FailureNotice failure={failure} title={words.settings.notSaved} />}
      </div>
      {isOpen && proxy.asks !== null && (
        <ProxyDialog key={proxy.asks.serial} asks={proxy.asks} onClose={() => setOpen(false)} />
      )}
    </SettingRow>
  );
}
