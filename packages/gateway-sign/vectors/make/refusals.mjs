import { forgeries, fitsWithModulusAdded } from './forgeries.mjs'
import { keys, md5, rsaSign, TM, TRACE_ID } from './material.mjs'

const key = keys.client1024
const PATH = '/v1/spot/order/place'
const BODY = '{"symbol":"BTCUSDT","size":"0.01"}'
const NOW = Number(TM)

const textOf = ({ path = PATH, tm = TM, traceId = TRACE_ID, body = BODY } = {}) =>
  [path, tm.slice(0, 8), traceId, body].join('\n')
const good = () => ({
  tm: TM,
  'trace-id': TRACE_ID,
  'device-sign-mode': '2',
  'device-sign-data-md5': md5(textOf()),
  'device-sign-key': md5(key.publicKey),
  'device-sign': rsaSign(textOf(), key),
})

/**
 * Every case is the valid request with some headers replaced (null removes one). Rules, key and
 * clock are set by the test.
 */
const refusal = (code, reason, name, { headers = {}, ...request } = {}) => ({
  name,
  code,
  reason,
  request: {
    method: 'POST',
    path: PATH,
    body: BODY,
    now: NOW,
    ...request,
    headers: Object.fromEntries(
      Object.entries({ ...good(), ...headers }).filter(([, value]) => value !== null),
    ),
  },
})
const signed = (signature) => ({ headers: { 'device-sign': signature } })

export function refusals() {
  return [
    ...malformed(),
    ...wrongMode(),
    ...outOfTime(),
    ...otherText(),
    ...wrongKey(),
    ...forgedSignatures(),
  ]
}

function malformed() {
  const trace = (value) => ({ headers: { 'trace-id': value } })
  const one = (name, reason, values) =>
    values.map((value) =>
      refusal('00020', reason, `${name}: ${JSON.stringify(value)}`, { headers: { [name]: value } }),
    )
  return [
    ...one('tm', 'tm-missing', [null, '']),
    ...one('tm', 'tm-malformed', [
      '173223851234',
      '17322385123456',
      '1732238512345 ',
      '173223851234a',
      '-732238512345',
      '1732238512345, 1732238512345',
      '１７３２２３８５１２３４５',
    ]),
    ...one('trace-id', 'trace-id-missing', [null, '']),
    ...one('trace-id', 'trace-id-malformed', [
      'w17322385123450A1B2C3D4E5',
      'W17322385123450a1b2c3d4e5',
      'w17322385123450a1b2c3d4e',
      'w17322385123450a1b2c3d4e55',
      '17322385123450a1b2c3d4e5',
      `${TRACE_ID}\n`,
    ]),
    refusal(
      '00020',
      'trace-id-time-differs',
      'the trace id has another millisecond',
      trace('w17322385123460a1b2c3d4e5'),
    ),
    ...one('device-sign-mode', 'mode-missing', [null, '']),
    ...one('device-sign-data-md5', 'data-md5-missing', [null, '']),
    ...one('device-sign-data-md5', 'data-md5-malformed', [
      'abc',
      md5(textOf()).toUpperCase(),
      `${md5(textOf())}0`,
    ]),
    ...one('device-sign-key', 'key-missing', [null, '']),
    ...one('device-sign-key', 'key-malformed', [key.publicKey, md5(key.publicKey).toUpperCase()]),
    ...one('device-sign', 'sign-missing', [null, '']),
    ...one('device-sign', 'sign-malformed', [
      'not base64',
      good()['device-sign'].replaceAll('=', ''),
      `${good()['device-sign']}\n`,
      good()['device-sign'].replaceAll('+', '-').replaceAll('/', '_').replace('=', '-'),
    ]),
  ]
}

function wrongMode() {
  return ['0', '1', '3', '02', '2 ', 'two'].map((mode) =>
    refusal('00021', 'mode-differs', `mode ${JSON.stringify(mode)} where the rule says 2`, {
      headers: { 'device-sign-mode': mode },
    }),
  )
}

function outOfTime() {
  return [60_001, 86_400_000, -60_001, -86_400_000].map((late) =>
    refusal('00022', 'time-out-of-window', `${late} ms late`, { now: NOW + late }),
  )
}

function otherText() {
  return [
    refusal('00021', 'data-md5-differs', 'a tampered body', { body: BODY.replace('0.01', '9.01') }),
    refusal('00021', 'data-md5-differs', 'a body serialised again', {
      body: '{ "symbol": "BTCUSDT", "size": "0.01" }',
    }),
    refusal('00021', 'data-md5-differs', 'no body', { body: '' }),
    refusal('00021', 'data-md5-differs', 'a line feed after the body', { body: `${BODY}\n` }),
    refusal('00021', 'data-md5-differs', 'the same signature on another path', {
      path: '/v1/spot/order/cancel',
    }),
    refusal('00021', 'data-md5-differs', 'another trace id', {
      headers: { 'trace-id': `${TRACE_ID.slice(0, -1)}6` },
    }),
    refusal('00021', 'data-md5-differs', 'another bucket of time', {
      now: NOW + 50_000,
      headers: { tm: '1732238562345', 'trace-id': 'w17322385623450a1b2c3d4e5' },
    }),
    refusal('00023', 'signature-wrong', 'a tampered body with a recomputed MD5', {
      body: '{}',
      headers: { 'device-sign-data-md5': md5(textOf({ body: '{}' })) },
    }),
    refusal('00023', 'signature-wrong', 'another path with a recomputed MD5', {
      path: '/v1/spot/order/cancel',
      headers: { 'device-sign-data-md5': md5(textOf({ path: '/v1/spot/order/cancel' })) },
    }),
  ]
}

function wrongKey() {
  const by = (other) => ({
    headers: { 'device-sign-key': md5(other.publicKey), 'device-sign': rsaSign(textOf(), other) },
  })
  return [
    refusal('00023', 'key-unknown', 'a key that is not bound', by(keys.other2048)),
    refusal('00023', 'key-unknown', "another user's key", by(keys.other1024)),
    refusal(
      '00023',
      'signature-wrong',
      'a known key id over a signature by another key',
      signed(rsaSign(textOf(), keys.other1024)),
    ),
    refusal(
      '00023',
      'signature-wrong',
      'a signature by a key of another size',
      signed(rsaSign(textOf(), keys.client2048)),
    ),
  ]
}

/** All forgeries per key size, on a text whose signature still fits when the modulus is added. */
function forgedSignatures() {
  return [keys.client1024, keys.client2048].flatMap((signer) => {
    const traceId = Array.from(
      { length: 64 },
      (_, index) => `${TRACE_ID.slice(0, -2)}${index.toString(16).padStart(2, '0')}`,
    ).find((candidate) => fitsWithModulusAdded(textOf({ traceId: candidate }), signer))
    const text = textOf({ traceId })
    return forgeries(text, signer).map(({ flag, name, signature }) =>
      refusal('00023', 'signature-wrong', `signature, ${signer.algorithm}, ${flag}: ${name}`, {
        headers: {
          'trace-id': traceId,
          'device-sign-data-md5': md5(text),
          'device-sign-key': md5(signer.publicKey),
          'device-sign': signature,
        },
      }),
    )
  })
}
