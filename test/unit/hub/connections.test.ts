import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { limitConnections } from "../../../hub/http/connections.ts";

it("an address has so many connections at once, and another in place of one that ended", async () => {
  // Whoever stays is greeted.
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    if (!socket.destroyed) socket.write("!");
  });
  const accepted: Socket[] = [];
  server.on("connection", (socket: Socket) => void accepted.push(socket));
  limitConnections(server, 2);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const open: Socket[] = [];
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const arrives = async (): Promise<"stays" | "ends"> => {
    const socket = connect(port, "127.0.0.1");
    open.push(socket);
    socket.on("error", () => undefined);
    const which = await Promise.race([
      once(socket, "data").then(() => "stays" as const),
      once(socket, "close").then(() => "ends" as const),
    ]);
    // A greeting may have been written before the limit was looked at.
    if (which === "stays" && accepted.at(-1)?.destroyed === true) await once(socket, "close");
    return accepted.at(-1)?.destroyed === true ? "ends" : "stays";
  };
  expect([await arrives(), await arrives(), await arrives()]).toEqual(["stays", "stays", "ends"]);
  const [first] = accepted;
  open[0]?.destroy();
  if (first !== undefined && !first.destroyed) await once(first, "close");
  expect(await arrives()).toBe("stays");
});
