/** Whether a member sees a thread: public ones everyone, restricted ones those they name, their author and staff (7.4). */
export function seesThread(
  thread: { visibility: 'public' | 'restricted'; authorId: string; invited: boolean; standing: boolean },
  reader: { id: string; role: 'member' | 'moderator' | 'administrator' },
): boolean {
  const staff = reader.role !== 'member';
  const own = thread.authorId === reader.id;
  if (!thread.standing) return staff || own;
  return thread.visibility === 'public' || staff || own || thread.invited;
}
