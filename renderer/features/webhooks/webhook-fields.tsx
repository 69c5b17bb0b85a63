import type { ReactNode } from "react";
import { namedEventKinds } from "../../../shared/service-api/webhook.ts";
import type { Saying } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/choice-fields.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FieldStack, FieldLines } from "../../ui/field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { explainEventKind, type LookedWords } from "./words.ts";
import { listFieldNames } from "../../../shared/core/form.ts";
import { webhookFields } from "../../../shared/webhooks/webhook-form.ts";
import { getShownErrors } from "../../lib/item-form.ts";
import type { WebhookEditing } from "./use-webhook-form.ts";
import styles from "./webhooks.module.css";

type Props = {
  readonly editing: WebhookEditing;
  /** Which of it is registered already. */
  readonly same: string | null;
  /** What this computer sees of the address. */
  readonly looked: LookedWords | null;
  readonly onLeaveUrl: () => void;
  /** The service is on this computer. */
  readonly serviceHere: boolean;
  /** An address of the practice service that takes deliveries; null outside of practice. */
  readonly inboxUrl: string | null;
  /** Who alone reaches the address, and what else is to be known of it. */
  readonly warning: Saying | undefined;
};

/** What is wrong with the kinds. */
const kindsId = "webhook-kinds";

/** Where the news shall go, and which. */
export function WebhookFields({
  editing,
  same,
  looked,
  onLeaveUrl,
  serviceHere,
  inboxUrl,
  warning,
}: Props): ReactNode {
  const { state, read, dispatch } = editing;
  // An address is first looked at on registering; a warning says so before.
  const errors = getShownErrors(state, webhookFields, read.errors);
  const typedUrl = state.form.url.trim();
  const looksWrong = typedUrl.length > 8 && state.submitted.length === 0 ? read.errors["url"] : undefined;
  return (
    <FieldStack>
      <div className={styles["urlLine"]}>
        <TextField
          label={words.webhooks.url}
          name="url"
          inputMode="url"
          isCode
          isRequired
          value={state.form.url}
          onChange={(text) => dispatch({ type: "url", url: text })}
          error={errors["url"]}
          onBlur={onLeaveUrl}
          warning={looksWrong ?? same ?? warning ?? (looked?.isDoubtful === true ? looked.text : undefined)}
          echo={looked?.isDoubtful === false ? looked.text : undefined}
          help={serviceHere ? words.webhooks.urlHelpHere : words.webhooks.urlHelp}
        />
        {inboxUrl !== null && (
          <div>
            <Button size="small" onPress={() => dispatch({ type: "url", url: inboxUrl })}>
              {words.webhooks.practiceInbox}
            </Button>
          </div>
        )}
      </div>
      <fieldset className={styles["kinds"]} data-field="events">
        <legend>{words.webhooks.kinds}</legend>
        {[
          ...namedEventKinds.map((kind) => ({ kind, tells: explainEventKind(kind) })),
          ...state.others.map((kind) => ({ kind, tells: null })),
        ].map(({ kind, tells }, at) => (
          <CheckField
            key={kind}
            label={
              tells === null ? (
                <code>{kind}</code>
              ) : (
                <>
                  {tells} <code>{kind}</code>
                </>
              )
            }
            // The first speaks for all of them.
            wrongBy={at === 0 && errors["events"] !== undefined ? `${kindsId}-error` : undefined}
            isSelected={state.form.events.includes(kind)}
            onChange={(isChosen) => dispatch({ type: "kind", kind, isChosen })}
          />
        ))}
        <FieldLines id={kindsId} error={errors["events"]} />
      </fieldset>
      <div className={styles["otherLine"]}>
        <TextField
          label={words.webhooks.otherKind}
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
          placeholder={words.webhooks.otherKindExample}
          help={words.webhooks.otherKindHelp}
        />
      </div>
      {Object.keys(errors).length > 1 && (
        <ErrorSummary
          fields={listFieldNames(webhookFields)}
          errors={errors}
          labels={{ url: words.webhooks.url, events: words.webhooks.kinds }}
          onGo={editing.focus}
        />
      )}
    </FieldStack>
  );
}
