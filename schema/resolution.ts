import { onClaimUrl } from '#domain/publication/addresses.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { sql } from '#prisma/database.ts';
import { Node } from './node.ts';
import { Check, type CheckRow, Claim, type ClaimRow, Member, type MemberRow, Resolution } from './refs.ts';
import { columns, moment, one, stored } from './selection/fields.ts';
import { checkTable, claimTable, memberTable } from './visibility.ts';

Resolution.implement({
  description: `A recorded conclusion about a claim; append-only but for being voided. ${caveats.resolution}`,
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The resolution’s id, `res_…`.', ...stored('id') }),
    url: t.string({
      description: 'Its place on the claim’s page.',
      ...stored('id', 'claimId'),
      resolve: ({ id, claimId }, _args, { origin }) => onClaimUrl(origin, claimId, id),
    }),
    claimId: t.exposeID('claimId', { description: 'The id of the claim.', ...stored('claimId') }),
    claim: t.field({
      type: Claim,
      description: 'The claim.',
      ...one<ClaimRow>({
        table: claimTable,
        within: true,
        on: (resolution, claim) => sql`${claim}.id = ${resolution}.claim_id`,
      }),
    }),
    reproduced: t.exposeBoolean('reproduced', {
      description: `Whether the claim reproduced under its conditions. ${caveats.resolution}`,
      ...stored('reproduced'),
    }),
    reason: t.exposeString('reason', { description: 'Why.', ...stored('reason') }),
    evidenceCheckId: t.exposeID('evidenceCheckId', {
      description: 'The id of the check that the conclusion rests on.',
      ...stored('evidenceCheckId'),
    }),
    evidenceCheck: t.field({
      type: Check,
      nullable: true,
      description: 'That check; null where a later review made it invisible to the caller.',
      ...one<CheckRow>({
        table: checkTable,
        within: true,
        on: (resolution, check) => sql`${check}.id = ${resolution}.evidence_check_id`,
      }),
    }),
    resolver: t.field({
      type: Member,
      description: 'Who recorded it.',
      ...one<MemberRow>({
        table: memberTable,
        on: (resolution, member) => sql`${member}.id = ${resolution}.resolver_id`,
      }),
    }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      description: 'When it was recorded.',
      ...moment('resolvedAt'),
    }),
    voided: t.exposeBoolean('voided', {
      description: 'Whether it was found mistaken and no longer counts.',
      ...columns({ voided: (resolution) => sql`${resolution}.voided_at is not null` }),
    }),
    voidedAt: t.expose('voidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was voided.',
      ...moment('voidedAt'),
    }),
    voidReason: t.exposeString('voidReason', {
      nullable: true,
      description: 'Why it was voided, where that was said.',
      ...stored('voidReason'),
    }),
  }),
});
