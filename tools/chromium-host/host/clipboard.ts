type Content = string | Blob;
type Items = Readonly<Record<string, Content | object | Promise<Content>>>;

const isBlob = (value: unknown): value is Blob => value instanceof Blob;

/** Electron's ClipboardItem, but for bookmarks. */
export class HostClipboardItem {
  readonly #items: Items;

  constructor(items: Items) {
    this.#items = items;
  }
  get types(): string[] {
    return Object.keys(this.#items);
  }
  async getType(type: string): Promise<Blob> {
    const value = await this.#items[type];
    if (value === undefined) throw new Error(`Type "${type}" is not present`);
    return isBlob(value) ? value : new Blob([String(value)], { type });
  }
}

/** Electron's `clipboard`. It is the app's own: what a page copies goes to Chromium's. */
export function createClipboard() {
  let items: readonly HostClipboardItem[] = [];
  const holderOf = (type: string): HostClipboardItem | undefined =>
    items.find((item) => item.types.includes(type));
  return {
    readText: async (): Promise<string> =>
      (await (await holderOf("text/plain")?.getType("text/plain"))?.text()) ?? "",
    writeText: async (text: string): Promise<void> => {
      items = text === "" ? [] : [new HostClipboardItem({ "text/plain": text })];
    },
    read: async (): Promise<HostClipboardItem[]> => [...items],
    write: async (data: readonly HostClipboardItem[]): Promise<void> => {
      // Electron puts all of it there at once, or nothing.
      await Promise.all(data.flatMap((item) => item.types.map((type) => item.getType(type))));
      items = [...data];
    },
    clear: (): void => {
      items = [];
    },
    has: async (type: string): Promise<boolean> => holderOf(type) !== undefined,
  };
}
