export { ItemName } from "./item-name.tsx";
export { OutboxView } from "./view.tsx";
