import { systemClock } from "../../../main/platform/system.ts";
import { serviceClient } from "../../../main/service/client.ts";
import { systemDispatchers } from "../../../main/service/dispatcher.ts";
import { said } from "../../../messages/saying.ts";

/** Lists the webhooks at the address in its argument, as the app does, and prints what became of it. */
const dispatchers = systemDispatchers({ resolveProxy: () => Promise.resolve("DIRECT"), clock: systemClock });
const client = serviceClient({ dispatchers, clock: systemClock, userAgent: "FrontDesk/test" });
const outcome = await client.listWebhooks({ serviceAddress: process.argv[2] ?? "", token: "child-token" });
process.stdout.write(outcome.kind === "success" ? "success" : said(outcome.failure.why));
await dispatchers.close();
