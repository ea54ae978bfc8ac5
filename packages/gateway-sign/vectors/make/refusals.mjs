import { constants, sign } from 'node:crypto'
import { base64, keys, md5, rawSign, rsaSign, sha256, TIME, TM, TRACE_ID } from './material.mjs'

const key = keys.client1024
const PATH = '/v1/spot/order/place'
const BODY = '{"symbol":"BTCUSDT","size":"0.01"}'
const SIZE = 128
const DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex')
const NOW = Number(TM)

const textOf = ({ path = PATH, tm = TM, traceId = TRACE_ID, body = BODY } = {}) => [path, tm.slice(0, 8), traceId, body].join('\n')
const good = () => ({
  tm: TM,
  'trace-id': TRACE_ID,
  'device-sign-mode': '2',
  'device-sign-data-md5': md5(textOf()),
  'device-sign-key': md5(key.publicKey),
  'device-sign': rsaSign(textOf(), key),
})

/** Every case is the good request with `headers` replaced (null removes one); rules, key and clock are the test's. */
const refusal = (code, reason, name, { headers = {}, ...request } = {}) => ({
  name,
  code,
  reason,
  request: { method: 'POST', path: PATH, body: BODY, now: NOW, ...request, headers: Object.fromEntries(Object.entries({ ...good(), ...headers }).filter(([, value]) => value !== null)) },
})
const signed = (signature) => ({ headers: { 'device-sign': signature } })

export function refusals() {
  return [...malformed(), ...wrongMode(), ...outOfTime(), ...otherText(), ...wrongKey(), ...forgedSignatures()]
}

function malformed() {
  const trace = (value) => ({ headers: { 'trace-id': value } })
  const one = (name, reason, values) => values.map((value) => refusal('00020', reason, `${name}: ${JSON.stringify(value)}`, { headers: { [name]: value } }))
  return [
    ...one('tm', 'tm-missing', [null, '']),
    ...one('tm', 'tm-malformed', ['173223851234', '17322385123456', '1732238512345 ', '173223851234a', '-732238512345', '1732238512345, 1732238512345', '１７３２２３８５１２３４５']),
    ...one('trace-id', 'trace-id-missing', [null, '']),
    ...one('trace-id', 'trace-id-malformed', ['w17322385123450A1B2C3D4E5', 'W17322385123450a1b2c3d4e5', 'w17322385123450a1b2c3d4e', 'w17322385123450a1b2c3d4e55', '17322385123450a1b2c3d4e5', `${TRACE_ID}\n`]),
    refusal('00020', 'trace-id-time-differs', 'the trace id tells another millisecond', trace('w17322385123460a1b2c3d4e5')),
    ...one('device-sign-mode', 'mode-missing', [null, '']),
    ...one('device-sign-data-md5', 'data-md5-missing', [null, '']),
    ...one('device-sign-data-md5', 'data-md5-malformed', ['abc', md5(textOf()).toUpperCase(), `${md5(textOf())}0`]),
    ...one('device-sign-key', 'key-missing', [null, '']),
    ...one('device-sign-key', 'key-malformed', [key.publicKey, md5(key.publicKey).toUpperCase()]),
    ...one('device-sign', 'sign-missing', [null, '']),
    ...one('device-sign', 'sign-malformed', ['not base64', good()['device-sign'].replaceAll('=', ''), `${good()['device-sign']}\n`, good()['device-sign'].replaceAll('+', '-').replaceAll('/', '_').replace('=', '-')]),
  ]
}

function wrongMode() {
  return ['0', '1', '3', '02', '2 ', 'two'].map((mode) => refusal('00021', 'mode-differs', `mode ${JSON.stringify(mode)} where the rule says 2`, { headers: { 'device-sign-mode': mode } }))
}

function outOfTime() {
  return [60_001, 86_400_000, -60_001, -86_400_000].map((late) => refusal('00022', 'time-out-of-window', `${late} ms late`, { now: NOW + late }))
}

function otherText() {
  return [
    refusal('00021', 'data-md5-differs', 'a tampered body', { body: BODY.replace('0.01', '9.01') }),
    refusal('00021', 'data-md5-differs', 'a body serialised anew', { body: '{ "symbol": "BTCUSDT", "size": "0.01" }' }),
    refusal('00021', 'data-md5-differs', 'no body', { body: '' }),
    refusal('00021', 'data-md5-differs', 'a line feed after the body', { body: `${BODY}\n` }),
    refusal('00021', 'data-md5-differs', 'the same signature on another path', { path: '/v1/spot/order/cancel' }),
    refusal('00021', 'data-md5-differs', 'another trace id', { headers: { 'trace-id': `${TRACE_ID.slice(0, -1)}6` } }),
    refusal('00021', 'data-md5-differs', 'another bucket of time', { now: NOW + 50_000, headers: { tm: '1732238562345', 'trace-id': 'w17322385623450a1b2c3d4e5' } }),
    refusal('00023', 'signature-wrong', 'a tampered body with its MD5 made anew', { body: '{}', headers: { 'device-sign-data-md5': md5(textOf({ body: '{}' })) } }),
    refusal('00023', 'signature-wrong', 'another path with its MD5 made anew', { path: '/v1/spot/order/cancel', headers: { 'device-sign-data-md5': md5(textOf({ path: '/v1/spot/order/cancel' })) } }),
  ]
}

function wrongKey() {
  const by = (other) => ({ headers: { 'device-sign-key': md5(other.publicKey), 'device-sign': rsaSign(textOf(), other) } })
  return [
    refusal('00023', 'key-unknown', 'a key that nobody bound', by(keys.other2048)),
    refusal('00023', 'key-unknown', "another user's key", by(keys.other1024)),
    refusal('00023', 'signature-wrong', 'a known key id over a signature by another key', signed(rsaSign(textOf(), keys.other1024))),
    refusal('00023', 'signature-wrong', 'a signature by a key of another size', signed(rsaSign(textOf(), keys.client2048))),
  ]
}

/** Blocks that a lenient verifier lets pass: the forgeries of Bleichenbacher 2006 and their relatives. */
function forgedSignatures() {
  const digest = sha256(textOf())
  const info = Buffer.concat([DIGEST_INFO, digest])
  const block = ({ type = 1, info: content = info, fill = 0xff, padding = SIZE - 3 - content.length, tail = Buffer.alloc(0) }) =>
    Buffer.concat([Buffer.from([0, type]), Buffer.alloc(padding, fill), Buffer.from([0]), content, tail], SIZE)
  const garbage = (length) => Buffer.alloc(length, 0x5a)
  const genuine = Buffer.from(rsaSign(textOf(), key), 'base64')
  const modulus = modulusOf(key.publicKey)
  const unreduced = BigInt(`0x${genuine.toString('hex')}`) + modulus
  const noNull = Buffer.concat([Buffer.from('302f300b0609608648016503040201', 'hex'), Buffer.from('0420', 'hex'), digest])
  const forged = {
    'garbage after the digest': rawSign(block({ padding: 8, tail: garbage(SIZE - 11 - info.length) }), key),
    'garbage before the digest': rawSign(block({ padding: 8, info: Buffer.concat([garbage(SIZE - 11 - info.length), info]) }), key),
    'padding of seven bytes': rawSign(block({ padding: 7, tail: garbage(SIZE - 10 - info.length) }), key),
    'padding of zeros': rawSign(block({ fill: 0 }), key),
    'padding with one wrong byte': rawSign(Buffer.from(block({})).fill(0xfe, 5, 6), key),
    'block type 0': rawSign(block({ type: 0 }), key),
    'block type 2': rawSign(block({ type: 2 }), key),
    'a missing NULL': rawSign(block({ info: noNull }), key),
    'the bare digest': rawSign(block({ info: digest }), key),
    'a digest with its last bit turned': rawSign(block({ info: Buffer.concat([DIGEST_INFO, digest.subarray(0, 31), Buffer.from([digest[31] ^ 1])]) }), key),
    'a digest of another length': rawSign(block({ info: Buffer.concat([Buffer.from('3030300d06096086480165030402010500041f', 'hex'), digest.subarray(0, 31)]) }), key),
    'long-form lengths (BER)': rawSign(block({ info: Buffer.concat([Buffer.from('308131300d060960864801650304020105000420', 'hex'), digest]) }), key),
    'MD5 instead of SHA-256': rsaSign(textOf(), key, 'md5'),
    'SHA-1 instead of SHA-256': rsaSign(textOf(), key, 'sha1'),
    'SHA-384 instead of SHA-256': rsaSign(textOf(), key, 'sha384'),
    'SHA-512 instead of SHA-256': rsaSign(textOf(), key, 'sha512'),
    'PSS padding': base64(pss(textOf())),
    'one byte too few': base64(genuine.subarray(1)),
    'one byte too many, in front': base64(Buffer.concat([Buffer.from([0]), genuine])),
    'one byte too many, at the end': base64(Buffer.concat([genuine, Buffer.from([0])])),
    'the modulus added (unreduced)': base64(Buffer.from(unreduced.toString(16).padStart(2 * SIZE + 2, '0'), 'hex')),
    'zero': base64(Buffer.alloc(SIZE)),
    'one': base64(Buffer.concat([Buffer.alloc(SIZE - 1), Buffer.from([1])])),
    'the modulus itself': base64(Buffer.from(modulus.toString(16), 'hex')),
    'the modulus less one': base64(Buffer.from((modulus - 1n).toString(16), 'hex')),
    'the last bit turned': base64(genuine.map((byte, index) => (index === SIZE - 1 ? byte ^ 1 : byte))),
    'a single byte': base64(Buffer.from([1])),
    'the signature of the MD5 instead of the string': rsaSign(md5(textOf()), key),
    'the signature of the string with a line feed after it': rsaSign(`${textOf()}\n`, key),
    'the signature of another label': rsaSign(['initSign', PATH, TIME, TRACE_ID, BODY].join('\n'), key),
  }
  return Object.entries(forged).map(([name, signature]) => refusal('00023', 'signature-wrong', `signature: ${name}`, signed(signature)))
}

/** Random salt would make every run different; a fixed empty salt shows the same thing. */
function pss(text) {
  return sign('sha256', Buffer.from(text), { key: key.privateKeyPem, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 0 })
}

function modulusOf(publicKey) {
  const der = Buffer.from(publicKey, 'base64')
  return BigInt(`0x${der.subarray(der.length - 5 - SIZE, der.length - 5).toString('hex')}`)
}
