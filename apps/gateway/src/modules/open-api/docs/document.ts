import type { DialectRoute } from '../dialectRoute.ts'
import { DIALECT_ERRORS } from '../errors.ts'
import { allowedOrders, WEIGHT_LIMITS, type OrderCount } from '../limits.ts'
import type { AccountLimits } from '../../trading/module.ts'
import { parametersOf } from './parameters.ts'

const TAGS = {
  '/api': 'Spot',
  '/fapi': 'Contracts',
  '/sapi': 'Wallet and margin',
} as const

/** The dialect as an OpenAPI 3.1 document: made from the routes that answer. */
export function describeDialect(
  routes: readonly DialectRoute[],
  { orderLimits }: { readonly orderLimits: Pick<AccountLimits, 'orders'> },
) {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes)
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operationOf(route),
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Open API',
      version: CHANGES[0]?.version ?? '1',
      description: description(allowedOrders(orderLimits)),
    },
    servers: [{ url: '/' }],
    tags: Object.values(TAGS).map((name) => ({ name })),
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-MBX-APIKEY' },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'msg'],
          properties: { code: { type: 'integer' }, msg: { type: 'string' } },
        },
      },
    },
    paths,
  }
}

function operationOf(route: DialectRoute) {
  const { method, path, summary, security, permission, socketMethod } = route
  const notes = [
    permission === undefined ? '' : `Permission of the key: \`${permission}\`.`,
    socketMethod === undefined ? '' : `WebSocket API: \`${socketMethod}\`.`,
    typeof route.weight === 'number' ? `Weight: ${route.weight}.` : 'The weight varies.',
  ]
  const tag = Object.entries(TAGS).find(([prefix]) => path.startsWith(`${prefix}/`))?.[1]
  return {
    tags: [tag ?? 'Other'],
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+/g, '_')}`,
    // Summaries are shown as they are.
    summary: summary.replaceAll('`', ''),
    description: notes.filter(Boolean).join(' '),
    security: security === 'none' ? [] : [{ key: [] }],
    parameters: parametersOf(`${method} ${path}`, security === 'signed').map(
      ({ name, isMandatory }) => ({
        name,
        in: 'query',
        required: isMandatory,
        schema: { type: 'string' },
      }),
    ),
    responses: {
      200: { description: 'Done.', content: { 'application/json': {} } },
      '4XX': {
        description: 'Refused; see the table of errors.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

/** The latest first. */
const CHANGES = [
  { version: '2', text: 'Contracts (`/fapi`), margin and wallet (`/sapi`), limits over nodes.' },
  { version: '1', text: 'Spot, streams, WebSocket API.' },
] as const

function description(orders: OrderCount): string {
  return [
    'Programs that speak Binance’s public interface trade here with nothing but another address.',
    '## Signing',
    'The key goes into the header `X-MBX-APIKEY`. `timestamp` is in milliseconds or ' +
      'microseconds, `recvWindow` at most 60000 (default 5000), `signature` last: over the query ' +
      'and then the body as they were sent; HMAC-SHA256 in hex, Ed25519 and RSA in base64.',
    '## Examples',
    ...EXAMPLES.flatMap(({ name, language, text }) => [
      `### ${name}`,
      `\`\`\`${language}\n${text}\n\`\`\``,
    ]),
    '## Limits',
    limitsText(orders),
    '## Streams',
    'Pairs: `/ws/<stream>`, `/stream?streams=a/b`, WebSocket API `/ws-api/v3`. Contracts: ' +
      '`/fstream/ws/<stream>`, `/fstream/stream?streams=a/b`, WebSocket API `/ws-fapi/v1`. A ' +
      'socket takes five control messages a second and 1,024 streams, is pinged every 20 s and ' +
      'ends after 24 h.',
    '## Errors',
    errorTable(),
    '## Changes',
    CHANGES.map(({ version, text }) => `- **${version}** ${text}`).join('\n'),
  ].join('\n\n')
}

function limitsText({ tenSeconds, day }: OrderCount): string {
  const { spot, futures, wallet } = WEIGHT_LIMITS
  return [
    `Weight of an address in a minute: ${spot} for \`/api\`, ${futures} for \`/fapi\`,`,
    `${wallet} for \`/sapi\`. New orders of an account: ${tenSeconds} in 10 s, ${day} a day.`,
    'Above that 429 with `Retry-After`; who goes on is banned with 418 for two minutes, doubling',
    'up to three days.',
  ].join(' ')
}

function errorTable(): string {
  const rows = Object.values(DIALECT_ERRORS)
    .toSorted((a, b) => b.code - a.code)
    .map(({ code, status, msg }) => `| ${code} | ${status} | ${msg} |`)
  return ['| Code | HTTP | Text |', '| --- | --- | --- |', ...rows].join('\n')
}

const EXAMPLES = [
  {
    name: 'curl',
    language: 'sh',
    text: [
      `Q="timestamp=$(date +%s)000"`,
      `S=$(printf %s "$Q" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)`,
      `curl -H "X-MBX-APIKEY: $KEY" "$ORIGIN/api/v3/account?$Q&signature=$S"`,
    ].join('\n'),
  },
  {
    name: 'ccxt',
    language: 'js',
    text: [
      `import ccxt from 'ccxt'`,
      `const exchange = new ccxt.binance({ apiKey, secret })`,
      `exchange.options.fetchMarkets = { types: ['spot'] }`,
      'exchange.urls.api.public = exchange.urls.api.private = `${origin}/api/v3`',
      'exchange.urls.api.sapi = `${origin}/sapi/v1`',
      `console.log(await exchange.fetchBalance())`,
    ].join('\n'),
  },
  {
    name: 'Python',
    language: 'python',
    text: [
      'import hashlib, hmac, os, time, urllib.parse, urllib.request',
      'query = urllib.parse.urlencode({"timestamp": int(time.time() * 1000)})',
      'secret = os.environ["SECRET"].encode()',
      'signature = hmac.new(secret, query.encode(), hashlib.sha256).hexdigest()',
      'url = f"{os.environ[\'ORIGIN\']}/api/v3/account?{query}&signature={signature}"',
      'request = urllib.request.Request(url, headers={"X-MBX-APIKEY": os.environ["KEY"]})',
      'print(urllib.request.urlopen(request).read().decode())',
    ].join('\n'),
  },
] as const
