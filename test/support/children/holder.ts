import { openSync } from "node:fs";
import { withoutSharing } from "../open-files.ts";

/** Opens a file of Windows' so that nobody else can, or shared with everybody, and keeps it open until it is ended. Arguments: file, how. */
const [file = "", how = ""] = process.argv.slice(2);
openSync(file, how === "shared" ? "r" : withoutSharing);
process.stdout.write("open");
setInterval(() => undefined, 60_000);
