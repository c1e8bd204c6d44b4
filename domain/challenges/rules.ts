const hour = 3_600_000;
const day = 24 * hour;
const week = 7 * day;
/** A week of the calendar runs from Monday 00:00 UTC to Friday 18:00 UTC (7.3). */
export const weekLength = 4 * day + 18 * hour;
// 5 January 1970 was the first Monday of Unix time.
const firstMonday = 4 * day;

export interface Week {
  /** ISO 8601: "2026-W49". */
  name: string;
  startsAt: Date;
  endsAt: Date;
}

/** The week whose Monday is the last before, or at, this moment. */
export function weekOf(moment: Date): Week {
  const start = Math.floor((moment.getTime() - firstMonday) / week) * week + firstMonday;
  // The ISO year of a week is that of its Thursday.
  const thursday = new Date(start + 3 * day);
  const year = thursday.getUTCFullYear();
  const number = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / week) + 1;
  return {
    name: `${year}-W${String(number).padStart(2, '0')}`,
    startsAt: new Date(start),
    endsAt: new Date(start + weekLength),
  };
}

/** The weeks that have an entry by now: from the first whose Friday 18:00 the institution lived to see (7.3). */
export function weeksBetween(founded: Date, now: Date): Week[] {
  const weeks: Week[] = [];
  for (let at = weekOf(founded); at.startsAt <= now; at = weekOf(new Date(at.startsAt.getTime() + week))) {
    if (founded < at.endsAt) weeks.push(at);
  }
  return weeks;
}
