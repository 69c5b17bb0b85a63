import { useRef, useState, type ReactNode } from "react";
import type { SharedClaim } from "../../../shared/clinic/clinic.ts";
import { words } from "../../../messages/words.ts";
import type { Membership } from "../../lib/clinic.ts";
import { useBadField } from "../../lib/use-bad-field.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { ChoiceGroup } from "../../ui/choice-fields.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Question } from "../question/index.ts";
import { ShownClaimText } from "./claim-notice.tsx";
import { listHandoverDesks, formatHolder, formatDeskName } from "./claim-words.ts";
import styles from "./clinic.module.css";
import { explainUnsure } from "./hub-words.ts";

type Props = { readonly claim: SharedClaim; readonly onNo: () => void; readonly onYes: () => void };

/** Asked before this desk takes a booking from another: it needs checking then. */
export function TakeOverQuestion({ claim, onNo, onYes }: Props): ReactNode {
  const { takeOver: says } = words.clinic;
  return (
    <Question title={says.title} no={says.no} yes={says.button} onNo={onNo} onYes={onYes}>
      <p>
        <bdi>{says.text({ desk: formatHolder(claim) })}</bdi>
      </p>
      <p>{says.checking}</p>
      <ShownClaimText claim={claim} />
    </Question>
  );
}

/** Asked before a booking goes out that other desks may have too, while nobody can say whether they do. */
type WithoutHubProps = Props & { readonly member: Membership };

export function WithoutHubQuestion({ claim, member, onNo, onYes }: WithoutHubProps): ReactNode {
  const { withoutHub: says } = words.clinic;
  return (
    <Question title={says.title} no={says.no} yes={says.button} onNo={onNo} onYes={onYes}>
      <p>{explainUnsure(member)}</p>
      <p>{says.text}</p>
      <ShownClaimText claim={claim} />
    </Question>
  );
}

type HandOverProps = {
  readonly member: Pick<Membership, "desks">;
  readonly onClose: () => void;
  readonly onChoose: (desk: { readonly id: string; readonly name: string }) => void;
};

/** To which desk a booking goes that is held here. */
export function HandOverDialog({ member, onClose, onChoose }: HandOverProps): ReactNode {
  const { handOver: says, desks } = words.clinic;
  const to = listHandoverDesks(member).map(({ id, name }) => ({
    id,
    name: formatDeskName(name, desks.unnamed),
  }));
  const [chosen, setChosen] = useState<string | null>(null);
  const [wasSent, setWasSent] = useState(false);
  const part = useRef<HTMLFormElement>(null);
  const goToBad = useBadField(part);
  const desk = to.find(({ id }) => id === chosen) ?? null;
  return (
    <Dialog title={says.title} onClose={onClose}>
      <form
        ref={part}
        noValidate
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          setWasSent(true);
          if (desk === null) goToBad();
          else onChoose(desk);
        }}
      >
        <p>{says.text}</p>
        <ChoiceGroup
          label={says.desk}
          isRequired
          options={to.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen}
          onChange={setChosen}
          error={wasSent && desk === null ? says.missing : null}
        />
        <div className={styles["actions"]}>
          <CancelButton onPress={onClose} />
          <Button type="submit" variant="primary">
            {says.button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
