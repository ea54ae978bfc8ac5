import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { coinIcons } from './build/coinIcons.ts'
import { composition } from './build/composition.ts'
import { cryptoScript } from './build/cryptoScript.ts'
import { refuseMissingPeers } from './build/refuseMissingPeers.ts'
import { gatewayConfig } from './build/gatewayConfig.ts'
import { precompress } from './build/precompress.ts'
import { pseudoLocales } from './build/pseudoLocales.ts'
import { scopedName } from './build/scopedName.ts'
import { staticPages } from './build/staticPages.ts'

/** A language of the app's catalog or the widgets', not of a part. */
const TEXTS = new RegExp(
  '(?:apps/web/src/generated/messages|packages/(?:ui/src/generated/strings|request/src/texts))' +
    '/([a-z]{2,4}(?:-[A-Z]{2})?)\\.ts$',
)
const textsName = (id: string) => TEXTS.exec(id.replaceAll('\\', '/'))?.[1] ?? null

/**
 * What somebody asks for by its name: the measures of a first load and of a language, and the
 * journeys of parts that are late or lost.
 */
const NAMED = new RegExp(
  '^(?:chart|FillWatch|DesktopTerminal|fingerprintJs|updateDocumentHead|rolldown-runtime|' +
    '(?!api)[a-z]{2,4}(?:-[A-Z]{2})?)$',
)

const CHART = new RegExp(
  'klinecharts|features[\\\\/]chart[\\\\/]' +
    '(?:CandleChart|chartStyles|createCandleLoader|createLegend|foldZeros|installAxes|' +
    'applyIndicators|ChartControls|ToolRail|TerminalTexts)',
)

/** Figures of the market as every page with prices shows them. */
const OF_FIGURES = new RegExp(
  [
    'packages/ui/src/(?:number/|customProperties\\.)',
    'packages/market/src/react/',
    'packages/locale/src/react/(?:useNumbers|PriceText)\\.',
    'data/(?:spot/model|market/(?:useMarket|useLastTick|lastTick))\\.',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

/** What pages with forms and choices show beside them. */
const WITH_FIGURES = new RegExp(
  [
    'packages/ui/src/(?:field|amount-field|toggle|segmented-control|slider)/',
    // The rows of a list come with the list, whatever else shows such rows.
    'packages/ui/src/select/(?!OptionList|createRemoteSearch|useRemoteOptions)',
    'packages/ui/src/(?:layer|empty-state|tabs)/',
    'data/hooks/useUserStream\\.',
    '(?:lib/clock/useNow|features/orders/orders\\.module)\\.',
    '(?:web/src/lib|packages/locale/src)/amounts/',
    'packages/trading/src/(?:fraction|TradingError|read|rounding)\\.',
    'packages/trading/src/spot/(?:priceBands|symbolRules)\\.',
    'features/order-ticket/orderTicket\\.module\\.',
    'apps/web/src/lib/(?:lazy/(?:OptionalLazyBoundary|PageMessage|MarginTexts)|updateIntervals)\\.',
    'packages/ui/src/menu/',
    'features/(?:spot/terminalLayout|order-book/grouping)\\.',
    'icons/(?:log-in|eye|eye-off|lock|trash|ellipsis|wifi-off)\\.',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

/**
 * The icon of a coin and the picture widget below it, apart from what lists of markets show beside
 * them: the tables of a trader's orders have icons, a guest's are empty.
 */
const OF_COINS =
  /lib[\\/]coins[\\/](?:CoinIcon|coinIcon|coins)\.|packages[\\/]ui[\\/]src[\\/]image[\\/]/

/** What the lists of markets and of announcements have in common. */
const OF_MARKETS = new RegExp(
  [
    'features/markets/(?:marketRow|sparkShape|Sparkline|useFavourites|ListPrice|markets\\.module)',
    'features/assets/(?:index|assets\\.module)\\.',
    'features/notices/(?:Notice(?:Title|Line)|notices\\.module)',
    'data/(?:notices/hooks|candles/useDayCloses)\\.',
    'lib/(?:coins|untrusted-content|image-domain)/',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

/** What assets are worth, for pages of an account and for its settings. */
const OF_VALUATION = /data[\\/]valuation[\\/](?:useValuationChoice|valuationRates)\./

/** What cleans the texts of others. */
const OF_CLEANING =
  /packages[\\/]sanitize[\\/]src|untrusted-content[\\/](?:useUntrusted|untrustedSanitizer)\./

/** The cache of what the server knows, which the terminals do without until somebody logs in. */
const OF_QUERIES = new RegExp(
  [
    '@reduxjs/toolkit/dist/query/',
    '@standard-schema/utils/',
    'packages/request/src/createBaseQuery\\.',
    'data/futures/topicUpdates\\.',
    'web/src/data/(?:store/(?:api|readPages)|balances/(?:api|hooks))\\.',
    'web/src/lib/lists/useListStatus\\.',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

/**
 * What signs requests and keeps the keys for it, until a key is made: guests read without it
 * (docs/adr/web.md).
 */
const OF_SIGNING = new RegExp(
  [
    'packages/gateway-sign/src/\\w+\\.ts',
    'gateway-sign/src/config/(?:createConfig|configEnvelope|configMachine)',
    'gateway-sign/src/(?:login/(?:createLoginLock|encryptedEndpoints|hasNoSensitiveFields))\\.',
    'gateway-sign/src/(?:key/removeEntries|sign/createStamp|engine/createEngineLoader)\\.',
    'gateway-sign/src/exports/jsrsasign\\.',
    'packages/storage/src/(?:createLate|createAsync|createResilientAsync|drivers/createIndexed)',
    'web/src/app/(?:browserKeys|encryptedPaths|wireProfile|services/createSign)\\.',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

/** What runs once signing is on: its engine and its cryptography. */
const OF_CRYPTOGRAPHY = /gateway-sign[\\/]src[\\/](?:engine|crypto|key|config|sign)[\\/]|crypto-js/

const OF_TABLES = new RegExp(
  ['packages/ui/src/data-table/', 'lib/media/(?:useAvailableWidth|fitColumns)', 'icons/star\\.']
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)
/** What every dialog and drawer is made of. */
const OF_LAYERS = /packages[\\/]ui[\\/]src[\\/](?:lazy|dialog|drawer)[\\/]/

/** What the terminals of both products begin with. */
const OF_TERMINALS = new RegExp(
  [
    'order-book/(?!grouping|index)',
    'order-terms/(?:orderTypes|crossingText)\\.',
    'chart/(?:ChartPanel|chartChoice|useChartChoice|index)\\.',
    'orders/(?:OrdersPanel|GuestPlaceholder|orderView)\\.',
    'spot/SpotPage\\.',
    'order-ticket/(?:pickedPrice|marketStatus|useReadOnly|orderDraft|ticketReducer|SubmitArea|' +
      'createOrderTicket|ticketView|useTradingModule|useOrderTicket|OrderTicket|EstimateLine|' +
      'OrderAmountField|useSubmitText|LazyOrderTicket|ToolsButton|ticketContext)\\.',
    'spot/(?:MarketNotice|terminal\\.module|useTerminalLayout|TerminalSkeleton|terminalStore|' +
      'useTerminalStore|sideTerminal|TerminalMenu|TerminalOverlays|TerminalFrame|SpotHeading|' +
      'heading\\.module|PairTitle|useKeepPair|Terminal)\\.',
    'spot/(?:keys/useTerminalKeys|tour/useFirstVisit|strip/(?:strip\\.module|DataLight|PairS))',
  ]
    .map((part) => `features/${part}`)
    .concat('generated/messages/terminal/loaders')
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

/**
 * What a terminal fetches beside that for who is logged in: one file of forty small ones. Not what
 * other pages fetch for their own sake, such as the notices of fills.
 */
const OF_TRADERS = new RegExp(
  [
    'features/orders/(?:(?:Cancel|Detail|Edit)Button|TriggerCell|OrderEventLine|OrderViewMenu|' +
      'OrdersToolbar|OrderTools|ordersProduct|useRowGlow|SelectedOrders|lists|orderWorth|' +
      'useCancel|amendment|CardList|OrderCards|LongCards|DistanceCell|ExitsCell|' +
      'useOrderColumns|orderColumns|useOrderDetail|useOrderEdit|useFigureWidths|figureWidth)\\.',
    'features/order-ticket/(?:checkDraft|confirmOrder|refusedField|spotTrading|submitOrder|' +
      'AverageLine|margin/MarginFunds|orderOf|confirmLevel|prevention)\\.',
    'features/order-terms/(?:wireFields|problemText|crossing|markPrice|crossesBest)\\.',
    'features/chart/(?:onLift|textWidth|orderLines?|useLegName|OrderLineLayer)\\.',
    'features/submissions/(?:usePendingOrders|QuestionCheckbox|DuplicateQuestion|confirmDup)',
    'features/chart/alerts/(?:useChartMenu|AlertButton|useAlertLines|AlertLines)\\.',
    'data/(?:alerts/api|hooks/AccountSync)\\.',
    'features/orders/liveOrders\\.',
    'packages/trading/src/spot/(?:spotOrder|readOrder|orderTriggers|orderChecks|' +
      'validateSpotOrder|wire)\\.',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

/** What the panel of contracts asks of the server. */
const OF_CONTRACTS = /data[\\/]futures[\\/](?:api|moveApi|accountApi|positionsApi|useRefresh)\./

/** What the header shows of who is logged in. */
const OF_USERS = /app[\\/]shell[\\/](?:UserMenu|NoticeCenter|useFreshNotices|useNotices)\./

/** What the order ticket of a contract has in common with that file, before anybody logs in. */
const OF_TICKETS =
  /(?:trading[\\/]src[\\/]spot[\\/]estimateMarketFill|data[\\/]session[\\/]captureSession)\./

/** The terminal of a phone; its sheets come when they open. */
const OF_PHONES = /features[\\/]spot[\\/](?:Phone|phone\.)/
const OF_SHEETS = new RegExp(
  ['features/spot/(?:OrderSheet|SettingsSheet|OrderSettings|orderSheet\\.)']
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

/**
 * What is fetched ahead with a chunk: what it imports and what it looks like. A chunk without
 * either is asked for by its import alone, and the runtime has come with the first script. Each
 * name left out is four bytes of every first load, and the loaders of texts have eighty.
 */
function fetchedAhead(
  file: string,
  dependencies: string[],
  { hostType }: { readonly hostType: 'html' | 'js' },
): string[] {
  // The document names the runtime, else the first script would be read before it is asked for.
  if (hostType === 'html') return dependencies
  const others = dependencies.filter(
    (name) => name !== file && !name.includes('/rolldown-runtime-'),
  )
  return others.length > 0 ? [file, ...others] : []
}

const gateway = process.env['GATEWAY_URL'] ?? 'http://localhost:8080'

export default defineConfig({
  plugins: [
    react(),
    coinIcons(),
    staticPages(),
    pseudoLocales(),
    cryptoScript(),
    refuseMissingPeers(),
    composition(),
    // A journey looks at the pseudo-locales once.
    process.env['VITE_PSEUDO'] === '1' ? undefined : precompress(),
    gatewayConfig(gateway),
  ],
  // The packages of this repository are read from their sources: one build, one source map, hot
  // reload across packages.
  resolve: {
    conditions: ['x-source', ...defaultClientConditions],
    // The packages have these as peers, React's and axios' copies are this app's.
    dedupe: ['axios', 'jsrsasign', 'react', 'react-dom'],
  },
  css: { modules: { generateScopedName: scopedName } },
  // The server replaces the placeholder with a fresh nonce for each page it serves.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    reportCompressedSize: false,
    // A data: font or image would need an exception in the content policy.
    assetsInlineLimit: 0,
    manifest: true,
    // A browser that knows no such link fetches by the imports: it needs no script for it.
    modulePreload: { polyfill: false, resolveDependencies: fetchedAhead },
    rolldownOptions: {
      output: {
        // The first script names some hundred and fifty files. Of a hash of seven
        // characters (42 bits), the fewest that the bundler gives, two releases of one file still
        // differ.
        chunkFileNames: ({ name }) =>
          NAMED.test(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? 'assets/[hash:7][extname]'
            : 'assets/[name]-[hash:7][extname]',
        // What every page needs comes in one file instead of twenty: small files each begin with an
        // empty dictionary, which costs about a twelfth of the first load. The libraries in a file
        // of their own would be kept over releases, for 1.7 KB more in each first load.
        codeSplitting: {
          groups: [
            // Only the query cache selects; among what every page needs, where the toolkit names
            // it, each guest would fetch it too.
            { name: 'reselect', test: /[\\/]reselect[\\/]/, priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
            // The app's texts and the widgets' are always wanted together.
            { name: (id: string) => textsName(id), test: TEXTS },
            // A page that registers brings all of it with the names of the codes: nothing of a
            // registration waits for a file.
            {
              name: 'referral',
              test: /packages[\\/]referral[\\/]|features[\\/]referral[\\/]codesOf/,
            },
            // A group takes with it what its modules import: those that other pages share come
            // first.
            // What every page with figures shows: numbers, fields, choices, and the market and the
            // orders behind them.
            { name: 'figures', test: OF_FIGURES, minShareCount: 2 },
            { name: 'widgets', test: WITH_FIGURES, minShareCount: 2 },
            { name: 'queries', test: OF_QUERIES, minShareCount: 2 },
            { name: 'signing', test: OF_SIGNING },
            { name: 'cryptography', test: OF_CRYPTOGRAPHY },
            { name: 'cleaning', test: OF_CLEANING, minShareCount: 2 },
            { name: 'valuation', test: OF_VALUATION, minShareCount: 2 },
            { name: 'coins', test: OF_COINS },
            { name: 'markets', test: OF_MARKETS, minShareCount: 2 },
            { name: 'table', test: OF_TABLES, minShareCount: 2 },
            { name: 'layers', test: OF_LAYERS, minShareCount: 2 },
            { name: 'chart', test: CHART },
            { name: 'terminal', test: OF_TERMINALS },
            { name: 'tickets', test: OF_TICKETS },
            { name: 'trading', test: OF_TRADERS },
            { name: 'contracts', test: OF_CONTRACTS },
            { name: 'user', test: OF_USERS },
            {
              name: 'phone',
              test: OF_PHONES,
            },
            { name: 'sheets', test: OF_SHEETS },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/v1': { target: gateway, ws: true },
      '/static': gateway,
    },
  },
})
