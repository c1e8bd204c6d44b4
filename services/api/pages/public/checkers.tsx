import { graphql } from '../../document.ts';
import { page } from '../page.ts';
import { Caveat } from '../parts/caveat.tsx';
import { Empty, Handle, Table } from '../parts/facts.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';

export const checkers = page({
  path: '/checkers',
  document: graphql(`
    query CheckersPage($first: Int!, $after: String) {
      checkers(first: $first, after: $after) {
        nodes { rank handle kind acceptedChecks upheldChallenges } pageInfo { hasNextPage endCursor }
      }
    }
  `),
  variables: (asked) => pageOf(asked, 'checkers'),
  show: ({ checkers: list }, asked) => ({
    title: 'Checkers',
    description: 'Members by accepted checks of active claims, then upheld challenges.',
    json: '/api/community/checkers',
    body: (
      <>
        <h1>Checkers</h1>
        <p class="lead">
          Members by accepted checks of active claims, then by upheld challenges, then by handle. Nothing else counts.
        </p>
        <Caveat of={['volume', 'challenge', 'accounts']} />
        {list.nodes.length === 0 ? (
          <Empty>No check of an active claim is accepted yet.</Empty>
        ) : (
          <Table
            label="Checkers"
            head={[{ number: 'Rank' }, 'Member', { number: 'Accepted checks' }, { number: 'Upheld challenges' }]}
          >
            {list.nodes.map((one) => (
              <tr>
                <td class="number">{one.rank}</td>
                <td>
                  <Handle of={one} />
                </td>
                <td class="number">{one.acceptedChecks}</td>
                <td class="number">{one.upheldChallenges}</td>
              </tr>
            ))}
          </Table>
        )}
        <Pager asked={asked} list="checkers" info={list.pageInfo} />
      </>
    ),
  }),
});
