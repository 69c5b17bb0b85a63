import { PlugZap } from "lucide-react";
import { useState, type ReactNode } from "react";
import { checkPublishableKey, checkSetupIntentUrl } from "../../../shared/cards/card-settings.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { Result } from "../../../shared/core/failure.ts";
import { words } from "../../../messages/words.ts";
import { said, type Saying } from "../../../messages/saying.ts";
import { useDesk } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";
import { useSetting, useTypedSetting, useWhole } from "./use-setting.ts";

type Props = { readonly settings: Settings };

/** What the isolated card window needs to collect a card for Bill to Patient. */
export function CardSection({ settings }: Props): ReactNode {
  const setting = useSetting();
  const { card } = settings;
  const { card: says } = words.settings;
  const change = useWhole(card, (next) => setting.commit({ card: next }));
  const key = useTypedSetting({
    section: "card",
    name: says.key,
    saved: card.publishableKey,
    check: checkPublishableKey,
    commit: (publishableKey) => change((before) => ({ ...before, publishableKey })),
  });
  const url = useTypedSetting({
    section: "card",
    name: says.url,
    saved: card.setupIntentUrl,
    check: checkSetupIntentUrl,
    commit: (setupIntentUrl) => change((before) => ({ ...before, setupIntentUrl })),
  });
  return (
    <SettingGroup section="card" description={says.description}>
      <SettingRow id="card" setting={setting} isWide>
        <div className={styles["stack"]}>
          <TextField
            label={says.key}
            name="publishableKey"
            isCode
            value={key.text}
            onChange={key.onChange}
            onBlur={key.onBlur}
            error={key.error}
            placeholder={says.keyExample}
            help={says.keyHelp}
          />
          <TextField
            label={says.url}
            name="setupIntentUrl"
            inputMode="url"
            isCode
            value={url.text}
            onChange={url.onChange}
            onBlur={url.onBlur}
            error={url.error}
            placeholder={says.urlExample}
            help={says.urlHelp}
          />
          <SourceTest
            publishableKey={key.text}
            setupIntentUrl={url.text}
            isFieldWrong={key.error !== null || url.error !== null}
          />
        </div>
      </SettingRow>
    </SettingGroup>
  );
}

type SourceTestProps = {
  readonly publishableKey: string;
  readonly setupIntentUrl: string;
  /** A field says what is wrong with it; that is not said once more. */
  readonly isFieldWrong: boolean;
};

/** Asks for a setup intent with what stands in the fields, and says what is right or wrong with them. */
function SourceTest({ publishableKey, setupIntentUrl, isFieldWrong }: SourceTestProps): ReactNode {
  const { bridge } = useDesk();
  const [isPending, setPending] = useState(false);
  const [tested, setTested] = useState<{ of: string; answer: Result<{ message: Saying }> } | null>(null);
  const key = JSON.stringify([publishableKey, setupIntentUrl]);
  const test = async (): Promise<void> => {
    setPending(true);
    setTested(null);
    const answer = await bridge.call("cards.testSource", { publishableKey, setupIntentUrl });
    setPending(false);
    setTested({ of: key, answer });
  };
  // What was said of other texts says nothing of these.
  const answer = tested?.of === key ? tested.answer : null;
  return (
    <>
      <div>
        <Button icon={PlugZap} isPending={isPending} onPress={() => void test()}>
          {words.settings.card.test}
        </Button>
      </div>
      {answer?.ok === true && <NoticeBox tone="success" live="polite" title={said(answer.value.message)} />}
      {answer?.ok === false && (
        <NoticeBox tone="danger" live="assertive" title={words.settings.card.notYet}>
          {isFieldWrong ? null : <p>{said(answer.failure.why)}</p>}
        </NoticeBox>
      )}
    </>
  );
}
