import { createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from "react";

/** A part whose code is loaded when it is first drawn: `Suspense` around it says what stands there meanwhile. */
export const loadWhenDrawn = <P,>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazy(async () => ({ default: await load() }));

/** The same, with nothing in its place meanwhile. */
export function loadOnDemand<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = loadWhenDrawn(load);
  return function OnDemand(props: P): ReactNode {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** A part of the window with a script of its own. */
export type LoadablePart<P extends object> = {
  readonly View: ComponentType<P>;
  /** Loads it ahead: what is there already is drawn at once. */
  readonly load: () => Promise<void>;
};

/**
 * Like React's `lazy`, but for parts that were loaded ahead: a fallback that was once shown stays for 300 ms, also when
 * what it waits for is there.
 */
export function createPart<P extends object>(load: () => Promise<ComponentType<P>>): LoadablePart<P> {
  let loaded: ComponentType<P> | null = null;
  const Later = loadWhenDrawn(load);
  function View(props: P): ReactNode {
    // The one that it begins with stays: another would be drawn anew, without what was typed.
    const [Drawn] = useState<ComponentType<P>>(() => loaded ?? Later);
    return createElement(Drawn, props);
  }
  return {
    View,
    load: async () => {
      loaded = await load();
    },
  };
}
