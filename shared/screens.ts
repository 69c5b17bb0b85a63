import { handoverScreen } from "./handover/screen.ts";

/** The screens of optional features, a line each. */
export const featureScreens = [handoverScreen] as const;
export type FeatureScreen = (typeof featureScreens)[number];
