import { mayHaveBeenMade } from "../../../contract/records/attempts.ts";
import type { ListedWebhook } from "../../../contract/records/item.ts";
import { tokenRefused } from "../../ui/item-words.ts";

/**
 * The title over what became of a registration. "Not registered" is only said when no try may have been taken; what
 * a draft was made from may have been.
 */
export function webhookTitle(item: ListedWebhook): string {
  switch (item.status) {
    case "done":
      return `Registered${item.result === null ? "" : ` as #${String(item.result.id)}`}`;
    case "draft":
      return "Refused the last time";
    case "needs-checking":
      return "It is not known whether it was registered";
    case "needs-editing":
      return mayHaveBeenMade(item) ? "It is not known whether it was registered" : "Not registered";
    default:
      return (
        tokenRefused(item)?.title ??
        (mayHaveBeenMade(item)
          ? "Saved on this computer – it may have been registered already"
          : "Saved on this computer – not registered yet")
      );
  }
}
