import { systemClock } from "../../../main/platform/system.ts";
import { serviceClient } from "../../../main/service/client.ts";
import { systemDispatchers } from "../../../main/service/dispatcher.ts";
import { said } from "../../../messages/saying.ts";

/** Lists the webhooks at the address in its argument, as the app does, by the proxy behind it, and prints what became of it. */
const [, , serviceAddress = "", proxy = "DIRECT"] = process.argv;
const dispatchers = systemDispatchers({ resolveProxy: () => Promise.resolve(proxy), clock: systemClock });
const client = serviceClient({ dispatchers, clock: systemClock, userAgent: "FrontDesk/test" });
const outcome = await client.listWebhooks({ serviceAddress, token: "child-token" });
process.stdout.write(outcome.kind === "success" ? "success" : said(outcome.failure.why));
await dispatchers.close();
