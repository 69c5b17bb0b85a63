import { ConciergeBell, GraduationCap, History, PlugZap } from "lucide-react";
import { useId, useRef, useState, type ReactNode } from "react";
import { useStore } from "zustand";
import { words } from "../../../messages/words.ts";
import { useDesk, usePolicy, useSession } from "../../lib/hooks.ts";
import { useBadField } from "../../lib/use-bad-field.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { loadOnDemand } from "../../ui/on-demand.tsx";
import { useWindowTitle } from "../../ui/page.tsx";
import { ScreenTitle } from "../../ui/screen-title.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { PolicyRefused } from "../policy/index.ts";
import { AccountQuestion } from "./account-question.tsx";
import { TokenField } from "./token-field.tsx";
import { isTokenRefused, useConnect } from "./use-connect.ts";
import styles from "./view.module.css";

const AdminDialog = loadOnDemand(async () => (await import("../lock/index.ts")).AdminDialog);
const RestoreDialog = loadOnDemand(async () => (await import("../backup/index.ts")).RestoreDialog);

const missing = (text: string, message: string): string | null => (text.trim() === "" ? message : null);

/** The first screen: where the service is, and the token to use it with; or practice without either. */
export function SignInView({ version }: { readonly version: string }): ReactNode {
  const { session } = useSession();
  const linkWaits = useStore(useDesk().links, ({ waits }) => waits);
  const { signIn } = words;
  useWindowTitle(signIn.title);
  return (
    <main className={styles["screen"]}>
      <div className={styles["brand"]}>
        <ConciergeBell size={22} aria-hidden="true" /> {signIn.app}
      </div>
      <div className={styles["card"]}>
        {linkWaits && <NoticeBox tone="info" live="polite" title={words.links.signIn} />}
        {session?.status === "signed-out" && session.tokenKept === "keychain" && <LeftInKeychain />}
        <PolicyRefused />
        <header>
          <ScreenTitle>{signIn.title}</ScreenTitle>
          <p>{signIn.description}</p>
        </header>
        <ConnectForm knownAddress={session?.practice === true ? "" : (session?.serviceAddress ?? "")} />
      </div>
      <Practise />
      <Restore />
      <p className={styles["version"]}>{signIn.version({ version })}</p>
    </main>
  );
}

/** After signing out: whoever starts the program next would be signed in again. */
function LeftInKeychain(): ReactNode {
  const { bridge } = useDesk();
  const { isPending, run } = useWork();
  const again = (): Promise<void> => run(() => bridge.call("session.signOut", {}));
  return (
    <NoticeBox
      tone="warning"
      live="assertive"
      title={words.signIn.leftInKeychain.title}
      actions={
        <Button isPending={isPending} onPress={() => void again()}>
          {words.signIn.leftInKeychain.tryAgain}
        </Button>
      }
    >
      <p>{words.signIn.leftInKeychain.text}</p>
    </NoticeBox>
  );
}

function ConnectForm({ knownAddress }: { readonly knownAddress: string }): ReactNode {
  const { attempt, connect, reset } = useConnect();
  const set = usePolicy()?.serviceAddress ?? null;
  const [typed, setAddress] = useState(knownAddress);
  const address = set ?? typed;
  const [token, setToken] = useState("");
  const [wasSent, setWasSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const notice = useId();
  const goToBad = useBadField(form);
  const fields = attempt.kind === "failed" ? attempt.failure.fields : {};
  const addressError = wasSent ? missing(address, words.signIn.addressMissing) : null;
  const tokenError = wasSent ? missing(token, words.signIn.tokenMissing) : null;

  const isAsking = attempt.kind === "asking";
  const needsPin = attempt.kind === "failed" && attempt.failure.code === "admin-locked";
  const send = (): void => {
    setWasSent(true);
    if (address.trim() === "" || token.trim() === "") goToBad();
    else void connect({ serviceAddress: address, token }, null);
  };
  /** A failure speaks of what was sent; once that is changed, it is no longer true. */
  const changed = <T,>(set: (value: T) => void, value: T): void => {
    set(value);
    if (attempt.kind === "failed") reset();
  };
  return (
    <form
      ref={form}
      noValidate
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAsking) send();
      }}
    >
      <TextField
        label={words.signIn.address}
        name="serviceAddress"
        inputMode="url"
        isCode
        isRequired
        autoFocus={knownAddress === ""}
        value={address}
        onChange={(text) => changed(setAddress, text)}
        error={addressError ?? fields["serviceAddress"]}
        placeholder={words.signIn.addressExample}
        isReadOnly={set !== null || isAsking}
        help={set === null ? undefined : words.policy.setTo}
      />
      <TokenField
        token={token}
        onChange={(text) => changed(setToken, text)}
        error={tokenError}
        refusedBy={isTokenRefused(attempt) ? notice : null}
        isReadOnly={isAsking}
        autoFocus={knownAddress !== ""}
      />
      {attempt.kind === "failed" && !needsPin && (
        <FailureNotice id={notice} failure={attempt.failure} title={words.signIn.notConnected} />
      )}
      {needsPin && <AdminDialog what={words.signIn.connect} onClose={reset} onOpen={send} />}
      <div className={styles["actions"]}>
        <Button type="submit" variant="primary" icon={PlugZap} isPending={isAsking}>
          {words.signIn.connect}
        </Button>
      </div>
      {attempt.kind === "question" && (
        <AccountQuestion
          failure={attempt.failure}
          onAnswer={(same) => void connect(attempt.credentials, same)}
          onClose={reset}
        />
      )}
    </form>
  );
}

/** A computer that is new, or has lost its records, begins with a backup. */
function Restore(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles["restore"]}>
      <Button variant="quiet" icon={History} onPress={() => setOpen(true)}>
        {words.backup.restore.label}
      </Button>
      {isOpen && <RestoreDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

function Practise(): ReactNode {
  const { bridge } = useDesk();
  const { isPending, failure, run } = useWork();
  const start = (): Promise<void> => run(() => bridge.call("session.practise", {}));
  return (
    <section className={styles["practise"]} aria-label={words.signIn.practice.label}>
      <div>
        <h2 className={styles["strong"]}>{words.signIn.practice.title}</h2>
        <p>{words.signIn.practice.text}</p>
      </div>
      <Button icon={GraduationCap} isPending={isPending} onPress={() => void start()}>
        {words.signIn.practice.start}
      </Button>
      {failure !== null && <FailureNotice failure={failure} />}
    </section>
  );
}
