import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { readState, listStatesOfZip } from "../../../shared/patients/contact.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce } from "../../lib/hooks.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button } from "../../ui/button.tsx";
import styles from "../../ui/field.module.css";

type Place = { readonly city: string; readonly state: string };

type Props = Place & {
  readonly zip: string;
  /** Fills in what is named; the buttons go with it, so a field is to take the focus. */
  readonly onTake: (place: Partial<Place>) => void;
};

/** Enter in a ZIP code takes what is offered under it, where that is one thing: the button is the next stop of Tab. */
export function takeZipOffer(event: KeyboardEvent): void {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
  if (event.key !== "Enter" || !isPlain || event.nativeEvent.isComposing) return;
  if (!(event.target instanceof HTMLElement)) return;
  const offers = event.target.parentElement?.querySelectorAll("[data-zip-offer] button");
  const [only, ...others] = offers ?? [];
  if (!(only instanceof HTMLElement) || others.length > 0) return;
  event.preventDefault();
  only.click();
}

/**
 * Under a ZIP code, its city and state as patients of this computer have them, to be filled in with one press while there is no
 * city; else its state alone, each of several where its first three digits are not one state's. Nothing is written over.
 */
export function ZipOffer({ zip, city, state, onTake }: Props): ReactNode {
  const states = listStatesOfZip(zip);
  const isOpen = states.length > 0 && city.trim() === "";
  const known = useRoute(
    "patients.placeOfZip",
    { zip: zip.trim().slice(0, 5) },
    { enabled: isOpen, clears: true },
  );
  const place = isOpen ? fitting(known.value?.place ?? null, state) : null;
  const offered = place === null && state.trim() === "" ? states : [];
  const isAsked = isOpen && known.state === "loading";
  const names = offered.map(({ name }) => name);
  useSaidOnce(isAsked ? "" : place === null ? names.join("|") : `${place.city}, ${place.state}`, () =>
    place === null
      ? words.fields.zip.is({ code: zip.trim(), states: names })
      : words.fields.zip.place({ code: zip.trim().slice(0, 5), ...place }),
  );
  if (place !== null)
    return (
      <div className={styles["offers"]} data-zip-offer="">
        <Button size="small" onPress={() => onTake(state.trim() === "" ? place : { city: place.city })}>
          {words.fields.zip.takePlace(place)}
        </Button>
      </div>
    );
  if (offered.length === 0) return null;
  return (
    <div className={styles["offers"]} data-zip-offer="">
      {offered.map(({ code, name }) => (
        <Button
          key={code}
          size="small"
          label={words.fields.zip.takeOf({ code, name })}
          onPress={() => onTake({ state: code })}
        >
          {words.fields.zip.take({ code })}
        </Button>
      ))}
    </div>
  );
}

/** The place, unless another state was typed already. */
function fitting(place: Place | null, typed: string): Place | null {
  if (place === null || typed.trim() === "") return place;
  return readState(typed)?.code === readState(place.state)?.code ? place : null;
}

/** Says what is offered when it comes, once for the same; not what stood there when the form was opened. */
function useSaidOnce(key: string, text: () => string): void {
  const announce = useAnnounce();
  const before = useRef(key);
  useEffect(() => {
    if (key === "" || key === before.current) return;
    before.current = key;
    announce(text());
  });
}
