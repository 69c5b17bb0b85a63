import { useState, type ReactNode } from "react";
import type { CatalogueService } from "../../../shared/settings/settings.ts";
import { words } from "../../../messages/words.ts";
import { TextField } from "../../ui/text-field.tsx";
import { findServices } from "./catalogue.ts";
import { SetMark } from "./managed-row.tsx";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

const shownAtMost = 100;
const searchFrom = 12;

/** The services as the organization has set them: to look at. */
export function SetServices({ services }: { readonly services: readonly CatalogueService[] }): ReactNode {
  const { services: says } = words.settings;
  const [search, setSearch] = useState("");
  const found = findServices(services, search);
  return (
    <SettingGroup section="services" description={says.description}>
      <SettingRow id="services" isWide>
        <div className={styles["stack"]} data-managed="">
          <SetMark />
          {services.length > searchFrom && (
            <div className={styles["narrow"]}>
              <TextField label={says.filter} type="search" value={search} onChange={setSearch} />
            </div>
          )}
          {services.length === 0 ? (
            <p>{says.none}</p>
          ) : (
            <div className={styles["tableBox"]}>
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
                  </tr>
                </thead>
                <tbody>
                  {found.slice(0, shownAtMost).map(({ id, name, minutes }) => (
                    <tr key={id}>
                      <td>{id}</td>
                      <th scope="row">
                        <bdi>{name}</bdi>
                      </th>
                      <td>{minutes ?? says.noMinutes}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {found.length > shownAtMost && (
            <p className={styles["soft"]}>{says.some({ shown: shownAtMost, all: found.length })}</p>
          )}
        </div>
      </SettingRow>
    </SettingGroup>
  );
}
