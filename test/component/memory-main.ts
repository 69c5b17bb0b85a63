import { fail, failed, ok, type Failure, type Result } from "../../shared/core/failure.ts";
import type { Item, WebhookItem } from "../../shared/outbox/item.ts";
import type { FormOf } from "../../shared/outbox/routes.ts";
import type { RouteInput } from "../../shared/routes.ts";
import { uuid, webhookItem } from "../unit/renderer/builders.ts";
import { verbatim } from "../../messages/saying.ts";

type Answering<T> = Result<T> | Promise<Result<T>>;

/**
 * What main does with webhook forms, in memory, with a log of the calls in their order. What is set in `next` answers
 * in its place.
 */
export function memoryMain(...known: readonly WebhookItem[]) {
  const items = new Map<string, WebhookItem>(known.map((item) => [item.id, item]));
  const log: string[] = [];
  const next: {
    save?: () => Answering<{ savedAt: string }>;
    create?: () => Promise<void>;
    submit?: (item: WebhookItem) => Answering<Item>;
    get?: (item: WebhookItem) => Answering<Item>;
  } = {};
  const named = (id: string): string => String([...items.keys()].indexOf(id) + 1);
  const urlOf = (content: FormOf): string => (content.kind === "webhook" ? content.form.url : "");
  const put = (item: WebhookItem): WebhookItem => {
    items.set(item.id, item);
    return item;
  };
  const own = (id: string, answer: (item: WebhookItem) => Answering<Item>): Answering<Item> => {
    const item = items.get(id);
    return item === undefined ? failed(fail("not-found", verbatim("Gone."))) : answer(item);
  };
  const handlers = {
    "items.create": async (content: FormOf): Promise<Result<Item>> => {
      log.push(`create ${urlOf(content)}`);
      await next.create?.();
      return ok(put(webhookItem({ id: uuid(items.size + 1), form: { url: urlOf(content), events: [] } })));
    },
    "items.saveForm": ({ id, content }: RouteInput<"items.saveForm">): Answering<{ savedAt: string }> => {
      log.push(`save ${named(id)} ${urlOf(content)}`);
      if (next.save !== undefined) return next.save();
      const item = items.get(id);
      if (item === undefined || item.status !== "draft")
        return failed(fail("busy", verbatim("It was sent.")));
      put({ ...item, form: { ...item.form, url: urlOf(content) } });
      return ok({ savedAt: item.updatedAt });
    },
    "items.edit": ({ id }: { id: string }): Answering<Item> =>
      own(id, (item) => {
        log.push(`edit ${named(id)}`);
        return ok(
          item.status === "draft" ? item : put({ ...item, id: uuid(items.size + 1), status: "draft" }),
        );
      }),
    "items.submit": ({ id }: { id: string }): Answering<Item> =>
      own(id, (item) => {
        log.push(`submit ${named(id)}`);
        return next.submit?.(item) ?? ok(put({ ...item, status: "done" }));
      }),
    "items.get": ({ id }: { id: string }): Answering<Item> =>
      own(id, (item) => {
        log.push(`get ${named(id)}`);
        return next.get?.(item) ?? ok(item);
      }),
  };
  return { handlers, log, items, next, put };
}

export const full: Failure = fail("store", verbatim("The disk is full."));
