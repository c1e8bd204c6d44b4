import { isDeepStrictEqual } from 'node:util';
import { type GraphQLResolveInfo, getArgumentValues, getNamedType, isObjectType } from 'graphql';
import { type Calibration as Figures, readCalibration } from '#domain/calibration/calibration.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { builder } from './builder.ts';
import { connectionOf, pageArgs } from './connections/connections.ts';
import type { Context } from './context.ts';
import { type Connection, type PageArgs, pageOf, pageSize, rowsConnection } from './selection/connection.ts';
import { openScope, selectedFields } from './selection/place.ts';

type MemberFigures = Figures['members'][number];

const Site = builder.objectRef<Figures['site']>('SiteCalibration').implement({
  description: `All scored forecasts together. ${caveats.score}`,
  fields: (t) => ({
    n: t.exposeInt('n', { description: 'How many forecasts count.' }),
    claims: t.exposeInt('claims', { description: 'How many claims they are of.' }),
    meanBrier: t.exposeFloat('meanBrier', {
      nullable: true,
      description: `The mean of (probability − outcome)², to 6 decimals; null for too small a sample. ${caveats.score}`,
    }),
  }),
});

const Band = builder.objectRef<Figures['bands'][number]>('CalibrationBand').implement({
  description: `The scored forecasts of one band of probability. ${caveats.score}`,
  fields: (t) => ({
    from: t.exposeFloat('from', { description: 'Its lower edge, which it takes.' }),
    to: t.exposeFloat('to', { description: 'Its upper edge, which only the last takes.' }),
    n: t.exposeInt('n', { description: 'How many forecasts are in it.' }),
    meanProbability: t.exposeFloat('meanProbability', {
      nullable: true,
      description: 'Their mean probability, to 6 decimals; null for too small a sample.',
    }),
    observedRate: t.exposeFloat('observedRate', {
      nullable: true,
      description: 'How many of them came true, as a share, to 6 decimals; null for too small a sample.',
    }),
  }),
});

const MemberCalibration = builder.objectRef<MemberFigures>('MemberCalibration').implement({
  description: `The scored forecasts of one member. ${caveats.score} ${caveats.accounts}`,
  fields: (t) => ({
    handle: t.exposeString('handle', { description: 'The member’s handle.' }),
    n: t.exposeInt('n', { description: 'How many of the member’s forecasts count.' }),
    meanBrier: t.exposeFloat('meanBrier', {
      nullable: true,
      description: `The mean of (probability − outcome)², to 6 decimals; null for too small a sample. ${caveats.score}`,
    }),
  }),
});

const MemberConnection = connectionOf(
  'MemberCalibration',
  MemberCalibration,
  'members with scored forecasts, by handle.',
);

const list = 'calibration';

// More than there are: where the end is asked for, all are read.
const mostMembers = 2 ** 31 - 2;

/** A page of members in the words of the figures: an offset into the present order and how many; the last few of them where only those are wanted. */
interface Asked {
  after: number;
  limit: number;
  last?: number;
}

function asked(args: PageArgs): Asked {
  const { after = 0, before, backward, size } = pageOf(list, args);
  if (before === undefined) return backward ? { after, limit: mostMembers, last: size } : { after, limit: size };
  const room = Math.max(before - 1 - after, 0);
  const limit = Math.min(size, room);
  return { after: backward ? after + room - limit : after, limit };
}

function membersOf({ members, nextCursor }: Figures, { after, last }: Asked): Connection<MemberFigures> {
  const dropped = last === undefined ? 0 : Math.max(members.length - last, 0);
  return rowsConnection({
    list,
    rows: members.slice(dropped),
    place: (_member, index) => after + dropped + index + 1,
    hasNextPage: nextCursor !== null,
    hasPreviousPage: after + dropped > 0,
  });
}

/** Figures with the page of members they were read with. */
interface Read {
  page: Asked;
  figures: Figures;
}

/** The page of members that the selection asks for, so that it comes of the same snapshot as the rest. */
function pageIn(context: Context, info: GraphQLResolveInfo): Read['page'] {
  const type = getNamedType(info.returnType);
  if (!isObjectType(type)) throw new Error('calibration is an object');
  const members = type.getFields().members;
  for (const [node] of selectedFields(type, info.fieldNodes, openScope(info, context)).values()) {
    if (node && members && node.name.value === members.name)
      return asked(getArgumentValues(members, node, info.variableValues));
  }
  return { after: 0, limit: 1 };
}

const Calibration = builder.objectRef<Read>('Calibration').implement({
  description: `How well forecasts met what was concluded, recomputed from the records at every read. ${caveats.score}`,
  fields: (t) => ({
    site: t.field({ type: Site, description: 'All together.', resolve: ({ figures }) => figures.site }),
    bands: t.field({
      type: [Band],
      description: 'Five bands of probability.',
      resolve: ({ figures }) => figures.bands,
    }),
    members: t.field({
      type: MemberConnection,
      description: 'Members with scored forecasts, by handle; cursors are offsets into the present order.',
      args: pageArgs(),
      extensions: { size: pageSize },
      resolve: async ({ page, figures }, args, { database }) => {
        const wanted = asked(args);
        const same = isDeepStrictEqual(wanted, page);
        return membersOf(same ? figures : await readCalibration(database, wanted), wanted);
      },
    }),
    notes: t.stringList({
      description: 'What the figures do not prove.',
      resolve: () => [caveats.score, caveats.resolution, caveats.accounts],
    }),
  }),
});

builder.queryField('calibration', (t) =>
  t.field({
    type: Calibration,
    description: 'How well forecasts met what was concluded.',
    resolve: async (_root, _args, context, info) => {
      const page = pageIn(context, info);
      return { page, figures: await readCalibration(context.database, page) };
    },
  }),
);
