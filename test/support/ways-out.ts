import type { Ways } from "./listening-post.ts";

/**
 * Tries every way out of a page that is known, as a hostile script in it would. Runs in the page: it uses nothing from
 * outside its own body. Settles when each attempt has come to an end or has had its time.
 * `name` is a host name that nothing else looks up.
 */
export async function tryWaysOut({ ways, name }: { ways: Ways; name: string }): Promise<void> {
  // A debugger's call itself may use `eval`, so it begins in a later turn.
  await new Promise((resolve) => setTimeout(resolve));
  const url = `http://127.0.0.1:${ways.http}`;
  const ends: Promise<unknown>[] = [];
  const attempt = (run: () => unknown): void => {
    const limit = new Promise((resolve) => setTimeout(resolve, 2_000));
    const end = (async () => Promise.race([run(), limit]))();
    ends.push(end.catch(() => undefined));
  };
  // A page may make its own policy for trusted types.
  const policy = (
    globalThis as { trustedTypes?: { createPolicy: (name: string, rules: object) => unknown } }
  ).trustedTypes?.createPolicy(`out-${String(Math.random())}`, {
    createScriptURL: (text: string) => text,
    createHTML: (text: string) => text,
  });
  const trusted = (method: string, text: string): unknown => {
    const make: unknown = Reflect.get(Object(policy), method);
    return typeof make === "function" ? make.call(policy, text) : text;
  };
  const add = (tag: string, attributes: Readonly<Record<string, string>>): Promise<unknown> =>
    new Promise((resolve) => {
      const element = document.createElement(tag);
      element.addEventListener("load", resolve);
      element.addEventListener("error", resolve);
      for (const [key, value] of Object.entries(attributes)) {
        if (tag === "script" && key === "src") Reflect.set(element, key, trusted("createScriptURL", value));
        else element.setAttribute(key, value);
      }
      document.body.append(element);
    });
  const click = (attributes: Readonly<Record<string, string>>): void => {
    const link = document.createElement("a");
    for (const [key, value] of Object.entries(attributes)) link.setAttribute(key, value);
    document.body.append(link);
    link.click();
  };

  // The page's own is gone; a frame of the page brings another.
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const rooms = [globalThis, frame.contentWindow].filter((room) => room !== null);
  const gather = (room: object, server: RTCIceServer): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const make: unknown = Reflect.get(room, "RTCPeerConnection");
      if (typeof make !== "function") return reject(new Error("there is none"));
      const peer: RTCPeerConnection = Reflect.construct(make, [{ iceServers: [server] }]);
      peer.addEventListener("icegatheringstatechange", () => {
        if (peer.iceGatheringState === "complete") resolve(peer.close());
      });
      peer.createDataChannel("x");
      peer.createOffer().then((offer) => peer.setLocalDescription(offer), reject);
    });
  const login = { username: "u", credential: "c" };
  for (const room of rooms) {
    attempt(() => gather(room, { urls: `stun:127.0.0.1:${ways.stun}` }));
    attempt(() => gather(room, { urls: `turn:127.0.0.1:${ways.turnUdp}?transport=udp`, ...login }));
    attempt(() => gather(room, { urls: `turn:127.0.0.1:${ways.turnTcp}?transport=tcp`, ...login }));
    attempt(() => {
      const make: unknown = Reflect.get(room, "WebTransport");
      if (typeof make !== "function") return null;
      const transport: WebTransport = Reflect.construct(make, [`https://127.0.0.1:${ways.quic}/`]);
      return transport.ready;
    });
  }

  attempt(() => fetch(`${url}/fetch`, { mode: "no-cors" }));
  attempt(() => fetch(`${url}/keepalive`, { method: "POST", mode: "no-cors", keepalive: true }));
  attempt(() => navigator.sendBeacon(`${url}/beacon`, "x"));
  attempt(
    () =>
      new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.addEventListener("loadend", resolve);
        request.open("GET", `${url}/xhr`);
        request.send();
      }),
  );
  attempt(
    () =>
      new Promise((resolve) => {
        new WebSocket(`${url.replace("http", "ws")}/socket`).addEventListener("error", resolve);
      }),
  );
  attempt(
    () =>
      new Promise((resolve) => {
        const source = new EventSource(`${url}/events`);
        source.addEventListener("error", () => resolve(source.close()));
      }),
  );
  attempt(
    () =>
      new Promise((resolve) => {
        const text = `importScripts("${url}/worker.js")`;
        const source = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
        const worker: Worker = Reflect.construct(Worker, [trusted("createScriptURL", source)]);
        worker.addEventListener("error", resolve);
      }),
  );

  attempt(() => add("img", { src: `${url}/image` }));
  attempt(() => add("script", { src: `${url}/script` }));
  attempt(() => add("video", { src: `${url}/video` }));
  attempt(() => add("object", { data: `${url}/object` }));
  attempt(() => add("embed", { src: `${url}/embed` }));
  attempt(() => add("iframe", { src: `${url}/frame` }));
  attempt(() => add("link", { rel: "stylesheet", href: `${url}/style` }));
  attempt(() => add("link", { rel: "icon", href: `${url}/icon` }));
  attempt(() => add("link", { rel: "prefetch", href: `${url}/prefetch` }));
  attempt(() => add("link", { rel: "preload", as: "image", href: `${url}/preload` }));
  attempt(() => add("link", { rel: "modulepreload", href: `${url}/modulepreload` }));
  attempt(() => add("link", { rel: "manifest", href: `${url}/manifest` }));
  attempt(() => {
    const style = new CSSStyleSheet();
    style.replaceSync(`body { background: url("${url}/background") }`);
    document.adoptedStyleSheets = [style];
  });
  attempt(() => {
    const style = document.createElement("style");
    style.textContent = `@import "${url}/css-import";`;
    document.head.append(style);
  });
  // Nothing tells what becomes of these.
  attempt(() => void add("link", { rel: "preconnect", href: `http://127.0.0.1:${ways.connect}` }));
  attempt(() => void add("link", { rel: "dns-prefetch", href: `http://${name}/` }));
  attempt(() => void add("link", { rel: "preconnect", href: `http://pre.${name}/` }));

  attempt(() => click({ href: `${url}/download`, download: "x.txt" }));
  attempt(() => click({ href: "#x", ping: `${url}/ping` }));
  attempt(() => click({ href: `${url}/blank`, target: "_blank" }));
  attempt(() => open(`${url}/open`));
  attempt(() => {
    const inside = document.createElement("iframe");
    inside.name = "inside";
    document.body.append(inside);
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: `${url}/form`, target: "inside" });
    document.body.append(form);
    form.submit();
  });
  await Promise.all(ends);
}
