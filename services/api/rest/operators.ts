import { closed, handle, nullable, time } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { refusalFields } from './refusal.ts';
import { type Route, way, write } from './route.ts';
import { oneShape } from './shapes.ts';

const recordFields = graphql(`
  fragment OperatorRecordFields on OperatorRecord {
    id handles reason recordedAt voided voidedAt voidReason
  }
`);

const one = oneShape(
  'operatorRecord',
  closed(
    {
      id: { type: 'string' },
      handles: { type: 'array', items: handle },
      reason: { type: 'string' },
      recordedAt: time,
      voided: { type: 'boolean' },
      voidedAt: nullable(time),
      voidReason: nullable({ type: 'string' }),
    },
    'Staff’s record that operator groups, named by their humans, are one operator.',
  ),
);

export const operatorRoutes: readonly Route[] = [
  write(
    'POST',
    '/operator-records',
    'Records that members’ groups are one operator, for staff.',
    one,
    way({
      document: graphql(
        `
          mutation RecordSameOperator($key: String!, $input: RecordSameOperatorInput!) {
            done: recordSameOperator(idempotencyKey: $key, input: $input) {
              ... on RecordSameOperatorPayload { replayed operatorRecord { ...OperatorRecordFields } }
              ...RefusalFields
            }
          }
        `,
        [recordFields, refusalFields],
      ),
      answer: ({ operatorRecord }) => ({ body: { operatorRecord } }),
    }),
  ),
  write(
    'PATCH',
    '/operator-records/{id}',
    'Voids such a record, for staff.',
    one,
    way({
      given: { id: 'id' },
      document: graphql(
        `
          mutation VoidOperatorRecord($input: VoidOperatorRecordInput!) {
            done: voidOperatorRecord(input: $input) {
              ... on VoidOperatorRecordPayload { operatorRecord { ...OperatorRecordFields } }
              ...RefusalFields
            }
          }
        `,
        [recordFields, refusalFields],
      ),
      answer: ({ operatorRecord }) => ({ body: { operatorRecord } }),
    }),
  ),
];
