import { setTimeout as wait } from "node:timers/promises";
import { isLeader, postmasterOf, seenBy, until, type Cluster, type Node } from "./bring-up.ts";
import { signalAll, treeOf } from "./programs.ts";

export type ClusterFault = {
  readonly name: string;
  readonly run: (cluster: Cluster) => Promise<void>;
};

const second = 1_000;

async function primaryOf({ nodes }: Cluster): Promise<Node> {
  let found: Node | undefined;
  await until(async () => {
    const leader = (await seenBy(nodes))?.find(isLeader)?.name;
    found = nodes.find(({ name }) => name === leader);
    return found !== undefined;
  });
  if (found === undefined) throw new Error("nobody leads");
  return found;
}
const standbysOf = async (cluster: Cluster): Promise<readonly Node[]> => {
  const primary = await primaryOf(cluster);
  return cluster.nodes.filter((node) => node !== primary);
};

/** For so many seconds, and on again. */
async function freeze(pids: readonly number[], seconds: number): Promise<void> {
  signalAll(pids, "SIGSTOP");
  await wait(seconds * second);
  signalAll(pids.toReversed(), "SIGCONT");
}

async function switchOver(cluster: Cluster): Promise<void> {
  const { name, rest } = await primaryOf(cluster);
  // It is refused where no standby can follow just then.
  await until(async () => {
    const body = JSON.stringify({ leader: name });
    return (await fetch(`http://127.0.0.1:${rest}/switchover`, { method: "POST", body })).ok;
  });
}

const during = async (gates: readonly Node["toEtcd"][], state: "paused" | "cut", seconds: number) => {
  for (const gate of gates) gate.set(state);
  await wait(seconds * second);
  for (const gate of gates) gate.set("open");
};

/** What happens to clusters, each once a round. */
export const faults: readonly ClusterFault[] = [
  {
    name: "the primary's PostgreSQL is killed",
    run: async (all) => signalAll([postmasterOf(await primaryOf(all))], "SIGKILL"),
  },
  { name: "a switchover", run: switchOver },
  {
    name: "the primary's computer is killed",
    run: async (all) => {
      const primary = await primaryOf(all);
      signalAll([...treeOf(primary.patroni.pid()), postmasterOf(primary)], "SIGKILL");
    },
  },
  {
    name: "the primary's PostgreSQL hangs for 25 s",
    run: async (all) => freeze(treeOf(postmasterOf(await primaryOf(all))), 25),
  },
  {
    name: "the primary's computer hangs for 35 s, and thaws",
    run: async (all) => {
      const primary = await primaryOf(all);
      await freeze([...treeOf(primary.patroni.pid()), ...treeOf(postmasterOf(primary))], 35);
    },
  },
  {
    name: "the primary is cut from etcd for 30 s",
    run: async (all) => during([(await primaryOf(all)).toEtcd], "cut", 30),
  },
  {
    name: "etcd answers nobody for 30 s",
    run: async ({ nodes }) =>
      during(
        nodes.map(({ toEtcd }) => toEtcd),
        "paused",
        30,
      ),
  },
  {
    name: "replication stands still for 15 s",
    run: async (all) => during([(await primaryOf(all)).toPostgres], "paused", 15),
  },
  {
    name: "both standbys hang for 20 s",
    run: async (all) =>
      freeze(
        (await standbysOf(all)).flatMap((node) => treeOf(postmasterOf(node))),
        20,
      ),
  },
  {
    name: "a standby is killed",
    run: async (all) => signalAll((await standbysOf(all)).slice(0, 1).map(postmasterOf), "SIGKILL"),
  },
  { name: "a hub is killed", run: async ({ hubs }) => hubs[0]?.kill("SIGKILL") },
  { name: "the pooler is killed", run: async ({ pooler }) => pooler.kill("SIGKILL") },
];

/** With asynchronous replication: what the primary had and no standby heard of is lost. */
export const lossyFault: ClusterFault = {
  name: "the primary is killed two seconds ahead of its standbys",
  run: async (all) => {
    const primary = await primaryOf(all);
    primary.toPostgres.set("paused");
    await wait(2 * second);
    signalAll([...treeOf(primary.patroni.pid()), postmasterOf(primary)], "SIGKILL");
    await wait(second);
    primary.toPostgres.set("cut");
    await wait(15 * second);
    primary.toPostgres.set("open");
  },
};
