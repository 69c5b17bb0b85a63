export * from "../../hub/rules/apply.ts";
