import type { CdpSession } from "./chromium/cdp.ts";
import type { Protocol } from "./chromium/cdp-types.ts";
import type { FrameTree } from "./frames.ts";
import type { PassThrough } from "./net.ts";
import type { HostSession } from "./session.ts";
import type { UrlTranslator } from "./urls.ts";

type Paused = Protocol.Fetch.requestPausedPayload;

/** What answers the requests of one page. */
export interface RequestParts {
  readonly session: HostSession;
  readonly urls: UrlTranslator;
  readonly passThrough: PassThrough;
  readonly contentsId: number;
  readonly frames: FrameTree;
  /** Asks the app whether a frame may go where this request leads. Only asked for documents. */
  readonly mayNavigate: (paused: Paused, url: string) => Promise<boolean>;
  /** Told of a request whose handler threw, before it fails. */
  readonly noteUnexpected: (paused: Paused) => void;
}

/** Answers one request that Chromium holds back: by the app's handler, by a refusal, or by letting it go on. */
export async function answerRequest(parts: RequestParts, cdp: CdpSession, paused: Paused): Promise<void> {
  const { session, urls } = parts;
  const { requestId } = paused;
  const url = urls.toElectron(paused.request.url);
  if (paused.resourceType === "Document" && !(await parts.mayNavigate(paused, url))) {
    cdp.post("Fetch.failRequest", { requestId, errorReason: "Aborted" });
    return;
  }
  if (paused.resourceType === "Other" && new URL(url).pathname === "/favicon.ico") {
    // Chromium looks for an icon by itself; Electron never does.
    cdp.post("Fetch.failRequest", { requestId, errorReason: "Aborted" });
    return;
  }
  const verdict = await session.webRequest.decide({
    id: Number.parseInt(requestId.replace(/\D/g, ""), 10),
    url,
    method: paused.request.method,
    resourceType: resourceTypeOf(paused, parts.frames),
    webContentsId: parts.contentsId,
    frame: parts.frames.find(paused.frameId) ?? null,
    timestamp: Date.now(),
  });
  if (verdict.cancel === true) {
    cdp.post("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    return;
  }
  if (verdict.redirectURL !== undefined) {
    const location = urls.toChromium(verdict.redirectURL);
    const responseHeaders = [{ name: "Location", value: location }];
    cdp.post("Fetch.fulfillRequest", { requestId, responseCode: 307, responseHeaders });
    return;
  }
  const scheme = url.slice(0, url.indexOf(":"));
  const handler = session.protocol.handlerOf(scheme);
  if (handler !== undefined) await answerByHandler(parts, { cdp, paused, url, handler });
  else if (url !== paused.request.url) cdp.post("Fetch.failRequest", { requestId, errorReason: "Failed" });
  else cdp.post("Fetch.continueRequest", { requestId });
}

function resourceTypeOf(paused: Paused, frames: FrameTree): string {
  if (paused.resourceType === "Document")
    return paused.frameId === frames.mainFrameId ? "mainFrame" : "subFrame";
  const names: Readonly<Record<string, string>> = {
    Stylesheet: "stylesheet",
    Script: "script",
    Image: "image",
    Font: "font",
    XHR: "xhr",
    Fetch: "xhr",
    Ping: "ping",
    CSPViolationReport: "cspReport",
    Media: "media",
    WebSocket: "webSocket",
  };
  return names[paused.resourceType] ?? "other";
}

function requestOf(paused: Paused, parts: Readonly<{ url: string; urls: UrlTranslator }>): Request {
  const { url, urls } = parts;
  const headers = new Headers();
  for (const [name, value] of Object.entries(paused.request.headers)) {
    // Chromium's origins mean nothing to the app.
    const translated = /^(origin|referer)$/i.test(name) ? urls.toElectron(value) : value;
    headers.append(name, translated);
  }
  const { method } = paused.request;
  const entries = (paused.request.postDataEntries ?? []).map(({ bytes }) =>
    Buffer.from(bytes ?? "", "base64"),
  );
  const body =
    method === "GET" || method === "HEAD" || entries.length === 0 ? {} : { body: Buffer.concat(entries) };
  return new Request(url, { method, headers, ...body });
}

function headersOf(response: Response, urls: UrlTranslator): { name: string; value: string }[] {
  return [...response.headers].map(([name, value]) => {
    if (name.startsWith("content-security-policy")) return { name, value: urls.policyToChromium(value) };
    if (name === "location") return { name, value: urls.toChromium(value) };
    return { name, value };
  });
}

async function answerByHandler(
  parts: RequestParts,
  call: Readonly<{
    cdp: CdpSession;
    paused: Paused;
    url: string;
    handler: (request: Request) => Response | Promise<Response>;
  }>,
): Promise<void> {
  const { urls, passThrough } = parts;
  const { cdp, paused, url, handler } = call;
  const { requestId } = paused;
  try {
    const request = requestOf(paused, { url, urls });
    passThrough.note(request);
    const response = await handler(request);
    if (passThrough.isPassedOn(response)) {
      cdp.post("Fetch.continueRequest", { requestId });
    } else if (response.type === "error") {
      cdp.post("Fetch.failRequest", { requestId, errorReason: "Failed" });
    } else {
      const body = Buffer.from(await response.arrayBuffer()).toString("base64");
      cdp.post("Fetch.fulfillRequest", {
        requestId,
        responseCode: response.status,
        ...(response.statusText === "" ? {} : { responsePhrase: response.statusText }),
        responseHeaders: headersOf(response, urls),
        body,
      });
    }
  } catch (error) {
    console.error(`protocol.handle failed for ${url}:`, error);
    parts.noteUnexpected(paused);
    cdp.post("Fetch.failRequest", { requestId, errorReason: "Failed" });
  }
}
