import { ConciergeBell, Fingerprint } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { LockedFacts } from "../../../shared/lock/lock.ts";
import { words } from "../../../messages/words.ts";
import { useDesk, useLock } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { useWindowTitle } from "../../ui/page.tsx";
import { ScreenTitle } from "../../ui/screen-title.tsx";
import styles from "./lock.module.css";
import { PinEntry } from "./pin-entry.tsx";
import { TokenRecovery } from "./token-recovery.tsx";

/** All there is of a locked desk: why, how much waits, and the ways in. Nothing of a patient. */
export function LockScreen(): ReactNode {
  const lock = useLock();
  const locked = lock?.locked ?? null;
  useWindowTitle(words.lock.title);
  return (
    <main className={styles["screen"]}>
      <div className={styles["brand"]}>
        <ConciergeBell size={22} aria-hidden="true" /> {words.signIn.app}
      </div>
      <div className={styles["card"]}>
        <header>
          <ScreenTitle>{words.lock.title}</ScreenTitle>
          {locked !== null && <Why locked={locked} />}
        </header>
        {locked !== null && <WaysIn locked={locked} hasPrompt={lock?.hasPrompt === true} />}
      </div>
    </main>
  );
}

function Why({ locked: { reason, by, items } }: { readonly locked: LockedFacts }): ReactNode {
  const who = { by: by === null ? "nobody" : "known", name: by ?? "" };
  const { why } = words.lock;
  const isStart = reason === "start" || reason === "unread";
  return (
    <>
      <p>
        <bdi>{isStart ? why[reason] : why[reason](who)}</bdi>
      </p>
      {items !== null && <Items items={items} />}
      {!isStart && <p>{words.lock.kept}</p>}
    </>
  );
}

/** What became of the items that the desk was sending or about to send, and what still goes out. */
function Items({ items }: { readonly items: NonNullable<LockedFacts["items"]> }): ReactNode {
  const { notSent, sending, waiting, unshared, needsChecking } = items;
  const { tally } = words.items;
  return (
    <>
      {notSent > 0 && <p>{words.lock.notSent({ count: notSent })}</p>}
      {sending > 0 && <p>{tally.sending({ count: sending })}</p>}
      {needsChecking > 0 && <p>{tally.needsChecking({ count: needsChecking })}</p>}
      {unshared > 0 && <p>{tally.unshared({ count: unshared })}</p>}
      {waiting > 0 && (
        <p>
          {tally.waiting({ count: waiting })} {words.lock.goesOut({ count: waiting })}
        </p>
      )}
    </>
  );
}

type WaysProps = { readonly locked: LockedFacts; readonly hasPrompt: boolean };

function WaysIn({ locked, hasPrompt }: WaysProps): ReactNode {
  const { bridge } = useDesk();
  const [isForgotten, setForgotten] = useState(false);
  if (isForgotten) return <TokenRecovery which="desk" onBack={() => setForgotten(false)} />;
  const forgotten = (
    <Button variant="quiet" onPress={() => setForgotten(true)}>
      {words.lock.forgotten}
    </Button>
  );
  if (locked.reason === "unread") return <Unread>{forgotten}</Unread>;
  return (
    <PinEntry
      label={words.lock.pin}
      button={words.lock.unlock}
      waitSeconds={locked.waitSeconds}
      call={(pin) => bridge.call("lock.unlock", { pin })}
    >
      {forgotten}
      {hasPrompt && (
        <Button icon={Fingerprint} onPress={() => void bridge.call("lock.prompt", {})}>
          {words.lock.prompt}
        </Button>
      )}
    </PinEntry>
  );
}

/** The keychain does not answer: asked again, it may, and may hold a PIN or none. */
function Unread({ children }: { readonly children: ReactNode }): ReactNode {
  const { bridge } = useDesk();
  const { failure, isPending, run } = useWork();
  return (
    <>
      {failure !== null && <FailureNotice failure={failure} />}
      <div className={styles["actions"]}>
        {children}
        <Button
          variant="primary"
          isPending={isPending}
          onPress={() => void run(() => bridge.call("lock.unlock", { pin: "" }))}
        >
          {words.lock.again}
        </Button>
      </div>
    </>
  );
}
