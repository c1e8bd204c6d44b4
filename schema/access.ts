import { Refusal } from '#domain/refusals/refusal.ts';
import type { Context, Viewer } from './context.ts';
import { isAdministrator, isStaff } from './visibility.ts';

/** Who reads what is their own; null for a visitor (1.4). */
export function reader({ viewer }: Context): Viewer | null {
  if (viewer && !viewer.scopes.includes('read')) throw new Refusal('scope.missing', 'The token lacks the read scope.');
  return viewer;
}

/** Who reads what is for staff; everyone else is refused. */
export function staffReader(context: Context): Viewer {
  const viewer = reader(context);
  if (!viewer) throw new Refusal(context.missing);
  if (!isStaff(viewer)) throw new Refusal('role.required', 'This is for staff.');
  return viewer;
}

/** Who reads what is for administrators; everyone else is refused. */
export function administratorReader(context: Context): Viewer {
  const viewer = staffReader(context);
  if (!isAdministrator(viewer)) throw new Refusal('role.required', 'This is for administrators.');
  return viewer;
}
