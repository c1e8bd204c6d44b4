// Who may know whom (docs/decisions/0004). test/boundaries.test.ts plants a violation of every rule below and sees it caught.

const pure = ['^domain/(refusals|text)/', '^domain/.+/rules\\.ts$', '^domain/publication/(caveats|addresses)\\.ts$'];
const records = '^schema/records/';
const ours = '^(domain|schema|services|prisma|jobs|test)/';
// The files of the API that put it together: they alone open the database and look up who is calling.
const wiring = ['^services/api/(server|app|authenticate|session-cookie)\\.ts$', '^services/api/wiring/'];

/** One room: what of ours it may import; types may come from further away where `types` says so, for they are gone at run time. */
const room = (name, from, may, comment, { types, except } = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, ...(except ? { pathNot: except } : {}) },
  to: { path: ours, pathNot: may, ...(types ? { dependencyTypesNot: ['type-only'] } : {}) },
});

module.exports = {
  forbidden: [
    {
      name: 'rules-are-pure',
      comment:
        'Rules decide from what they are given, so that anyone can run them again without a server, a clock or a package.',
      severity: 'error',
      from: { path: '^domain/(.+/rules|publication/caveats)\\.ts$' },
      to: { pathNot: pure },
    },
    {
      name: 'refusals-are-pure',
      comment: 'Every door speaks of refusals, so they depend on nothing that a door might not have.',
      severity: 'error',
      from: { path: '^domain/refusals/' },
      to: { pathNot: '^domain/(refusals|text)/' },
    },
    room(
      'text-knows-nothing',
      '^domain/text/',
      '^domain/(refusals|text)/',
      'Text is judged by itself; packages may help, the rest of the house may not.',
    ),
    room(
      'records-know-pure-files',
      records,
      [records, ...pure],
      'Records are the public contract of the archive, which must be readable without the institution.',
    ),
    room(
      'domain-knows-no-door',
      '^domain/',
      ['^domain/', '^prisma/', records],
      'What is true and allowed must not depend on how it was asked for; a verb publishes records, so it may know their shape.',
    ),
    room(
      'schema-knows-no-service',
      '^schema/',
      ['^schema/', '^domain/', '^prisma/'],
      'The public contract is the same whichever service serves it.',
    ),
    room(
      'api-goes-through-the-schema',
      '^services/api/',
      ['^services/(api|http)/', '^services/config\\.ts$', '^schema/', ...pure],
      'Every door of the API is a GraphQL document, so it needs refusals and types but no verb and no database.',
      { types: true, except: wiring },
    ),
    room(
      'api-wiring-stays-in-the-api',
      wiring,
      ['^services/(api|http)/', '^services/config\\.ts$', '^schema/', '^domain/', '^prisma/'],
      'Putting the API together needs the database and the callers, but no other service.',
    ),
    room(
      'archive-reads-publications-only',
      '^services/archive/',
      ['^services/(archive|http)/', '^services/config\\.ts$', '^prisma/sqlstate\\.ts$', records, ...pure],
      'The archive cannot leak what its code cannot reach: it has records, pure files and a read-only login of its own.',
    ),
    room(
      'reader-is-an-outsider',
      '^services/reader/',
      ['^services/reader/', records, ...pure],
      'The reader runs on machines that have nothing of the institution. What its command begins with finds its compiled code.',
      { except: '^services/reader/morrowkin-reader\\.mjs$' },
    ),
    room(
      'http-knows-manners-only',
      '^services/http/',
      ['^services/http/', ...pure],
      'Manners shared by two services must know neither of them, nor the database, nor a verb.',
      { types: true },
    ),
    room(
      'admin-is-a-door',
      '^services/admin/',
      [
        '^services/(admin|local)/',
        '^services/[^/]+\\.ts$',
        '^services/archive/keys\\.ts$',
        '^domain/',
        '^prisma/',
        '^jobs/',
      ],
      'The command line does what verbs and jobs do and must not lean on a running service; the file of keys it shares with the archive.',
    ),
    room(
      'local-starts-strangers',
      '^services/local/',
      ['^services/local/', '^services/[^/]+\\.ts$', '^prisma/'],
      'The starter treats services as processes, so that production can run them without it.',
    ),
    room(
      'service-basics-stand-alone',
      '^services/[^/]+\\.ts$',
      '^services/[^/]+\\.ts$',
      'Configuration is read before anything else exists.',
    ),
    room(
      'jobs-call-verbs',
      '^jobs/',
      ['^jobs/', '^domain/', '^prisma/', '^services/config\\.ts$'],
      'A job does in time what a verb does on request, and needs no door.',
    ),
    room(
      'prisma-knows-nothing-of-ours',
      '^prisma/',
      '^prisma/',
      'Everyone stands on the database layer, so it can stand on no one.',
    ),
    {
      name: 'tests-stay-tests',
      comment: 'What ships must not need what does not.',
      severity: 'error',
      from: { path: ours, pathNot: '^test/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-cycles',
      comment:
        'Files that need each other are one file, or hide a third. Types alone may circle: they are gone at run time.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-drawers',
      comment: 'A folder named for nothing collects everything; name it for what it holds.',
      severity: 'error',
      from: {},
      to: { path: '(^|/)(utils?|helpers?|common|managers?)(/|\\.[cm]?[jt]s$)', pathNot: 'node_modules' },
    },
    {
      name: 'no-drawers-of-their-own',
      comment: 'The same for a file that nobody imports yet.',
      severity: 'error',
      from: { path: '(^|/)(utils?|helpers?|common|managers?)(/|\\.[cm]?[jt]s$)', pathNot: 'node_modules' },
      to: {},
    },
    {
      name: 'no-drawers-at-all',
      comment: 'The same for one that imports nothing either.',
      severity: 'error',
      from: { orphan: true, path: '(^|/)(utils?|helpers?|common|managers?)(/|\\.[cm]?[jt]s$)' },
      to: {},
    },
    {
      name: 'everything-resolves',
      comment: 'An import that cannot be found is an import that no rule can judge.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-tools-at-run-time',
      comment:
        'Development packages are not there in production. Drafting migrations and compiling are development, hence the exceptions.',
      severity: 'error',
      from: {
        path: '^(domain|schema|services|prisma|jobs)/',
        pathNot: '^(prisma/(engine|draft)\\.ts|services/local/compile\\.mjs)$',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-borrowed-packages',
      comment: 'A package that is there only because another needs it vanishes when the other changes its mind.',
      severity: 'error',
      from: { path: ours },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    // A peer to be measured against, with packages of its own.
    exclude: { path: '^test/bench/peers/' },
    doNotFollow: { path: ['node_modules', '^(prisma|schema)/generated/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true, // type-only imports count too
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
