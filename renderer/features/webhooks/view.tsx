import { PlugZap } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { ListedWebhook, WebhookItem } from "../../../shared/outbox/item.ts";
import type { RouteOutput } from "../../../shared/routes.ts";
import type { WebhookListing } from "../../../shared/webhooks/routes.ts";
import type { WebhookInput } from "../../../shared/service-api/webhook.ts";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { isHere } from "../../../shared/connection/host.ts";
import type { Session } from "../../../shared/session/account.ts";
import { words } from "../../../messages/words.ts";
import { useCommandEnter } from "../../lib/use-command-enter.ts";
import { useAnnounce, useNavigation, useRecordsKept, useSession } from "../../lib/hooks.ts";
import { useRoute, type RouteReading } from "../../lib/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { Question } from "../question/index.ts";
import { Unread, type UnreadProps } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { Page, PageSection } from "../../ui/page.tsx";
import { RichText } from "../../ui/text.tsx";
import { NewsPart } from "../../ui/news-part.tsx";
import { useFocusKept } from "../../ui/use-focus.ts";
import { Inspector } from "./inspector.tsx";
import { WebhookOutcome } from "./outcome.tsx";
import { Registrations } from "./registrations.tsx";
import { getContent, findSameRegistration, type WebhookStart } from "./state.ts";
import { useWebhookForm } from "./use-webhook-form.ts";
import styles from "./webhooks.module.css";
import { WebhookFields } from "./webhook-fields.tsx";
import { describeLook, type LookedWords } from "./words.ts";
import { said, type Saying } from "../../../messages/saying.ts";

/** The form for a registration, and beside it those that there are; in practice the deliveries too. */
export function WebhooksView(): ReactNode {
  const { target } = useNavigation();
  const itemId = target.screen === "webhooks" ? (target.itemId ?? null) : null;
  const draft = useOpenDraft(itemId);
  const listing = useListing();
  const [done, setDone] = useState<WebhookItem | null>(null);
  useFocusKept(draft.unread?.state);
  if (draft.unread !== null) {
    return (
      <Page title={words.webhooks.title}>
        <Unread reading={draft.unread} again={words.shell.tryAgain} />
      </Page>
    );
  }
  return (
    <WebhooksPage
      key={`${draft.item?.id ?? "new"} ${done?.id ?? ""}`}
      item={done === null ? draft.item : null}
      done={done}
      listing={listing}
      onDone={(item) => {
        setDone(item);
        listing.reload();
      }}
    />
  );
}

type OpenDraft = {
  /** While it is read, and when it cannot be: an empty form in its place would begin a second registration. */
  readonly unread: UnreadProps["reading"] | null;
  readonly item: ListedWebhook | null;
};

/** The item asked for, else the draft that was left open here; read once for each. */
function useOpenDraft(itemId: string | null): OpenDraft {
  const asked = useRoute("items.get", { id: itemId ?? "" }, { enabled: itemId !== null, clears: true });
  const query = { kinds: ["webhook" as const], statuses: ["draft" as const], limit: 5, offset: 0 };
  const drafts = useRoute("items.list", query, { enabled: itemId === null });
  if (itemId !== null) {
    return {
      unread: asked.state === "ready" ? null : asked,
      item: asked.value?.kind === "webhook" ? asked.value : null,
    };
  }
  const left = drafts.value?.items[0];
  const unread = drafts.state === "loading" ? drafts : null;
  return { unread, item: left?.kind === "webhook" ? left : null };
}

type Listing = RouteReading<WebhookListing> & { readonly reload: () => void };

/** The list, read again when the line comes back. */
function useListing(): Listing {
  const { connection } = useSession();
  return useRoute("webhooks.list", {}, { refresh: connection?.state === "online" });
}

/** Nobody is at the desk, or a service on the internet is. */
function isServiceHere(session: Session | null): boolean {
  const address = session?.serviceAddress ?? null;
  return address !== null && isHere(address);
}

const noInspector: RouteOutput<"practice.deliveries"> = { deliveries: [], inboxUrl: null };

type PageProps = WebhookStart & {
  readonly listing: Listing;
  readonly onDone: (item: WebhookItem) => void;
};

function WebhooksPage({ item, done, listing, onDone }: PageProps): ReactNode {
  const practice = useSession().session?.practice ?? false;
  const kept = useRecordsKept();
  const deliveries = useRoute("practice.deliveries", {}, { enabled: practice });
  const part = useRef<HTMLDivElement>(null);
  const serviceHere = isServiceHere(useSession().session);
  const editing = useWebhookForm({ item, done, serviceHere, part, onDone });
  const { state, read, draft, register } = editing;
  // What stood there when the screen opened is no answer to a press.
  const first = useRef(state.phase);
  const isNews = done !== null || state.phase !== first.current;
  const isAnswer = state.phase.kind === "settled" || state.phase.kind === "failed";
  const news = isNews && isAnswer ? state.phase : null;
  const same =
    read.input === null ? null : findSameRegistration(getContent(state), listing.value?.webhooks ?? []);
  const sameText = same === null ? null : words.webhooks.same(same);
  useSaidOnce(sameText);
  const inboxUrl = practice ? (deliveries.value ?? noInspector).inboxUrl : null;
  // That the practice inbox is on this computer is what it is for.
  const warning = state.form.url.trim() === inboxUrl ? undefined : read.warnings["url"];
  const { looked, look } = useLook(state.form.url, read.errors["url"] === undefined);
  useSaidOnce(looked?.text ?? null);
  const [asks, setAsks] = useState(false);
  // One that lacks something is not asked about: registering names what.
  const ask = (): void => {
    if (read.input === null) return register();
    look();
    setAsks(true);
  };
  useCommandEnter(ask);
  const isSaved = useSavedWord(
    draft.itemId !== null && draft.save.kind === "saved" && state.phase.kind === "filling",
    draft.save.kind === "failed",
  );
  return (
    <Page
      title={words.webhooks.title}
      description={words.webhooks.description}
      isForm
      asideLabel={words.webhooks.lists}
      aside={
        <div className={styles["lists"]}>
          <PageSection
            title={words.webhooks.registrations}
            tools={
              <Button size="small" onPress={listing.reload}>
                {words.webhooks.refresh}
              </Button>
            }
          >
            <Registrations listing={listing} />
          </PageSection>
          {practice && (
            <section aria-label={words.webhooks.deliveries}>
              <Inspector reading={deliveries} isRegistered={(listing.value?.webhooks ?? []).length > 0} />
            </section>
          )}
        </div>
      }
      note={
        <span id="no-way-back">
          {words.webhooks.noWayBack} {isSaved && words.webhooks.draftSaved({ kept })}
        </span>
      }
      actions={
        <Button
          variant="primary"
          icon={PlugZap}
          shortcut="mod+Enter"
          describedBy="no-way-back"
          isPending={state.phase.kind === "sending"}
          onPress={ask}
        >
          {words.webhooks.register}
        </Button>
      }
    >
      <PageSection
        title={
          (listing.value?.webhooks ?? []).length === 0
            ? words.webhooks.registerFirst
            : words.webhooks.registerAnother
        }
      >
        <NewsPart news={news} className={styles["news"]}>
          <WebhookOutcome phase={state.phase} />
        </NewsPart>
        <div ref={part}>
          <WebhookFields
            editing={editing}
            same={sameText}
            looked={looked}
            onLeaveUrl={look}
            serviceHere={serviceHere}
            inboxUrl={inboxUrl}
            warning={warning}
          />
        </div>
        {draft.save.kind === "failed" && (
          <NoticeBox tone="danger" live="assertive" title={words.webhooks.notSaved}>
            {said(Object.values(draft.save.failure.fields)[0] ?? draft.save.failure.why)}
          </NoticeBox>
        )}
      </PageSection>
      {asks && read.input !== null && (
        <RegisterQuestion
          input={read.input}
          same={sameText}
          warning={warning}
          looked={looked}
          onNo={() => setAsks(false)}
          onYes={() => {
            setAsks(false);
            register();
          }}
        />
      )}
    </Page>
  );
}

const askedTags = { url: (text: string): ReactNode => <bdi>{text}</bdi> };

type RegisterQuestionProps = {
  readonly input: WebhookInput;
  /** Which of it is registered already. */
  readonly same: string | null;
  readonly warning: Saying | undefined;
  readonly looked: LookedWords | null;
  readonly onNo: () => void;
  readonly onYes: () => void;
};

/** Asked before each registration: the service can neither change nor remove one. */
function RegisterQuestion({ input, same, warning, looked, onNo, onYes }: RegisterQuestionProps): ReactNode {
  const { once, twice, asked, dontRegister, noWayBack } = words.webhooks;
  const says = same === null ? once : twice;
  const kinds = input.events.map((kind) => cleanLine(kind, shownAtMost.word));
  return (
    <Question
      title={says.title}
      no={dontRegister}
      yes={says.yes}
      isDangerous={same !== null || warning !== undefined}
      onNo={onNo}
      onYes={onYes}
    >
      <p>
        <RichText text={asked({ kinds, url: cleanLine(input.url) })} tags={askedTags} />
      </p>
      {same !== null && <p>{same}</p>}
      {warning !== undefined && <p>{said(warning)}</p>}
      {looked?.isDoubtful === true && <p>{looked.text}</p>}
      <p>{noWayBack}</p>
    </Question>
  );
}

/** What this computer sees of the address, once somebody is done with typing it, until it is another one. */
function useLook(
  typed: string,
  isAddress: boolean,
): { looked: LookedWords | null; readonly look: () => void } {
  const url = typed.trim();
  const [asked, setAsked] = useState<string | null>(null);
  const { value } = useRoute(
    "webhooks.look",
    { url: asked ?? "" },
    { enabled: asked !== null, clears: true },
  );
  const look = (): void => {
    if (url !== "" && isAddress) setAsked(url);
  };
  return { looked: asked === url && value !== null ? describeLook(value.look, url) : null, look };
}

/** Says it when it begins to hold: it stands under a field that has not the focus. */
function useSaidOnce(text: string | null): void {
  const announce = useAnnounce();
  useEffect(() => {
    if (text !== null) announce(text);
  }, [text, announce]);
}

/** Turns on with the first save and stays, so that the word does not flicker with every key, until one fails. */
function useSavedWord(isSaved: boolean, isFailed: boolean): boolean {
  const [was, setWas] = useState(false);
  useEffect(() => {
    if (isFailed) setWas(false);
    else if (isSaved) setWas(true);
  }, [isSaved, isFailed]);
  return was && !isFailed;
}
