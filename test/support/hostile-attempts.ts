/** What became of each attempt ("blocked", or what got through), and what the policy itself refused. */
export type Attempts = {
  readonly said: Readonly<Record<string, string>>;
  readonly refusals: readonly string[];
};

/** Runs in the page as its own code: a debugger's call itself may use `eval`, so it begins in a later turn. */
export const hostileAttempts = async (url: string): Promise<Attempts> => {
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  await turn();
  const said: Record<string, string> = {};
  const refusals = new Set<string>();
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    refusals.add(
      `${effectiveDirective} ${blockedURI.startsWith(url) ? new URL(blockedURI).pathname : blockedURI}`,
    ),
  );
  const policy: unknown = Reflect.get(globalThis, "trustedTypes");
  const make: unknown =
    typeof policy === "object" && policy !== null ? Reflect.get(policy, "createPolicy") : null;
  // A page may make its own policy: what remains is the rule about sources.
  const trusted: Record<string, (text: string) => string> =
    typeof make === "function"
      ? make.call(policy, `test-${String(Math.random())}`, {
          createScript: (text: string) => text,
          createScriptURL: (text: string) => text,
          createHTML: (text: string) => text,
        })
      : {};
  const note = async (name: string, run: () => unknown): Promise<void> => {
    try {
      const tooLong = new Promise((resolve) => setTimeout(() => resolve("no answer"), 20_000));
      const result = await Promise.race([run(), tooLong]);
      said[name] = result === "blocked" ? "blocked" : `got through: ${String(result)}`;
    } catch {
      said[name] = "blocked";
    }
  };
  const loaded = (element: HTMLElement, how: (element: HTMLElement) => void): Promise<string> =>
    new Promise((resolve) => {
      element.addEventListener("load", () => resolve("loaded"));
      element.addEventListener("error", () => resolve("blocked"));
      how(element);
      document.body.append(element);
    });
  const mark = (): unknown => Reflect.get(globalThis, "hostileRan") ?? "blocked";
  const hostile = "globalThis.hostileRan = 'ran'";
  const script = (text: string | undefined, source: string | undefined): HTMLScriptElement => {
    const element = document.createElement("script");
    if (text !== undefined) Reflect.set(element, "text", trusted["createScript"]?.(text) ?? text);
    if (source !== undefined) Reflect.set(element, "src", trusted["createScriptURL"]?.(source) ?? source);
    return element;
  };
  await note("inline script", async () => {
    document.body.append(script(hostile, undefined));
    await turn();
    return mark();
  });
  await note("inline handler", async () => {
    const box = document.createElement("div");
    Reflect.set(box, "innerHTML", trusted["createHTML"]?.(`<b onclick="${hostile}">x</b>`) ?? "");
    document.body.append(box);
    box.querySelector("b")?.click();
    box.remove();
    await turn();
    return mark();
  });
  await note("eval", () => {
    const run: unknown = Reflect.get(globalThis, "eval");
    return typeof run === "function" ? run(trusted["createScript"]?.("1 + 1")) : "blocked";
  });
  await note("eval of a plain text", () => {
    const run: unknown = Reflect.get(globalThis, "eval");
    return typeof run === "function" ? run("1 + 1") : "blocked";
  });
  await note("new Function", () => {
    const run: unknown = Reflect.get(globalThis, "Function");
    return typeof run === "function" ? Reflect.construct(run, ["return 2"])() : "blocked";
  });
  await note("timer of a text", async () => {
    setTimeout(hostile);
    await turn();
    await turn();
    return mark();
  });
  await note("javascript: address", async () => {
    location.href = `javascript:void(${hostile})`;
    await turn();
    await turn();
    return mark();
  });
  await note("remote script", () => loaded(script(undefined, `${url}/script.js`), () => undefined));
  await note("script from a blob", () =>
    loaded(script(undefined, URL.createObjectURL(new Blob([hostile]))), () => undefined),
  );
  await note("remote module", () =>
    loaded(script(undefined, `${url}/module.js`), (element) => element.setAttribute("type", "module")),
  );
  await note(
    "worker",
    () =>
      new Promise((resolve) => {
        const source = URL.createObjectURL(new Blob(["postMessage(1)"]));
        const worker: Worker = Reflect.construct(Worker, [trusted["createScriptURL"]?.(source) ?? source]);
        worker.addEventListener("message", () => resolve("ran"));
        worker.addEventListener("error", () => resolve("blocked"));
      }),
  );
  await note("fetch", () => fetch(`${url}/fetch`, { mode: "no-cors" }));
  await note("fetch of its own origin", () => fetch("/index.html"));
  await note(
    "XMLHttpRequest",
    () =>
      new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.addEventListener("load", () => resolve("loaded"));
        request.addEventListener("error", () => resolve("blocked"));
        request.open("GET", `${url}/xhr`);
        request.send();
      }),
  );
  await note(
    "WebSocket",
    () =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${url.replace("http", "ws")}/socket`);
        socket.addEventListener("open", () => resolve("open"));
        socket.addEventListener("error", () => resolve("blocked"));
      }),
  );
  await note(
    "EventSource",
    () =>
      new Promise((resolve) => {
        const source = new EventSource(`${url}/events`);
        source.addEventListener("open", () => resolve("open"));
        source.addEventListener("error", () => {
          source.close();
          resolve("blocked");
        });
      }),
  );
  await note("beacon", async () => {
    navigator.sendBeacon(`${url}/beacon`, "x");
    await turn();
    return "blocked";
  });
  await note("image", () =>
    loaded(document.createElement("img"), (element) => element.setAttribute("src", `${url}/image.png`)),
  );
  await note("style sheet", () =>
    loaded(document.createElement("link"), (element) => {
      element.setAttribute("rel", "stylesheet");
      element.setAttribute("href", `${url}/style.css`);
    }),
  );
  await note("object", () =>
    loaded(document.createElement("object"), (element) => element.setAttribute("data", `${url}/object`)),
  );
  await note("frame", async () => {
    const frame = document.createElement("iframe");
    frame.src = `${url}/frame`;
    await new Promise((resolve) => {
      frame.addEventListener("load", resolve);
      document.body.append(frame);
    });
    const inside = frame.contentDocument?.body.textContent ?? "";
    frame.remove();
    return inside === "" ? "blocked" : inside;
  });
  await note("form", async () => {
    const inside = document.createElement("iframe");
    inside.name = "inside";
    document.body.append(inside);
    const form = document.createElement("form");
    form.method = "post";
    form.action = `${url}/form`;
    form.target = inside.name;
    document.body.append(form);
    const told = new Promise((resolve) => {
      document.addEventListener("securitypolicyviolation", () => resolve("blocked"));
      inside.addEventListener("load", () => resolve("posted"));
    });
    form.submit();
    return told;
  });
  return { said, refusals: [...refusals] };
};
