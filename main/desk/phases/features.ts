import type { DeskFeature, OpenFeature } from "../../features/feature.ts";
import { deskFeatures } from "../../features/index.ts";
import type { DeskParts } from "./parts.ts";

/** All of these at once, for a union of them. */
type Together<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer A) => void ? A : never;

/** The handlers of every optional feature, side by side. */
type FeatureHandlers = Together<ReturnType<(typeof deskFeatures)[number]>["handlers"]>;

/** The optional features of a desk. */
export function openFeatures(parts: DeskParts): {
  readonly opened: readonly DeskFeature[];
  readonly handlers: FeatureHandlers;
} {
  const list: readonly OpenFeature[] = deskFeatures;
  const opened = list.map((open) => open(parts));
  const handlers: object = Object.assign({}, ...opened.map((feature) => feature.handlers));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was put together of just these
  return { opened, handlers: handlers as FeatureHandlers };
}

export type OpenFeatures = ReturnType<typeof openFeatures>;
