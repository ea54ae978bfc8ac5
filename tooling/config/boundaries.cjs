/** The import rules of the house, as dependency-cruiser data. */
const SISTERS = '^packages/([^/]+)/src/'
const TESTS = '\\.(test|browser\\.test)\\.tsx?$|/demos/|/examples/|/laws/'

const only = (library, owners) => ({
  name: `only-${library}-owner`,
  comment: `${library} is imported in one place, so that it can be replaced there.`,
  severity: 'error',
  from: { pathNot: [...owners, TESTS, '^tooling/', '^apps/gateway/src/.*\\.test\\.ts$'] },
  to: { path: `node_modules/${library}/` },
})

module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'ground-floor-imports-nothing',
      comment: 'kit and decimal stand on nothing; kit/react may use React.',
      severity: 'error',
      from: {
        path: '^packages/(kit|decimal)/src/',
        pathNot: [TESTS, '^packages/kit/src/(react|exports/react)\\.ts$'],
      },
      to: { pathNot: '^packages/(kit|decimal)/src/' },
    },
    {
      name: 'kit-and-decimal-apart',
      severity: 'error',
      from: { path: '^packages/kit/src/', pathNot: TESTS },
      to: { path: '^packages/decimal/' },
    },
    {
      name: 'no-sister-package',
      comment: 'A package imports kit, decimal and npm only.',
      severity: 'error',
      from: { path: SISTERS, pathNot: TESTS },
      to: { path: '^packages/', pathNot: ['^packages/(kit|decimal|api)/', '^packages/$1/'] },
    },
    {
      name: 'api-types-only',
      comment: 'Packages and pages take types from the contract: its schemas are for servers.',
      severity: 'error',
      from: { path: '^(packages|apps/web)/', pathNot: [TESTS, '^packages/api/'] },
      to: { path: '^packages/api/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'public-entries-only',
      comment: 'An app, or a package, enters another package by its exports.',
      severity: 'error',
      from: { path: '^(apps|packages)/([^/]+)/' },
      to: { path: '^packages/[^/]+/src/', pathNot: ['^packages/[^/]+/src/exports/', '^$1/$2/'] },
    },
    {
      name: 'apps-apart',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: TESTS },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'core-without-react',
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
      name: 'nobody-inside-imports-exports',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/', pathNot: ['/src/exports/', TESTS] },
      to: { path: '^packages/$1/src/exports/' },
    },
    only('axios', ['^packages/request/src/']),
    only('dexie', ['^packages/storage/src/']),
    only('sanitize-html', ['^packages/sanitize/src/']),
    only('jsrsasign', ['^packages/gateway-sign/src/']),
    only('crypto-js', ['^packages/gateway-sign/src/']),
    {
      name: 'ui-base-in-one-room',
      comment: 'Every import of the widget base sits in one folder.',
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
      name: 'resolvable',
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
