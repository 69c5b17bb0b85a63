export { SignInView } from "./view.tsx";
export { TokenDialog } from "./token-dialog.tsx";
export { formatMomentHere, describeToken, type TokenWords } from "./token-words.ts";
