// npm run cluster: installs a cluster's programs, then runs hubs on it through what befalls clusters (test/cluster/run.ts).
import { install, runNode } from "./install.mjs";
import { systemPackages } from "./system-packages.mjs";

install();
if (!systemPackages("cluster")) process.exit(1);
runNode(["scripts/words.ts"]);
process.exit(runNode(["test/cluster/run.ts", ...process.argv.slice(2)]));
