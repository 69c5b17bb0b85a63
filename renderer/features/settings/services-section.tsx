import { ListPlus, Plus } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { CatalogueService, Settings } from "../../../shared/settings/settings.ts";
import { words } from "../../../messages/words.ts";
import { useIsSet } from "../../lib/hooks.ts";
import { useBadField } from "../../lib/use-bad-field.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { firstClickAlone } from "../../ui/first-click.ts";
import { EmptyState } from "../../ui/states.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { isFocusLost } from "../../ui/use-focus.ts";
import {
  isSameDraft,
  toServiceDraft,
  emptyService,
  findServices,
  readService,
  type ServiceDraft,
} from "./catalogue.ts";
import { SetServices } from "./set-services.tsx";
import { ServiceFields, ServiceRow } from "./service-row.tsx";
import { ServiceListTools } from "./services-list.tsx";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";
import { useSetting, useUnkept, useWhole, type Saving } from "./use-setting.ts";

const shownAtMost = 100;
const searchFrom = 12;

/** The services that this desk can book: the ID that is sent, and what staff call it. */
export function ServicesSection({ settings }: { readonly settings: Settings }): ReactNode {
  return useIsSet("services") ? (
    <SetServices services={settings.services} />
  ) : (
    <OwnServices settings={settings} />
  );
}

/** The row that is open; with what was typed into it where that could not be kept. */
type Edited = { readonly id: number; readonly typed?: ServiceDraft };

function OwnServices({ settings }: { readonly settings: Settings }): ReactNode {
  const setting = useSetting();
  const [search, setSearch] = useState("");
  const [edited, setEdited] = useState<Edited | null>(null);
  const editedId = edited?.id ?? null;
  const { services } = settings;
  const { services: says } = words.settings;
  const found = findServices(services, search);
  const idsBut = (id: number | null): readonly number[] =>
    services.filter((service) => service.id !== id).map((service) => service.id);
  const change = useWhole(services, (next) => setting.commit({ services: next }));
  const put = async (id: number, next: CatalogueService): Promise<void> => {
    goneFrom([next.id, id]);
    setEdited(null);
    const isKept = await change((before) => before.map((known) => (known.id === id ? next : known)));
    // What was typed stands open again, unless another row was opened meanwhile.
    if (!isKept) setEdited((now) => now ?? { id, typed: toServiceDraft(next) });
  };
  const { table, goneFrom } = useRowFocus(services, editedId, setting.saving.kind);
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
            <div className={styles["tableBox"]} ref={table}>
              <table className={styles["table"]}>
                <caption className={styles["caption"]}>{says.label}</caption>
                <thead>
                  <tr>
                    <th scope="col" className={styles["number"]}>
                      {says.id}
                    </th>
                    <th scope="col">{says.name}</th>
                    <th scope="col" className={styles["number"]}>
                      {says.minutes}
                    </th>
                    <th scope="col" className={styles["rowButtons"]}>
                      {says.actions}
                    </th>
                  </tr>
                </thead>
                <tbody {...firstClickAlone}>
                  {found.slice(0, shownAtMost).map((service, at) => (
                    <ServiceRow
                      key={service.id}
                      service={service}
                      isEdited={service.id === editedId}
                      typed={edited?.typed}
                      taken={idsBut(service.id)}
                      onEdit={(id) => {
                        if (id === null) goneFrom([service.id]);
                        setEdited(id === null ? null : { id });
                      }}
                      onSave={(next) => void put(service.id, next)}
                      onRemove={() => {
                        goneFrom([found[at + 1]?.id ?? found[at - 1]?.id ?? service.id]);
                        void change((before) => before.filter((known) => known.id !== service.id));
                      }}
                    />
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {found.length > shownAtMost && (
            <p className={styles["soft"]}>{says.some({ shown: shownAtMost, all: found.length })}</p>
          )}
          {/* Before the form: a list that there is already is not typed again. */}
          <div className={services.length === 0 ? styles["firstWays"] : undefined}>
            <ServiceListTools
              services={services}
              onTake={(next) => change(() => [...next])}
              failure={setting.saving.kind === "failed" ? setting.saving.failure : null}
            />
          </div>
          <AddService taken={idsBut(null)} onAdd={(service) => change((before) => [...before, service])} />
        </div>
      </SettingRow>
    </SettingGroup>
  );
}

/**
 * A row that is saved, put back or removed takes the button that was pressed with it: the focus stays with the row, or
 * goes to the one beside it, else to what takes the change back.
 */
function useRowFocus(services: readonly CatalogueService[], editedId: number | null, saving: Saving["kind"]) {
  const table = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<readonly number[]>([]);
  const group = useRef<Element | null>(null);
  useEffect(() => {
    group.current = table.current?.closest("[data-setting]") ?? group.current;
    if (wanted.length === 0 || editedId !== null || !isFocusLost()) return;
    const rows = wanted.map((id) => table.current?.querySelector(`[data-service="${String(id)}"] button`));
    const undo = group.current?.querySelector("[data-undo] button");
    const next = [...rows, undo].find((part) => part instanceof HTMLElement);
    next?.focus();
  }, [wanted, services, editedId, saving]);
  return { table, goneFrom: setWanted };
}

type AddProps = {
  readonly taken: readonly number[];
  /** Answers whether it was kept. */
  readonly onAdd: (service: CatalogueService) => Promise<boolean>;
};

function AddService({ taken, onAdd }: AddProps): ReactNode {
  const [draft, setDraft] = useState(emptyService);
  const [wasAsked, setWasAsked] = useState(false);
  const read = readService(draft, taken);
  useUnkept(!isSameDraft(draft, emptyService), {
    section: "services",
    name: words.settings.services.addForm,
  });
  const form = useRef<HTMLFormElement>(null);
  const goToBad = useBadField(form);
  /** The next one may be typed at once; one that could not be kept stands there again. */
  const add = async (service: CatalogueService): Promise<void> => {
    setDraft(emptyService);
    const isKept = await onAdd(service);
    if (!isKept) setDraft((now) => (now === emptyService ? draft : now));
  };
  return (
    <form
      ref={form}
      noValidate
      className={styles["add"]}
      aria-label={words.settings.services.addForm}
      onSubmit={(event) => {
        event.preventDefault();
        setWasAsked(read.service === null);
        if (read.service === null) return goToBad();
        void add(read.service);
        event.currentTarget.querySelector("input")?.focus();
      }}
    >
      <ServiceFields
        idName="serviceId"
        draft={draft}
        onChange={setDraft}
        errors={wasAsked ? (read.errors ?? {}) : {}}
      />
      <ButtonRow>
        <Button type="submit" icon={Plus}>
          {words.settings.services.add}
        </Button>
      </ButtonRow>
    </form>
  );
}
