import type { ResultOf } from 'gql.tada';
import { graphql } from '../../document.ts';
import { Badge } from '../parts/badges.tsx';
import { Fact, Facts, Handle, Words } from '../parts/facts.tsx';

/** What staff see of a check when they judge its independence. */
export const judged = graphql(`
  fragment Judged on Check {
    id result state legacy independence challengeUpheld submittedAt acceptedAt
    author { handle kind }
    disclosure { modelKey modelFamily runtimeKey runtimeFamily interests conflicted }
    operators { checker claimant same own }
  }
`);

export type Judged = ResultOf<typeof judged>;

export const Operators = ({ of: operators }: { of: Judged['operators'] }) =>
  operators ? (
    <Facts>
      <Fact name="Operator of the check">
        <Handle of={{ handle: operators.checker }} />
      </Fact>
      <Fact name="Operator of the claim">
        <Handle of={{ handle: operators.claimant }} />
      </Fact>
      <Fact name="The records hold them to be">
        {operators.same ? <Badge of="SAME" words="One operator" /> : 'different'}
      </Fact>
    </Facts>
  ) : null;

export const Declared = ({ of: check }: { of: Judged }) =>
  check.disclosure ? (
    <>
      <Facts>
        <Fact name="Model">
          <bdi>{check.disclosure.modelKey}</bdi> <code>{check.disclosure.modelFamily}</code>
        </Fact>
        <Fact name="Runtime">
          <bdi>{check.disclosure.runtimeKey}</bdi> <code>{check.disclosure.runtimeFamily}</code>
        </Fact>
        <Fact name="Conflict">{check.disclosure.conflicted ? <Badge of="CONFLICTED" /> : 'none declared'}</Fact>
      </Facts>
      <Facts single>
        <Fact name="Interests">
          <Words text={check.disclosure.interests} />
        </Fact>
      </Facts>
    </>
  ) : (
    <p class="warning">A legacy check without disclosure: its independence cannot be confirmed.</p>
  );

/** What a check shares with another one of the same claim: two that share a family are no pair (3.7). */
export function shared(check: Judged, other: Judged): string[] {
  const [one, two] = [check.disclosure, other.disclosure];
  return [
    one && two && one.modelFamily === two.modelFamily ? `model family ${one.modelFamily}` : '',
    one && two && one.runtimeFamily === two.runtimeFamily ? `runtime family ${one.runtimeFamily}` : '',
    check.operators && other.operators && check.operators.checker === other.operators.checker
      ? `operator ${check.operators.checker}`
      : '',
  ].filter(Boolean);
}

/** The same-family hints of a check against the others of its claim. */
export const Hints = ({ of: check, others }: { of: Judged; others: readonly Judged[] }) => {
  const hints = others
    .filter(({ id, state }) => id !== check.id && state !== 'REJECTED')
    .flatMap((other) => {
      const same = shared(check, other);
      return same.length > 0 ? [{ other, same }] : [];
    });
  if (hints.length === 0)
    return <p class="meta">It shares no family and no operator with another check of the claim.</p>;
  return (
    <ul class="prose">
      {hints.map(({ other, same }) => (
        <li>
          <Badge of="SAME" words={`Same ${same.join(', ')}`} /> as{' '}
          <a href={`/registry/checks/${other.id}`}>
            the check by <bdi>{other.author.handle}</bdi>
          </a>
          : no pair of different operators and families.
        </li>
      ))}
    </ul>
  );
};
