export { SettingsView } from "./view.tsx";
