import type { ListedItem } from "../../contract/records/item.ts";
import type { Target } from "./navigation.ts";

/** The screen where an item's form is. */
export function targetOfItem(item: ListedItem): Target {
  switch (item.kind) {
    case "booking":
      return {
        screen: "new-booking",
        itemId: item.id,
        ...(item.form.focus === null ? {} : { focus: item.form.focus }),
      };
    case "patient":
      return { screen: "patients", itemId: item.id };
    case "webhook":
      return { screen: "webhooks", itemId: item.id };
  }
}
