import type { ReactNode } from "react";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { formatExternalId } from "../../../shared/links/desk-link.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { Button } from "../../ui/button.tsx";
import { describePatient } from "../patients/index.ts";
import { LinkLine, type RowActions } from "./row.tsx";
import { createPatientTarget, findLinkTarget, type LinkRow, type OpenLink } from "./rows.ts";
import { useGoOn } from "./use-go-on.ts";

type Of<K extends LinkRow["kind"]> = RowActions & { readonly row: Extract<LinkRow, { kind: K }> };
type Props = RowActions & { readonly row: Exclude<LinkRow, { kind: "call" }> };

/** A link that did not simply open: why, and what a person can do with it. */
export function LinkedRow({ row, ...actions }: Props): ReactNode {
  switch (row.kind) {
    case "ask":
      return <Ask row={row} {...actions} />;
    case "missing":
      return <Missing row={row} {...actions} />;
    case "left": {
      const { left, late, dismissLeft } = words.links;
      const texts = [row.isLate ? late : "", row.count > 0 ? left({ count: row.count }) : ""];
      return <Said text={texts.filter((text) => text !== "").join(" ")} label={dismissLeft} {...actions} />;
    }
    case "refused": {
      const { title, dismiss } = words.links.refused;
      return <Said text={`${title} ${said(row.why)}`} label={dismiss} {...actions} />;
    }
    case "notRead": {
      const { notRead, refused } = words.links;
      return <Said text={notRead({ why: said(row.why) })} label={refused.dismiss} {...actions} />;
    }
  }
}

type SaidProps = RowActions & { readonly text: string; readonly label: string };

const Said = ({ text, label, onDismiss }: SaidProps): ReactNode => (
  <LinkLine
    look="warning"
    news={text}
    text={text}
    actions={
      <Button size="small" variant="quiet" label={label} onPress={onDismiss}>
        {words.links.dismiss}
      </Button>
    }
  />
);

function askWords(link: OpenLink, patient: PatientRecord | null): string {
  const { ask } = words.links;
  if (patient === null) return ask.booking;
  const { name } = describePatient(patient);
  return link.kind === "patient" ? ask.patient({ name }) : ask.bookingFor({ name });
}

/** What is being typed would make room for it: it opens on a person's word. */
function Ask({ row: { link, patient }, onGone, onDismiss }: Of<"ask">): ReactNode {
  const open = useGoOn(onGone);
  const { ask, notNow } = words.links;
  const text = askWords(link, patient);
  const isPage = link.kind === "patient" && patient !== null;
  return (
    <LinkLine
      look="link"
      news={text}
      text={text}
      actions={
        <>
          <Button
            size="small"
            label={isPage ? ask.open({ name: describePatient(patient).name }) : ask.begin}
            onPress={() => open(findLinkTarget(link, patient))}
          >
            {words.links.open}
          </Button>
          <Button size="small" variant="quiet" onPress={onDismiss}>
            {notNow}
          </Button>
        </>
      }
    />
  );
}

/** Nobody here has the external ID that it names. */
function Missing({ row: { link, externalId }, onGone, onDismiss }: Of<"missing">): ReactNode {
  const open = useGoOn(onGone);
  const { missing, dismiss } = words.links;
  const id = formatExternalId(externalId);
  const text = missing.text({ id });
  return (
    <LinkLine
      look="warning"
      news={text}
      text={text}
      actions={
        <>
          <Button
            size="small"
            label={missing.findId({ id })}
            onPress={() => open({ screen: "patients", search: externalId })}
          >
            {missing.find}
          </Button>
          <Button
            size="small"
            label={missing.createWith({ id })}
            onPress={() => open(createPatientTarget({ externalId }))}
          >
            {missing.create}
          </Button>
          {link.kind === "booking" && (
            <Button size="small" label={missing.bookWithout} onPress={() => open(findLinkTarget(link, null))}>
              {missing.book}
            </Button>
          )}
          <Button size="small" variant="quiet" label={missing.dismiss({ id })} onPress={onDismiss}>
            {dismiss}
          </Button>
        </>
      }
    />
  );
}
