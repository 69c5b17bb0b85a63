import { ok } from "../../../shared/core/failure.ts";
import type { DeskOptions } from "../../desk/desk.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { Handlers } from "../../ipc/router.ts";
import { getManagedAddress, listManagedFor, type PolicyView } from "./in-force.ts";
import { noPolicy } from "./policy-source.ts";

type Options = Pick<DeskOptions, "policy" | "emit"> & {
  readonly session: () => Pick<OpenSession, "practice"> | null;
  /** Something of what is set came into force. */
  readonly onTaken: () => void;
};

export type DeskPolicyPart = {
  readonly view: () => PolicyView;
  /** Whether this desk may be connected to that address, normalised. */
  readonly mayConnect: (serviceAddress: string) => boolean;
  readonly handlers: Pick<Handlers, "policy.get" | "policy.take">;
  readonly stop: () => void;
};

/**
 * What the organization sets, at one desk. A desk that is put together takes what waits, as nothing is in the middle then; one
 * that somebody works at takes it when its window says so.
 */
export function createDeskPolicy({ policy = noPolicy, emit, session, onTaken }: Options): DeskPolicyPart {
  policy.take();
  const view = (): PolicyView => ({
    policy: policy.current().policy,
    isPractice: session()?.practice === true,
  });
  const stop = policy.listen((what) => {
    if (what === "taken") onTaken();
    emit("policy.changed", {});
  });
  return {
    view,
    stop,
    mayConnect: (serviceAddress) => {
      const set = getManagedAddress(policy.current().policy);
      return set === null || set === serviceAddress;
    },
    handlers: {
      "policy.get": () => {
        const { policy: present, problems } = policy.current();
        const { isPractice } = view();
        return ok({
          file: policy.file,
          sets: [...listManagedFor(present, isPractice)],
          serviceAddress: getManagedAddress(present),
          proxy: present?.proxy ?? "system",
          problems: [...problems],
          waits: policy.waits(),
        });
      },
      "policy.take": () => ok((policy.take(), {})),
    },
  };
}
