import { PlugZap } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { publishableKeyProblem, setupIntentUrlProblem } from "../../../domain/card/card-settings.ts";
import type { Settings } from "../../../contract/records/settings.ts";
import type { Result } from "../../../contract/failure.ts";
import { words } from "../../../messages/words.ts";
import { said, type Saying } from "../../../messages/saying.ts";
import { language } from "../../../messages/language.ts";
import { useDesk } from "../../state/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { ComboField, type ComboOption } from "../../ui/combo-field.tsx";
import { FieldStack } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { SettingSection } from "./setting-section.tsx";
import styles from "./settings.module.css";
import { useSetting, useTypedSetting } from "./use-setting.ts";

type Props = { readonly settings: Settings };

/** The currency in which the service's prices are shown; the service sends a number alone. */
export function CurrencySection({ settings }: Props): ReactNode {
  const setting = useSetting();
  const [typed, setTyped] = useState<string | null>(null);
  const options = currencyOptions(typed ?? "");
  const { currency: says } = words.settings;
  const choose = (currency: string): void => {
    setTyped(null);
    if (currency !== settings.currency) void setting.commit({ currency });
  };
  const text = typed ?? settings.currency;
  const wanted = text.trim().toUpperCase();
  return (
    <SettingSection title={says.title} description={says.description} setting={setting}>
      <div className={styles["narrow"]}>
        <ComboField
          label={says.label}
          name="currency"
          text={text}
          onTextChange={setTyped}
          options={options}
          onPick={choose}
          onBlur={() => {
            if (/^[A-Z]{3}$/.test(wanted)) choose(wanted);
          }}
          error={
            typed !== null && typed.trim() !== "" && options.length === 0 && !/^[A-Z]{3}$/.test(wanted)
              ? says.unknown({ currency: settings.currency })
              : null
          }
        />
      </div>
    </SettingSection>
  );
}

/** What the isolated card window needs to collect a card for Bill to Patient. */
export function CardSection({ settings }: Props): ReactNode {
  const setting = useSetting();
  const { card } = settings;
  const { card: says } = words.settings;
  // Leaving one field and filling the other may be quicker than main: neither may undo the other.
  const latest = useRef(card);
  useEffect(() => {
    latest.current = card;
  }, [card]);
  const commit = (change: Partial<Settings["card"]>): Promise<void> => {
    latest.current = { ...latest.current, ...change };
    return setting.commit({ card: latest.current });
  };
  const key = useTypedSetting({
    saved: card.publishableKey,
    check: publishableKeyProblem,
    commit: (publishableKey) => commit({ publishableKey }),
  });
  const url = useTypedSetting({
    saved: card.setupIntentUrl,
    check: setupIntentUrlProblem,
    commit: (setupIntentUrl) => commit({ setupIntentUrl }),
  });
  return (
    <SettingSection title={says.title} description={says.description} setting={setting}>
      <FieldStack>
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
        <SourceTest publishableKey={key.text} setupIntentUrl={url.text} />
      </FieldStack>
    </SettingSection>
  );
}

type SourceTestProps = { readonly publishableKey: string; readonly setupIntentUrl: string };

/** Asks for a setup intent with what stands in the fields, and says what is right or wrong with them. */
function SourceTest(settings: SourceTestProps): ReactNode {
  const { bridge } = useDesk();
  const [isPending, setPending] = useState(false);
  const [tested, setTested] = useState<{ of: string; answer: Result<{ message: Saying }> } | null>(null);
  const { publishableKey, setupIntentUrl } = settings;
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
      {answer?.ok === true && <Notice tone="success" live="polite" title={said(answer.value.message)} />}
      {answer?.ok === false && (
        <Notice tone="danger" live="assertive" title={words.settings.card.notYet}>
          <p>{said(answer.failure.why)}</p>
        </Notice>
      )}
    </>
  );
}

/** Currencies by code or name, at most ten. */
function currencyOptions(text: string): readonly ComboOption[] {
  const names = new Intl.DisplayNames(language, { type: "currency" });
  const wanted = text.trim().toLowerCase();
  return Intl.supportedValuesOf("currency")
    .map((code) => ({ id: code, label: code, detail: names.of(code) ?? code }))
    .filter(({ label, detail }) => `${label} ${detail}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(b.label.toLowerCase() === wanted) - Number(a.label.toLowerCase() === wanted))
    .slice(0, 10);
}
