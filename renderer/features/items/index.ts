export { ItemBadge } from "./item-badge.tsx";
export { ItemName, useItemWords, useLineWords } from "./item-name.tsx";
export { withVisits } from "./series-visits.ts";
export { usePatientOf, usePatientReading } from "./use-patient.ts";
export { formatBriefMoment, formatMoment, formatVisitTime, readWallTime, type Here } from "./visit.ts";
export { useDayOf, useWhen } from "./use-when.ts";
