import { createContext, createElement, Suspense, useContext, useMemo, type ReactNode } from "react";
import type { LucideIcon } from "lucide-react";
import type { FeatureScreen } from "../../shared/screens.ts";
import type { LoadablePart } from "../ui/on-demand.tsx";
import type { SettingsSection } from "./settings-pages.ts";

/** Where an optional feature may stand in a part of the core, and what it is told there. */
type FeaturePlaces = {
  /** Beside the list of all patients, or of all appointments. */
  readonly "list-tools": { readonly list: "patients" | "bookings" };
};
type FeaturePlace = keyof FeaturePlaces;

/** A row that an optional feature adds to the settings: what it is for, and at its right what to press. */
export type AddedRow = {
  /** As `field` of a target names it. */
  readonly id: string;
  readonly section: SettingsSection;
  readonly words: () => { readonly label: string; readonly help: string };
  readonly action: LoadablePart<object>;
};

/** A screen of an optional feature. */
export type AddedScreen = {
  readonly screen: FeatureScreen;
  readonly part: LoadablePart<object>;
  /** The way there, at the foot of the side; left out: another. Its title is said, where only `short` is seen. */
  readonly foot?: { readonly icon: LucideIcon; readonly short: () => string };
};

/** What an optional feature adds to the window. The core takes it from the list of `features/index.ts`, and names none. */
export type WindowFeature = {
  readonly name: string;
  readonly parts?: { readonly [P in FeaturePlace]?: LoadablePart<FeaturePlaces[P]> };
  readonly settings?: readonly AddedRow[];
  readonly screens?: readonly AddedScreen[];
};

/** The optional features of the window. */
export const FeaturesContext = createContext<readonly WindowFeature[]>([]);

/** The screens that they add. */
export const listAddedScreens = (features: readonly WindowFeature[]): readonly AddedScreen[] =>
  features.flatMap(({ screens }) => screens ?? []);

/** The rows that they add to the settings. */
export const listAddedRows = (features: readonly WindowFeature[]): readonly AddedRow[] =>
  features.flatMap(({ settings }) => settings ?? []);
export function useAddedRows(): readonly AddedRow[] {
  const features = useContext(FeaturesContext);
  return useMemo(() => listAddedRows(features), [features]);
}

/** Loads their scripts, for a screen on which nothing is to move when they come. */
export async function loadFeatureParts(features: readonly WindowFeature[]): Promise<void> {
  const parts = features.flatMap((feature) => Object.values(feature.parts ?? {}));
  const actions = listAddedRows(features).map(({ action }) => action);
  await Promise.all([...parts, ...actions].map((part) => part.load()));
}

type SlotProps<P extends FeaturePlace> = { readonly place: P; readonly props: FeaturePlaces[P] };

/** What features put there, in the order of their list. */
export function FeatureSlot<P extends FeaturePlace>({ place, props }: SlotProps<P>): ReactNode {
  return useContext(FeaturesContext).map(({ name, parts }) => {
    const part = parts?.[place];
    return (
      part && (
        <Suspense key={name} fallback={null}>
          {createElement(part.View, props)}
        </Suspense>
      )
    );
  });
}
