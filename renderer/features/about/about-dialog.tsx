import { useState, type ReactNode } from "react";
import type { RouteOutput } from "../../../shared/routes.ts";
import { words } from "../../../messages/words.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Unread } from "../../ui/failure-notice.tsx";
import { isolateText } from "../../ui/text.tsx";
import styles from "./about.module.css";

type Facts = RouteOutput<"app.about">;

/** Which version this is, what it runs on, and the licenses of all that is in it. */
export function AboutDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const reading = useRoute("app.about", {});
  const { title, close, unread, again } = words.about;
  return (
    <Dialog
      title={title}
      size="medium"
      onClose={onClose}
      actions={<Button onPress={onClose}>{close}</Button>}
    >
      {reading.state === "ready" ? (
        <Facts facts={reading.value} />
      ) : (
        <Unread reading={reading} title={unread} again={again} />
      )}
    </Dialog>
  );
}

function Facts({ facts }: { readonly facts: Facts }): ReactNode {
  const { version, electron, chromium, chromiumLicenses, licenses } = facts;
  const says = words.about;
  return (
    <>
      <p>
        {says.version({ version })}
        {electron !== "" && (
          <>
            <br />
            <span className={styles["soft"]}>{says.runs({ electron, chromium })}</span>
          </>
        )}
      </p>
      <LicenseText name={says.own} texts={[licenses.own]} />
      <h3 className={styles["heading"]}>{says.inside}</h3>
      <p className={styles["soft"]}>{says.count({ count: licenses.packages.length })}</p>
      <ul className={styles["packages"]} aria-label={says.inside}>
        {licenses.packages.map(({ name, version: of, license, texts }) => (
          <li key={`${name} ${of}`}>
            <LicenseText
              name={`${name} ${of}`}
              license={license}
              texts={texts.flatMap((at) => licenses.texts[at] ?? [])}
            />
          </li>
        ))}
      </ul>
      {chromiumLicenses !== null && (
        <p className={styles["soft"]}>
          {says.chromium} <span className={styles["path"]}>{isolateText(chromiumLicenses)}</span>
        </p>
      )}
    </>
  );
}

type TextProps = { readonly name: string; readonly license?: string; readonly texts: readonly string[] };

/** A line that opens to the texts of a license. They are long: none is drawn before somebody wants it. */
function LicenseText({ name, license = "", texts }: TextProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles["license"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={styles["name"]}>{name}</span> <span className={styles["soft"]}>{license}</span>
      </summary>
      {isOpen &&
        texts.map((text, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- they have no other name, and stay as they are
          <pre key={at} lang="en" className={styles["text"]}>
            {text}
          </pre>
        ))}
    </details>
  );
}
