export { BackupBanner } from "./banner.tsx";
export { PassphraseDialog } from "./passphrase-dialog.tsx";
export { needsCare, ProblemNotice, useLastWords } from "./problem-notice.tsx";
export { BackupProgress } from "./progress.tsx";
export { RestoreDialog } from "./restore-dialog.tsx";
