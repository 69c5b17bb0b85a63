import { words } from "../../../messages/words.ts";

/** Patients a second that a service usually takes, of which four are asked at once: what is said before it is known. */
const usual = 5;
const minute = 60;
const hour = 60 * minute;

/** How long so many patients take, before the first. */
export function formatEstimate(count: number): string {
  const seconds = count / usual;
  if (seconds >= 2 * hour) return words.import.estimateHours({ hours: Math.round(seconds / hour) });
  return words.import.estimate({ minutes: seconds < minute ? 0 : Math.round(seconds / minute) });
}

/** How long it still takes, as it went so far; null while nobody can tell. */
export function formatTimeLeft(seconds: number | null): string | null {
  if (seconds === null) return null;
  const { job } = words.import;
  if (seconds < 5) return job.nearly;
  if (seconds < 90) return job.seconds({ count: Math.ceil(seconds / 5) * 5 });
  if (seconds < 2 * hour) return job.minutes({ count: Math.ceil(seconds / minute) });
  return job.hours({ count: Math.round(seconds / hour) });
}
