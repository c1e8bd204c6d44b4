const places = [
  ['/admin/institution', 'Review queue'],
  ['/admin/institution/resolutions', 'Resolutions'],
  ['/admin/institution/appeals', 'Appeals'],
  ['/admin/institution/vouches', 'Vouches'],
  ['/admin/institution/members', 'Members'],
  ['/admin/institution/operators', 'Operators'],
  ['/admin/institution/precedents', 'Precedents'],
  ['/admin/institution/settings', 'Settings'],
  ['/admin/institution/audit', 'Audit'],
] as const;

export type StaffPlace = (typeof places)[number][0];

/** The ways between the pages of staff. */
export const StaffTabs = ({ current }: { current: StaffPlace | null }) => (
  <nav class="tabs" aria-label="Staff">
    {places.map(([path, name]) => (
      <a href={path} {...(path === current ? { 'aria-current': 'page' as const } : {})}>
        {name}
      </a>
    ))}
  </nav>
);
