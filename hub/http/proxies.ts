import { BlockList, isIP } from "node:net";

/** Whether an address is one of the named proxies (addresses or networks, `10.0.0.0/8`), or this computer. */
export function createProxyMatcher(proxies: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  list.addSubnet("127.0.0.0", 8, "ipv4");
  list.addAddress("::1", "ipv6");
  for (const proxy of proxies) {
    const [address = "", bits] = proxy.split("/");
    const type = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, type);
    else list.addSubnet(address, Number(bits), type);
  }
  // An IPv4 address as a socket of both kinds shows it, `::ffff:10.0.0.1`, is found too.
  return (address) => address !== undefined && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
