import type { CatalogueService, Settings } from "../../../shared/settings/settings.ts";
import { words } from "../../../messages/words.ts";
import type { ComboOption } from "../../ui/combo-field.tsx";

type Services = Settings["services"];

type FoundServices = { readonly options: readonly ComboOption[]; readonly more: number };

/** The name; with the ID where another service has the same. */
const label = ({ name, id }: CatalogueService, services: Services): string =>
  services.filter((service) => service.name === name).length > 1 ? `${name} – ${id}` : name;

/** The service of the catalogue that an ID names. */
export const findService = (typed: string, services: Services): CatalogueService | undefined =>
  services.find(({ id }) => String(id) === typed.trim());

/** A service as the field shows it: its name, or what was typed when the catalogue does not have it. */
export function formatService(typed: string, services: Services): string {
  const known = findService(typed, services);
  return known === undefined ? typed : label(known, services);
}

/** The ID that was meant: the label itself, or a name that only one service has; null for all else. */
export function findServiceId(typed: string, services: Services): string | null {
  const wanted = typed.trim().toLowerCase();
  const found = services.filter(
    (service) => service.name.toLowerCase() === wanted || label(service, services).toLowerCase() === wanted,
  );
  return found.length === 1 && found[0] !== undefined ? String(found[0].id) : null;
}

/**
 * Whether the first match may be taken for what was typed: not where the start of a number stands for another
 * service's whole one.
 */
export const mayTakeFirst = (typed: string, services: Services): boolean =>
  !/^\d+$/.test(typed.trim()) || findService(typed, services) !== undefined;

/** So many are listed; how many more there are is said below them. */
const mostListed = 100;

/** The services whose name or ID holds what was typed; those that begin with it first. `more`: how many are not listed. */
export function searchServices(typed: string, services: Services): FoundServices {
  const wanted = typed.trim().toLowerCase();
  const isWhole = services.some((service) => label(service, services).toLowerCase() === wanted);
  const rank = (service: CatalogueService): number => {
    if (wanted === "" || isWhole) return 0;
    const id = String(service.id);
    const name = service.name.toLowerCase();
    if (id === wanted) return 0;
    if (name.startsWith(wanted) || id.startsWith(wanted)) return 1;
    return name.includes(wanted) ? 2 : 3;
  };
  const found = services.filter((service) => rank(service) < 3).sort((a, b) => rank(a) - rank(b));
  return {
    more: Math.max(0, found.length - mostListed),
    options: found.slice(0, mostListed).map((service) => ({
      id: String(service.id),
      label: label(service, services),
      detail:
        service.minutes === null
          ? String(service.id)
          : words.booking.visit.optionDetail({ count: service.minutes, id: service.id }),
    })),
  };
}
