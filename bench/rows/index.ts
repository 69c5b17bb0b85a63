import type { Row } from "../harness.ts";
import { row as backup } from "./backup.ts";
import { row as burst } from "./burst.ts";
import { row as clinicChange } from "./clinic-change.ts";
import { row as clinicMany } from "./clinic-many.ts";
import { row as clinicPush } from "./clinic-push.ts";
import { row as drain } from "./drain.ts";
import { row as encryption } from "./encryption.ts";
import { row as firstSync } from "./first-sync.ts";
import { row as imported } from "./import.ts";
import { row as ipc } from "./ipc.ts";
import { row as loading } from "./loading.ts";
import { row as memory } from "./memory.ts";
import { row as save } from "./save.ts";
import { row as script } from "./script.ts";
import { row as scrolling } from "./scrolling.ts";
import { row as search } from "./search.ts";
import { row as slowDisk } from "./slow-disk.ts";
import { row as start } from "./start.ts";
import { row as typing } from "./typing.ts";
import { row as typos } from "./typos.ts";
import { row as wizard } from "./wizard.ts";

/** First what makes the records that others use. */
export const rows: readonly Row[] = [
  loading,
  start,
  search,
  typos,
  typing,
  ipc,
  save,
  burst,
  encryption,
  drain,
  imported,
  script,
  wizard,
  memory,
  scrolling,
  slowDisk,
  backup,
  firstSync,
  clinicChange,
  clinicPush,
  clinicMany,
];
