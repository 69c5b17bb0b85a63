import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { runSeeds } from "./f12-poisoned.ts";

const verdicts = await runSeeds(z.array(z.int()).parse(workerData));
// Nothing is handed over: the second argument tells this from a message between windows.
parentPort?.postMessage(verdicts, []);
