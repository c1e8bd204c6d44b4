import { graphql } from '../../document.ts';
import { page } from '../page.ts';
import { Empty, Handle, Table, Time } from '../parts/facts.tsx';
import { Earlier, newestOf } from '../parts/pager.tsx';
import { StaffTabs } from './tabs.tsx';

export const audit = page({
  path: '/admin/institution/audit',
  audience: 'staff',
  document: graphql(`
    query AuditPage($last: Int!, $before: String) {
      staff {
        audit(last: $last, before: $before) {
          nodes { id act actor at detail reason subject } pageInfo { hasPreviousPage startCursor }
        }
      }
    }
  `),
  variables: (asked) => newestOf(asked),
  show: ({ staff }, asked) => {
    if (!staff) return null;
    const { nodes, pageInfo } = staff.audit;
    return {
      title: 'Audit',
      body: (
        <article>
          <h1>Audit</h1>
          <StaffTabs current="/admin/institution/audit" />
          <p class="lead">Every act of staff and of the institution itself, newest first: who, when, what and why.</p>
          {nodes.length === 0 ? (
            <Empty>Nothing is recorded yet.</Empty>
          ) : (
            <Table label="Audit log" head={['When', 'Who', 'What', 'About', 'Why', 'Detail']}>
              {nodes.toReversed().map((entry) => (
                <tr>
                  <td>
                    <Time at={entry.at} />
                  </td>
                  <td>{entry.actor ? <Handle of={{ handle: entry.actor }} /> : 'the institution'}</td>
                  <td>
                    <code>{entry.act}</code>
                  </td>
                  <td>
                    <code class="long">{entry.subject}</code>
                  </td>
                  <td class="long" dir="auto">
                    {entry.reason ?? '–'}
                  </td>
                  <td>
                    <code class="long">{entry.detail}</code>
                  </td>
                </tr>
              ))}
            </Table>
          )}
          <Earlier asked={asked} info={pageInfo} />
        </article>
      ),
    };
  },
});
