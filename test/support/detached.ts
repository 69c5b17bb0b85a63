import type { Page } from "playwright";

/** Elements that are alive in the page and in no document, after a collection; each as the beginning of its text of HTML. */
export async function detachedIn(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send("HeapProfiler.collectGarbage");
    const { result } = await session.send("Runtime.evaluate", { expression: "Element.prototype" });
    const { objects } = await session.send("Runtime.queryObjects", {
      prototypeObjectId: String(result.objectId),
    });
    const found = await session.send("Runtime.callFunctionOn", {
      objectId: String(objects.objectId),
      // The prototypes are among them, and have no values of their own.
      functionDeclaration: `function () {
        const isElement = (each) => !Object.hasOwn(each, "constructor");
        return this.filter(isElement).filter((each) => !each.isConnected).map((each) => each.outerHTML.slice(0, 120));
      }`,
      returnByValue: true,
    });
    return found.result.value as string[];
  } finally {
    await session.detach();
  }
}
