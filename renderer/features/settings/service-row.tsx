import { Pencil, Trash2 } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import type { FieldErrors } from "../../../shared/core/failure.ts";
import type { CatalogueService } from "../../../shared/settings/settings.ts";
import { words } from "../../../messages/words.ts";
import { useBadField } from "../../lib/use-bad-field.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { isSameDraft, toServiceDraft, readService, type ServiceDraft } from "./catalogue.ts";
import styles from "./settings.module.css";
import { useUnkept } from "./use-setting.ts";

type FieldsProps = {
  readonly draft: ServiceDraft;
  readonly onChange: (draft: ServiceDraft) => void;
  readonly errors: FieldErrors;
  readonly autoFocus?: boolean;
  /** What the field of the ID is found by. */
  readonly idName?: string;
};

/** ID, name and minutes on a line. */
export const ServiceFields = ({
  draft,
  onChange,
  errors,
  autoFocus = false,
  idName,
}: FieldsProps): ReactNode => (
  <div className={styles["serviceFields"]}>
    <TextField
      {...(idName === undefined ? {} : { name: idName })}
      label={words.settings.services.id}
      inputMode="numeric"
      autoFocus={autoFocus}
      value={draft.id}
      onChange={(id) => onChange({ ...draft, id })}
      error={errors["id"]}
    />
    <TextField
      label={words.settings.services.name}
      value={draft.name}
      onChange={(name) => onChange({ ...draft, name })}
      error={errors["name"]}
    />
    <TextField
      label={words.settings.services.minutes}
      inputMode="numeric"
      value={draft.minutes}
      onChange={(minutes) => onChange({ ...draft, minutes })}
      error={errors["minutes"]}
    />
  </div>
);

type RowProps = {
  readonly service: CatalogueService;
  readonly isEdited: boolean;
  /** What stands in its fields when it is opened, where that is not the service. */
  readonly typed?: ServiceDraft | undefined;
  readonly taken: readonly number[];
  /** The row to edit; null closes it. */
  readonly onEdit: (id: number | null) => void;
  readonly onSave: (service: CatalogueService) => void;
  readonly onRemove: () => void;
};

/** A service as it is, or open to be changed in its place. */
export function ServiceRow(props: RowProps): ReactNode {
  const { service, isEdited, onEdit, onRemove } = props;
  const { services } = words.settings;
  if (isEdited) {
    return (
      <tr data-service={service.id}>
        <td colSpan={4}>
          <EditService {...props} onCancel={() => onEdit(null)} />
        </td>
      </tr>
    );
  }
  return (
    <tr data-service={service.id}>
      <td className={styles["number"]}>{service.id}</td>
      <th scope="row">{service.name}</th>
      <td className={styles["number"]}>{service.minutes ?? services.noMinutes}</td>
      <td className={styles["rowButtons"]}>
        <Button
          size="small"
          variant="quiet"
          icon={Pencil}
          label={services.editOne({ name: service.name })}
          onPress={() => onEdit(service.id)}
        >
          {services.edit}
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={Trash2}
          label={services.removeOne({ name: service.name })}
          onPress={onRemove}
        >
          {services.remove}
        </Button>
      </td>
    </tr>
  );
}

type EditProps = Pick<RowProps, "service" | "typed" | "taken" | "onSave"> & { readonly onCancel: () => void };

function EditService({ service, typed, taken, onSave, onCancel }: EditProps): ReactNode {
  const [draft, setDraft] = useState(typed ?? toServiceDraft(service));
  const read = readService(draft, taken);
  const title = words.settings.services.editOne({ name: service.name });
  useUnkept(!isSameDraft(draft, toServiceDraft(service)), { section: "services", name: title });
  const form = useRef<HTMLFormElement>(null);
  const goToBad = useBadField(form);
  return (
    <form
      ref={form}
      noValidate
      className={styles["add"]}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (read.service === null) goToBad();
        else onSave(read.service);
      }}
    >
      <ServiceFields draft={draft} onChange={setDraft} errors={read.errors ?? {}} autoFocus />
      <ButtonRow>
        <CancelButton onPress={onCancel} />
        <Button type="submit" variant="primary">
          {words.settings.services.save}
        </Button>
      </ButtonRow>
    </form>
  );
}
