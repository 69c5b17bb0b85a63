import { once } from "node:events";
import { connect } from "node:net";

/**
 * Begins a request whose body has that many bytes, writes the rest of them only once something was answered, and then asks
 * for nothing on the same connection. Answers all that the server said until it closed it: both answers, where it read on.
 */
export async function answersToLongBody(
  address: string,
  {
    path,
    length,
    token = "none",
  }: { readonly path: string; readonly length: number; readonly token?: string },
): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let said = "";
  socket.setEncoding("utf8").on("data", (part: string) => (said += part));
  const head = [
    `POST ${path} HTTP/1.1`,
    "host: desk",
    "content-type: application/json",
    `authorization: Bearer ${token}`,
    `content-length: ${length}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${"x".repeat(100)}`);
  await once(socket, "data");
  socket.write("x".repeat(length - 100));
  socket.write("GET /none HTTP/1.1\r\nhost: desk\r\nconnection: close\r\n\r\n");
  await once(socket, "close");
  return said;
}
