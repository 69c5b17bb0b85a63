import type { FieldErrors } from "../../../contract/failure.ts";
import type { ReactNode, Ref } from "react";
import { namedEventKinds } from "../../../contract/service/webhook.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/check-field.tsx";
import { FieldStack } from "../../ui/field-row.tsx";
import { FieldLines } from "../../ui/field-lines.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { kindWords } from "./kinds.ts";
import type { WebhookEditing } from "./use-webhook-form.ts";
import styles from "./webhooks.module.css";

type InputRef = Ref<HTMLInputElement & HTMLTextAreaElement>;
type Props = {
  readonly editing: WebhookEditing;
  /** An address of the practice service that takes deliveries; null outside of practice. */
  readonly inboxUrl: string | null;
  readonly url: InputRef;
  readonly other: InputRef;
};

/** Which field is wrong, by the form or by the service's answer to what was sent. */
function errorsOf({ state, read }: WebhookEditing): FieldErrors {
  if (state.phase.kind === "failed") return { ...read.errors, ...state.phase.failure.fields };
  if (state.phase.kind === "settled") return state.phase.item.problem?.fields ?? {};
  return state.wasAsked ? read.errors : {};
}

/** Where the news shall go, and which. */
export function WebhookFields({ editing, inboxUrl, url, other }: Props): ReactNode {
  const { state, read, dispatch } = editing;
  const errors = errorsOf(editing);
  const typedUrl = state.form.url.trim();
  const looksWrong = typedUrl.length > 8 && !state.wasAsked ? read.errors["url"] : undefined;
  return (
    <FieldStack>
      <div className={styles["urlLine"]}>
        <TextField
          ref={url}
          label="URL"
          name="url"
          inputMode="url"
          isCode
          isRequired
          value={state.form.url}
          onChange={(text) => dispatch({ type: "url", url: text })}
          error={errors["url"]}
          warning={looksWrong}
          help="The address on your own system that takes the news. It must start with https:// and be on the internet."
        />
        {inboxUrl !== null && (
          <div>
            <Button size="small" onPress={() => dispatch({ type: "url", url: inboxUrl })}>
              Use the practice inbox
            </Button>
          </div>
        )}
      </div>
      <fieldset className={styles["kinds"]} aria-describedby="webhook-kinds-error">
        <legend>Event kinds</legend>
        {[
          ...namedEventKinds.map((kind) => ({ kind, words: kindWords[kind] })),
          ...state.others.map((kind) => ({ kind, words: null })),
        ].map(({ kind, words }) => (
          <CheckField
            key={kind}
            label={
              words === null ? (
                <code>{kind}</code>
              ) : (
                <>
                  {words} <code>{kind}</code>
                </>
              )
            }
            isSelected={state.form.events.includes(kind)}
            onChange={(isChosen) => dispatch({ type: "kind", kind, isChosen })}
          />
        ))}
        <FieldLines id="webhook-kinds" error={errors["events"]} />
      </fieldset>
      <div className={styles["otherLine"]}>
        <TextField
          ref={other}
          label="Other event kind"
          name="otherKind"
          isCode
          value={state.other}
          onChange={(text) => dispatch({ type: "other", text })}
          onBlur={() => dispatch({ type: "add-other" })}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            dispatch({ type: "add-other" });
          }}
          warning={read.warnings["events"]}
          placeholder="name.name.v1"
          help="For kinds that this app does not know. Enter adds it."
        />
      </div>
    </FieldStack>
  );
}
