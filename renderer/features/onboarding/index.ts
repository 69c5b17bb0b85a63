export { PracticeGuide } from "./practice-guide.tsx";
export { SetupReminder } from "./setup-reminder.tsx";
export { SetupView } from "./setup-view.tsx";
