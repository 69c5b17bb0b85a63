export { WebhooksView } from "./view.tsx";
