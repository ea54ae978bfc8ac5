/** The import rules (architecture, section 2), as dependency-cruiser data. */
const PACKAGE_SOURCE = '^packages/([^/]+)/src/'
const TESTS = '\\.(test|browser\\.test)\\.tsx?$|/demos/|/examples/|/testing/'

/** The part of the exchange that computes and does nothing else. */
const STATE_MACHINE =
  '((matching|spot|futures|margin|paper|products|state|accounts|funds|instruments)/|' +
  'createExchange\\.ts$)'

/** One folder imports a library, so that the library can be replaced there. */
const onlyIn = (library, folders) => ({
  name: `only-one-folder-imports-${library}`,
  comment: `Rule 7: ${library} is imported in one folder, so that it can be replaced there.`,
  severity: 'error',
  from: { pathNot: [...folders, TESTS, '^tooling/', '^apps/gateway/src/.*\\.test\\.ts$'] },
  to: { path: `node_modules/${library}/` },
})

module.exports = {
  forbidden: [
    {
      name: 'no-import-cycle',
      comment: 'Rule 5: no cycle of imports, types included.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kit-and-decimal-import-nothing',
      comment: 'Rule 1: kit and decimal have no dependency; kit/react may use React.',
      severity: 'error',
      from: {
        path: '^packages/(kit|decimal)/src/',
        pathNot: [TESTS, '^packages/kit/src/(react|exports/react)\\.ts$'],
      },
      to: { pathNot: '^packages/(kit|decimal)/src/' },
    },
    {
      name: 'kit-does-not-import-decimal',
      comment: 'Rule 1.',
      severity: 'error',
      from: { path: '^packages/kit/src/', pathNot: TESTS },
      to: { path: '^packages/decimal/' },
    },
    {
      name: 'packages-do-not-import-each-other',
      comment: 'Rule 2: a package imports kit, decimal and npm, and types of api.',
      severity: 'error',
      from: { path: PACKAGE_SOURCE, pathNot: TESTS },
      to: {
        path: '^packages/',
        pathNot: ['^packages/(kit|decimal)/', '^packages/$1/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'packages-import-no-types-but-of-api',
      comment: 'Rule 2: of other packages only api gives types.',
      severity: 'error',
      from: { path: PACKAGE_SOURCE, pathNot: TESTS },
      to: {
        path: '^packages/',
        pathNot: ['^packages/(kit|decimal|api)/', '^packages/$1/'],
        dependencyTypes: ['type-only'],
      },
    },
    {
      name: 'public-entries-only',
      comment: 'Rule 3: another package is imported through its exports.',
      severity: 'error',
      from: { path: '^(apps|packages)/([^/]+)/' },
      to: { path: '^packages/[^/]+/src/', pathNot: ['^packages/[^/]+/src/exports/', '^$1/$2/'] },
    },
    {
      name: 'apps-do-not-import-each-other',
      comment: 'Rule 3.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: TESTS },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'core-imports-no-react',
      comment: 'Rule 4: the core of a package imports neither React nor its react/ folder.',
      severity: 'error',
      from: {
        path: '^packages/([^/]+)/src/',
        pathNot: ['^packages/ui/', '/react/', '/react\\.tsx?$', TESTS],
      },
      to: {
        path: [
          'node_modules/react/',
          'node_modules/react-dom/',
          '/src/react/',
          '/src/react\\.tsx?$',
        ],
      },
    },
    {
      name: 'no-import-of-own-exports',
      comment: 'A package’s own files do not import its exports.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/', pathNot: ['/src/exports/', TESTS] },
      to: { path: '^packages/$1/src/exports/' },
    },
    onlyIn('axios', ['^packages/request/src/']),
    onlyIn('dexie', ['^packages/storage/src/']),
    onlyIn('sanitize-html', ['^packages/sanitize/src/']),
    // The gateway loads the optional peer for gateway-sign, which cannot resolve it itself.
    onlyIn('jsrsasign', [
      '^packages/gateway-sign/src/',
      '^apps/gateway/src/platform/signing/loadIdentity\\.ts$',
    ]),
    onlyIn('crypto-js', ['^packages/gateway-sign/src/']),
    {
      name: 'only-ui-base-imports-react-aria',
      comment: 'Every import of the widget library is in one folder.',
      severity: 'error',
      from: { path: '^packages/ui/src/', pathNot: ['^packages/ui/src/base/', TESTS] },
      to: {
        path: [
          'node_modules/react-aria-components/',
          'node_modules/react-aria/',
          'node_modules/react-stately/',
          'node_modules/@react-aria/',
        ],
      },
    },
    {
      name: 'exchange-imports-nothing-above',
      comment:
        'Rule 8: the exchange core imports no module, no platform file and no server library.',
      severity: 'error',
      from: { path: '^apps/gateway/src/exchange/', pathNot: TESTS },
      to: {
        path: [
          '^apps/gateway/src/',
          'node_modules/(fastify|@fastify|ws|pg|@electric-sql|ioredis|redis)/',
        ],
        pathNot: '^apps/gateway/src/exchange/',
      },
    },
    {
      name: 'only-the-exchange-imports-its-state',
      comment: 'Rule 8: what is outside of the exchange reads its state through ExchangeView.',
      severity: 'error',
      from: {
        path: '^apps/gateway/src/',
        pathNot: ['^apps/gateway/src/exchange/', TESTS],
      },
      to: { path: '^apps/gateway/src/exchange/state/state\\.ts$' },
    },
    {
      name: 'modules-import-modules-through-ports',
      comment: 'Rule 11: a gateway module imports another only through its module.ts or ports/.',
      severity: 'error',
      from: { path: '^apps/gateway/src/modules/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^apps/gateway/src/modules/[^/]+/',
        pathNot: [
          '^apps/gateway/src/modules/$1/',
          '^apps/gateway/src/modules/[^/]+/(module\\.ts$|ports/)',
        ],
      },
    },
    {
      name: 'state-machine-is-pure',
      comment: 'Rule 8: the state machine imports itself, kit, decimal, trading, crypto and zlib.',
      severity: 'error',
      from: { path: `^apps/gateway/src/exchange/${STATE_MACHINE}`, pathNot: TESTS },
      to: {
        path: '.',
        pathNot: [
          `^apps/gateway/src/exchange/${STATE_MACHINE}`,
          '^packages/(kit|decimal|trading)/src/exports/',
          '^(node:)?(crypto|zlib)$',
        ],
      },
    },
    {
      name: 'state-machine-reads-no-list',
      comment: 'Rule 8: pairs and assets are handed to createExchange.',
      severity: 'error',
      from: {
        path:
          '^apps/gateway/src/exchange/' +
          '((matching|spot|futures|state|accounts|funds)/|createExchange)',
        pathNot: TESTS,
      },
      to: { path: '^apps/gateway/src/exchange/instruments/symbols\\.ts$' },
    },
    {
      name: 'features-import-features-through-index',
      comment: 'Rule 9: one feature imports another only through its index.ts.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^apps/web/src/features/[^/]+/',
        pathNot: ['^apps/web/src/features/$1/', '^apps/web/src/features/[^/]+/index\\.tsx?$'],
      },
    },
    {
      name: 'app-imports-features-through-index',
      comment: 'Rule 9: app/ imports a feature through its index.ts; what is lazy may be any file.',
      severity: 'error',
      from: { path: '^apps/web/src/app/', pathNot: TESTS },
      to: {
        path: '^apps/web/src/features/',
        pathNot: '^apps/web/src/features/[^/]+/index\\.tsx?$',
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'features-import-no-app',
      comment: 'Rule 9: a feature imports data/, lib/ and packages; app/ is above it.',
      severity: 'error',
      from: { path: '^apps/web/src/features/', pathNot: TESTS },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'only-data-sends-requests',
      comment: 'Rule 9: screens call functions and hooks of data/, never the client or the cache.',
      severity: 'error',
      from: { path: '^apps/web/src/features/', pathNot: TESTS },
      to: {
        path: '^apps/web/src/data/(services|store/(api|publicRead|injectApiSlice)\\.ts)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'data-and-lib-import-nothing-above',
      comment: 'Rule 9: data/ and lib/ import neither app/ nor a feature.',
      severity: 'error',
      from: { path: '^apps/web/src/(data|lib)/', pathNot: TESTS },
      to: { path: '^apps/web/src/(app|features)/' },
    },
    {
      name: 'lib-imports-no-data',
      comment: 'Rule 9: lib/ is below data/.',
      severity: 'error',
      from: { path: '^apps/web/src/lib/', pathNot: TESTS },
      to: { path: '^apps/web/src/data/' },
    },
    {
      name: 'resolvable',
      comment: 'Every import leads to a file.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.css(\\?|$)|/generated/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(packages|apps)/[^/]+/dist/', '/generated/'] },
    enhancedResolveOptions: {
      conditionNames: ['x-source', 'import', 'require', 'node', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
    tsConfig: { fileName: 'tsconfig.base.json' },
  },
}
