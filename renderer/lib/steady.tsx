import { memo, type ComponentType, type ReactNode } from "react";
import { useLanguage } from "./hooks.ts";

/**
 * A part that stays as it is drawn while its properties are the same, whatever is drawn around it. React's `memo` alone
 * would also keep the words of another language.
 */
export const memoWithLocale = <P extends object>(Part: ComponentType<P>) =>
  memo(function Steady(props: P): ReactNode {
    useLanguage();
    return <Part {...props} />;
  });
