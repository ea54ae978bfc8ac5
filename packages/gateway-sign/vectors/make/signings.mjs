import { createSeededRandom } from './createSeededRandom.mjs'
import { keys, md5, rsaSign, TIME, TM, TRACE_ID } from './material.mjs'

const MODES = {
  0: ['path', 'time'],
  1: ['path', 'time', 'traceId'],
  2: ['path', 'time', 'traceId', 'body'],
}
const ORDER_BODY =
  '{"symbol":"BTCUSDT","side":"buy","price":"90000.1","size":"0.01",' +
  '"note":"é€","languageType":0,"t":1732238512345}'

/** Bytes and MD5 as in PROTOCOL.md. */
const WORKED = [
  {
    name: 'A mode 0',
    method: 'GET',
    path: '/v1/spot/public/symbols',
    mode: '0',
    bytes: 32,
    md5: 'a14cd5f80bfbeea6d51f8892634d90c8',
  },
  {
    name: 'B mode 1',
    method: 'GET',
    path: '/v1/user/overview/userinfo',
    mode: '1',
    bytes: 61,
    md5: '33eb4fa8635cd18bcc977b0f2c439583',
  },
  {
    name: 'C mode 2',
    method: 'POST',
    path: '/v1/spot/order/place',
    mode: '2',
    body: ORDER_BODY,
    bytes: 171,
    md5: '1b083dd19b74dbfd0214318a3d80edb7',
  },
  {
    name: 'D mode 2 without a body',
    method: 'GET',
    path: '/v1/spot/order/list',
    mode: '2',
    bytes: 55,
    md5: 'b75f21357e01bc1e00d63b5dea853a01',
  },
  {
    name: 'E mode 1 in the order time, path, trace id',
    method: 'GET',
    path: '/v1/user/overview/userinfo',
    mode: '1',
    fields: ['time', 'path', 'traceId'],
    bytes: 61,
    md5: '53fac0ac4cc40c03882d9591492ed33c',
  },
  {
    name: 'F mode 1 on an encoded path',
    method: 'GET',
    path: '/v1/a%20b/%C3%BC',
    logicalPath: '/v1/a b/ü',
    mode: '1',
    bytes: 51,
    md5: 'd19d3fa5e9c101f5e28f83a87088a585',
  },
]

const BODIES = {
  'an empty object': '{}',
  'blanks inside': '{ "a" : 1 }\n',
  'a line feed inside': '{"note":"a\nb"}',
  'only line feeds': '\n\n\n',
  'carriage returns': 'a\r\nb\r\n',
  'a byte order mark': '\ufeff{}',
  'a null character': 'a\u0000b',
  'characters outside the basic plane': '{"note":"🚀𝄞"}',
  'a combining accent left as it is': '{"note":"e\u0301"}',
  'right-to-left text': '{"note":"مرحبا"}',
  'a form': 'symbol=BTCUSDT&size=1%2E5',
  'a number': '0',
  'the separator and a time': `\n${TIME}\n${TRACE_ID}\n`,
  '63 bytes, one block boundary of MD5': 'x'.repeat(63),
  'a kilobyte': '{"v":"' + 'é'.repeat(512) + '"}',
}

const ORDERS = [
  { mode: '0', fields: ['time', 'path'] },
  { mode: '0', fields: ['path', 'time', 'traceId'] },
  { mode: '0', fields: ['path', 'time', 'body'] },
  { mode: '1', fields: ['traceId', 'time', 'path'] },
  { mode: '1', fields: ['path', 'time', 'traceId', 'body'] },
  { mode: '2', fields: ['traceId', 'path', 'time', 'body'] },
]

const PATHS = [
  '/v1/a',
  '/v1/a/',
  '/v1/a//b',
  '/v1/%E2%82%AC',
  '/v1/a%2Fb',
  "/v1/x!$&'()*+,;=:@~",
  '/v1/a.b/..c',
  '/',
]

const STAMPS = [
  { tm: '0000000000000', traceId: 'w000000000000000000000000' },
  { tm: '9999999999999', traceId: 'w9999999999999fffffffffff' },
  { tm: '1732238500000', traceId: 'w17322385000000a1b2c3d4e5' },
]

export function signings() {
  const requests = [
    ...WORKED,
    ...Object.entries(BODIES).map(([name, body]) => ({
      name: `mode 2, body: ${name}`,
      method: 'POST',
      path: '/v1/spot/order/place',
      mode: '2',
      body,
    })),
    ...ORDERS.map(({ mode, fields }) => ({
      name: `mode ${mode} as ${fields.join()}`,
      method: 'POST',
      path: '/v1/spot/order/place',
      mode,
      fields,
      body: ORDER_BODY,
    })),
    ...PATHS.map((path) => ({ name: `mode 1, path ${path}`, method: 'GET', path, mode: '1' })),
    ...STAMPS.map((stamp) => ({
      name: `mode 2 at ${stamp.tm}`,
      method: 'POST',
      path: '/v1/spot/order/place',
      mode: '2',
      body: '{}',
      ...stamp,
    })),
  ]
  return [
    ...requests.flatMap((request) =>
      ['client1024', 'client2048'].map((key) => signed(request, key)),
    ),
    ...Array.from({ length: RANDOM_REQUESTS }, (_, index) => randomRequest(index)),
  ]
}

/** Number of fully random requests: path, mode, field order, time, trace id and body. */
const RANDOM_REQUESTS = 250

function randomRequest(index) {
  const random = createSeededRandom(`signing ${index}`)
  const mode = random.pick(['0', '1', '2', '2'])
  const extra = ['traceId', 'body'].filter(
    (field) => !MODES[mode].includes(field) && random.integer(3) === 0,
  )
  const fields = random.shuffle([...MODES[mode], ...extra].filter((field) => field !== 'body'))
  if (mode === '2' || extra.includes('body')) fields.push('body')
  const body = mode === '0' ? '' : random.body()
  return signed(
    {
      name: `random ${index}, mode ${mode}`,
      method: mode === '0' ? 'GET' : 'POST',
      path: random.path(),
      mode,
      fields,
      ...random.stamp(),
      body,
    },
    random.pick(['client1024', 'client2048']),
  )
}

function signed(
  { bytes, md5: printed, body = '', tm = TM, traceId = TRACE_ID, ...request },
  keyName,
) {
  const key = keys[keyName]
  const fields = request.fields ?? MODES[request.mode]
  const values = { path: request.path, time: tm.slice(0, 8), traceId, body }
  const stringToSign = fields.map((field) => values[field]).join('\n')
  const length = Buffer.byteLength(stringToSign)
  if (bytes !== undefined && (bytes !== length || printed !== md5(stringToSign)))
    throw new Error(`${request.name} is not the printed example`)
  return {
    ...request,
    name: `${request.name} (${key.algorithm})`,
    fields,
    tm,
    traceId,
    body,
    stringToSign,
    bytes: length,
    md5: md5(stringToSign),
    key: keyName,
    keyId: md5(key.publicKey),
    signature: rsaSign(stringToSign, key),
  }
}
