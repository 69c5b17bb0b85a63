import { systemClock } from "../../../main/platform/system.ts";
import { createServiceClient } from "../../../main/http/client.ts";
import { createSystemDispatchers } from "../../../main/http/dispatcher.ts";
import { said } from "../../../messages/saying.ts";

/**
 * Lists the webhooks at each address in its arguments, as the app does, and prints a line of what became of each. An argument
 * that is no address is what the system says of the way, `PROXY 127.0.0.1:3128`.
 */
const given = process.argv.slice(2);
const isAddress = (text: string): boolean => text.startsWith("http");
const proxy = given.find((text) => !isAddress(text)) ?? "DIRECT";
const dispatchers = createSystemDispatchers({
  resolveProxy: () => Promise.resolve(proxy),
  clock: systemClock,
});
const client = createServiceClient({ dispatchers, clock: systemClock, userAgent: "FrontDesk/test" });
const lines: string[] = [];
for (const serviceAddress of given.filter(isAddress)) {
  const outcome = await client.listWebhooks({ serviceAddress, token: "child-token" });
  lines.push(outcome.kind === "success" ? "success" : said(outcome.failure.why).replaceAll("\n", " "));
}
process.stdout.write(lines.join("\n"));
await dispatchers.close();
