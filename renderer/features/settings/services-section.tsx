import { ClipboardPaste, Copy, ListPlus, Plus } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Result } from "../../../contract/failure.ts";
import type { CatalogueService, Settings } from "../../../contract/records/settings.ts";
import { words } from "../../../messages/words.ts";
import { said } from "../../../messages/saying.ts";
import { useAnnounce, useDesk } from "../../state/hooks.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { catalogueText, emptyService, findServices, readService, readCatalogue } from "./catalogue.ts";
import { ServiceFields, ServiceRow } from "./service-row.tsx";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";
import { useSetting, useWhole } from "./use-setting.ts";

const shownAtMost = 100;
const searchFrom = 12;

/** The services that this desk can book: the ID that is sent, and what staff call it. */
export function ServicesSection({ settings }: { readonly settings: Settings }): ReactNode {
  const setting = useSetting();
  const [search, setSearch] = useState("");
  const [editedId, setEditedId] = useState<number | null>(null);
  const { services } = settings;
  const { services: says } = words.settings;
  const found = findServices(services, search);
  const idsBut = (id: number | null): readonly number[] =>
    services.filter((service) => service.id !== id).map((service) => service.id);
  const change = useWhole(services, (next) => setting.commit({ services: next }));
  const replace = (next: readonly CatalogueService[]): void => void change(() => [...next]);
  return (
    <SettingGroup section="services" description={says.description}>
      <SettingRow id="services" setting={setting} isWide>
        <div className={styles["stack"]}>
          {services.length > searchFrom && (
            <div className={styles["narrow"]}>
              <TextField label={says.filter} type="search" value={search} onChange={setSearch} />
            </div>
          )}
          {services.length === 0 ? (
            <EmptyState icon={ListPlus} title={says.none}>
              {says.noneText}
            </EmptyState>
          ) : (
            <div className={styles["tableBox"]}>
              <table className={styles["table"]}>
                <caption className={styles["caption"]}>{says.label}</caption>
                <thead>
                  <tr>
                    <th scope="col">{says.id}</th>
                    <th scope="col">{says.name}</th>
                    <th scope="col">{says.minutes}</th>
                    <th scope="col">{says.actions}</th>
                  </tr>
                </thead>
                <tbody>
                  {found.slice(0, shownAtMost).map((service) => (
                    <ServiceRow
                      key={service.id}
                      service={service}
                      isEdited={service.id === editedId}
                      taken={idsBut(service.id)}
                      onEdit={setEditedId}
                      onSave={(next) => {
                        setEditedId(null);
                        void change((before) =>
                          before.map((known) => (known.id === service.id ? next : known)),
                        );
                      }}
                      onRemove={() =>
                        void change((before) => before.filter((known) => known.id !== service.id))
                      }
                    />
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {found.length > shownAtMost && (
            <p className={styles["soft"]}>{says.some({ shown: shownAtMost, all: found.length })}</p>
          )}
          <AddService
            taken={idsBut(null)}
            onAdd={(service) => void change((before) => [...before, service])}
          />
          <ListTools services={services} onPaste={replace} />
        </div>
      </SettingRow>
    </SettingGroup>
  );
}

type AddProps = { readonly taken: readonly number[]; readonly onAdd: (service: CatalogueService) => void };

function AddService({ taken, onAdd }: AddProps): ReactNode {
  const [draft, setDraft] = useState(emptyService);
  const [wasAsked, setWasAsked] = useState(false);
  const read = readService(draft, taken);
  return (
    <form
      noValidate
      className={styles["add"]}
      aria-label={words.settings.services.addForm}
      onSubmit={(event) => {
        event.preventDefault();
        setWasAsked(read.service === null);
        if (read.service === null) return;
        onAdd(read.service);
        setDraft(emptyService);
        event.currentTarget.querySelector("input")?.focus();
      }}
    >
      <ServiceFields draft={draft} onChange={setDraft} errors={wasAsked ? (read.errors ?? {}) : {}} />
      <ButtonRow>
        <Button type="submit" icon={Plus}>
          {words.settings.services.add}
        </Button>
      </ButtonRow>
    </form>
  );
}

type ToolsProps = {
  readonly services: readonly CatalogueService[];
  readonly onPaste: (services: readonly CatalogueService[]) => void;
};

/** The list from desk to desk by way of the clipboard. */
function ListTools({ services, onPaste }: ToolsProps): ReactNode {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const [isPasting, setIsPasting] = useState(false);
  const [copied, setCopied] = useState<Result<unknown> | null>(null);
  const { services: says } = words.settings;
  const told = (answer: Result<unknown>): string => (answer.ok ? says.copied : said(answer.failure.why));
  const copy = async (): Promise<void> => {
    const answer = await bridge.call("app.copy", { text: catalogueText(services) });
    setCopied(answer);
    announce(told(answer));
  };
  return (
    <ButtonRow>
      {services.length > 0 && (
        <Button size="small" variant="quiet" icon={Copy} onPress={() => void copy()}>
          {says.copy}
        </Button>
      )}
      <Button size="small" variant="quiet" icon={ClipboardPaste} onPress={() => setIsPasting(true)}>
        {says.paste}
      </Button>
      {copied !== null && <span className={styles["soft"]}>{told(copied)}</span>}
      {isPasting && (
        <PasteDialog
          services={services}
          onClose={() => setIsPasting(false)}
          onPaste={(next) => {
            setIsPasting(false);
            onPaste(next);
          }}
        />
      )}
    </ButtonRow>
  );
}

type Props = {
  readonly services: readonly CatalogueService[];
  readonly onClose: () => void;
  readonly onPaste: (services: readonly CatalogueService[]) => void;
};

/** Takes over a list of services from another desk or a spreadsheet. */
function PasteDialog({ services, onClose, onPaste }: Props): ReactNode {
  const [text, setText] = useState("");
  const read = readCatalogue(text, services);
  const { pasting } = words.settings;
  const isEmpty = text.trim() === "";
  const added = (read.services?.length ?? 0) - services.length;
  return (
    <Dialog
      title={pasting.title}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onPress={onClose}>
            {words.settings.cancel}
          </Button>
          <Button
            variant="primary"
            isDisabled={isEmpty || read.services === null}
            onPress={() => {
              if (read.services !== null) onPaste(read.services);
            }}
          >
            {pasting.take}
          </Button>
        </>
      }
    >
      <TextField
        label={pasting.list}
        multiline
        isCode
        autoFocus
        value={text}
        onChange={setText}
        error={isEmpty ? null : read.message}
        echo={isEmpty || read.services === null ? null : pasting.read({ added })}
        help={pasting.help}
      />
    </Dialog>
  );
}
