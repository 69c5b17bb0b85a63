import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Result } from "../../../shared/core/failure.ts";
import type { ClinicState } from "../../../shared/clinic/clinic.ts";
import { words } from "../../../messages/words.ts";
import { useDesk } from "../../lib/hooks.ts";
import { useBadField } from "../../lib/use-bad-field.ts";
import type { Bridge } from "../../lib/ipc.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./clinic.module.css";
import { useClinicCall } from "./use-clinic-call.ts";

/** The fields of each way into a clinic, in their order. */
const fieldsOf = {
  create: ["hub", "token", "name"],
  join: ["hub", "code", "name"],
  recover: ["sheet", "name"],
} as const;
export type ClinicWay = keyof typeof fieldsOf;
type Field = (typeof fieldsOf)[ClinicWay][number];
type Typed = Readonly<Record<Field, string>>;

const longest: Readonly<Record<Field, number>> = {
  hub: 2_000,
  token: 200,
  code: 200,
  sheet: 4_000,
  name: 60,
};

function send(bridge: Bridge, way: ClinicWay, typed: Typed): Promise<Result<ClinicState>> {
  const { hub, token, code, sheet, name } = typed;
  switch (way) {
    case "create":
      return bridge.call("clinic.create", { hub, token, name });
    case "join":
      return bridge.call("clinic.join", { hub, code, name });
    case "recover":
      return bridge.call("clinic.recover", { sheet, name });
  }
}

type Props = { readonly way: ClinicWay; readonly onClose: () => void };

/** Makes a clinic, asks to join one, or comes back into one with its sheet. */
export function ClinicForm({ way, onClose }: Props): ReactNode {
  const { form: labels, [way]: says } = words.clinic;
  const { bridge } = useDesk();
  const { isPending, failure, run } = useClinicCall();
  const [typed, setTyped] = useState<Typed>({ hub: "", token: "", code: "", sheet: "", name: "" });
  const [wasSent, setWasSent] = useState(false);
  const [changed, setChanged] = useState<ReadonlySet<Field>>(new Set());
  const part = useRef<HTMLFormElement>(null);
  const goToBad = useBadField(part);
  const fields: readonly Field[] = fieldsOf[way];
  const isEmpty = (field: Field): boolean => typed[field].trim() === "";
  const refused = (field: Field) => (changed.has(field) ? null : (failure?.fields[field] ?? null));
  const submit = (): void => {
    setWasSent(true);
    setChanged(new Set());
    if (fields.some(isEmpty)) return goToBad();
    void run(() => send(bridge, way, typed), says.done, onClose);
  };
  const isInFields = fields.some((field) => failure?.fields[field] !== undefined);
  useEffect(() => {
    if (isInFields) goToBad();
  }, [failure, isInFields, goToBad]);
  return (
    <Dialog title={says.title} size="medium" onClose={onClose}>
      <form
        ref={part}
        noValidate
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) submit();
        }}
      >
        <p>{says.text}</p>
        {fields.map((field, at) => (
          <TextField
            key={field}
            label={labels[field]}
            name={field}
            isRequired
            autoFocus={at === 0}
            isCode={field !== "name"}
            multiline={field === "sheet"}
            maxLength={longest[field]}
            value={typed[field]}
            onChange={(text) => {
              setTyped((before) => ({ ...before, [field]: text }));
              setChanged((before) => new Set([...before, field]));
            }}
            error={wasSent && isEmpty(field) ? labels.missing[field] : refused(field)}
            help={labels[`${field}Help`]}
          />
        ))}
        {failure !== null && !isInFields && <FailureNotice failure={failure} />}
        <div className={styles["actions"]}>
          <CancelButton onPress={onClose} />
          <Button type="submit" variant="primary" isPending={isPending}>
            {says.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
