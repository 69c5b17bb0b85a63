import type { Result } from "../../../shared/core/failure.ts";
import type { ClinicState } from "../../../shared/clinic/clinic.ts";
import { useAnnounce, useDesk } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";

/** Does something to the clinic: its new state is shown at once, and said. */
export function useClinicCall(): Pick<ReturnType<typeof useWork>, "isPending" | "failure"> & {
  readonly run: (
    call: () => Promise<Result<ClinicState>>,
    done: string | ((state: ClinicState) => string),
    then?: () => void,
  ) => Promise<void>;
} {
  const { clinic: store } = useDesk();
  const announce = useAnnounce();
  const { isPending, failure, run } = useWork();
  return {
    isPending,
    failure,
    run: (call, done, then) =>
      run(
        () => store.change(call()),
        (clinic) => {
          announce(typeof done === "string" ? done : done(clinic));
          then?.();
        },
      ),
  };
}
