import { useState, type ReactNode } from "react";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { createDraftSaver } from "../../lib/draft-saver.ts";
import { useDesk, useFlush, useRecordsKept } from "../../lib/hooks.ts";
import { useSaveState } from "../../lib/use-save-state.ts";
import { SavedNote } from "../../ui/saved-note.tsx";
import { TextField } from "../../ui/text-field.tsx";

type Props = {
  /** The patient's record. */
  readonly id: string;
  readonly label: string;
  /** As they were kept; read once. */
  readonly kept: string;
};

/** Notes of a patient on this computer alone, saved as they are typed. */
export function PatientNotesField({ id, label, kept }: Props): ReactNode {
  const { bridge } = useDesk();
  const recordsKept = useRecordsKept();
  const [text, setText] = useState(kept);
  const [save, tellSave] = useSaveState();
  const [saver] = useState(() =>
    createDraftSaver<string, { readonly id: string }>(
      {
        create: () => Promise.resolve({ ok: true, value: { id } }),
        save: (record, typed) => bridge.call("patients.saveNotes", { id: record, text: typed }),
        edit: (record) => Promise.resolve({ ok: true, value: { id: record } }),
        later: (run, milliseconds) => {
          const timer = setTimeout(run, milliseconds);
          return () => clearTimeout(timer);
        },
        onState: tellSave,
        onCreated: () => undefined,
        onMoved: () => undefined,
      },
      { id, frozen: false },
    ),
  );
  useFlush({
    flush: async () => {
      const saved = await saver.flush();
      return saved.ok ? null : saved.failure;
    },
    hasUnsaved: saver.hasUnsaved,
  });
  const failure = save.kind === "failed" ? save.failure : null;
  return (
    <div>
      <TextField
        label={label}
        name={`notes-${id}`}
        multiline
        value={text}
        onChange={(typed) => {
          setText(typed);
          saver.change(typed);
        }}
        onBlur={() => void saver.flush()}
        error={failure && said(failure.fields["text"] ?? failure.fields["notes"] ?? failure.why)}
        help={words.patients.notes.help}
      />
      {failure === null && (
        <SavedNote save={save} words={words.patients.notes.saved({ kept: recordsKept })} />
      )}
    </div>
  );
}
