export * from "../../hub/rules/members.ts";
