export { SignInView } from "./view.tsx";
export { TokenDialog } from "./token-dialog.tsx";
export { momentHere, tokenWords, type TokenWords } from "./token-words.ts";
