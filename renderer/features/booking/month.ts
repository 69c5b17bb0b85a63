import { addTo, getStartOfWeek, getWeekday } from "../../../shared/time/calendar.ts";

/** The first day of the month of a day, both `YYYY-MM-DD`. */
export const getMonth = (date: string): string => `${date.slice(0, 7)}-01`;

/** Every day of the weeks that a month touches, Sundays first. */
export function listMonthDays(month: string): readonly string[] {
  const start = getStartOfWeek(month);
  const next = addTo(month, { months: 1 });
  const days: string[] = [];
  for (let day = start; day < next || getWeekday(day) !== 0; day = addTo(day, { days: 1 })) days.push(day);
  return days;
}

/** Every day of so many weeks, from the Sunday before a day, `YYYY-MM-DD`. */
export function listWeeks(day: string, weeks: number): readonly string[] {
  const start = getStartOfWeek(day);
  return Array.from({ length: 7 * weeks }, (_, at) => addTo(start, { days: at }));
}
