import { forgeries } from './forgeries.mjs'
import {
  base64,
  bytesFor,
  keys,
  rawEncrypt,
  rsaSign,
  encryptLogin,
  TIME,
  TM,
  TRACE_ID,
} from './material.mjs'

const PATH = '/v1/user/login'
const key = keys.client1024

const proof = ({
  fields = { loginName: 'a@b.c', pwd: 'p' },
  algorithm = key.algorithm,
  publicKey = key.publicKey,
  signer = key,
  path = PATH,
  time = TIME,
  traceId = TRACE_ID,
  label = 'initSign',
} = {}) => {
  const open = JSON.stringify({ ...fields, algorithm, publicKey }).slice(0, -1)
  const initSign = rsaSign([label, path, time, traceId, open].join('\n'), signer)
  return { open, initSign, text: `${open},"initSign":"${initSign}"}` }
}

const refusal = (name, bodyCiphertext, outer = {}) => ({
  name,
  request: { path: PATH, tm: TM, traceId: TRACE_ID, body: { ...outer, bodyCiphertext } },
})
const good = encryptLogin(proof().text, { label: 'good' })
const parts = ({ wrapped = good.wrapped, iv = good.iv, encrypted = good.encrypted }) =>
  [wrapped, iv, encrypted].map(base64).join('.')
const flip = (bytes, index) => bytes.map((byte, at) => (at === index ? byte ^ 1 : byte))
const encryptedText = (name, text) => refusal(name, encryptLogin(text, { label: name }).text)

export function loginRefusals() {
  return [
    ...segments(),
    ...wrapping(),
    ...ciphertext(),
    ...paddings(),
    ...plaintext(),
    ...proofs(),
    ...forgedProofs(),
  ]
}

function segments() {
  const [wrapped, iv, encrypted] = good.text.split('.')
  return [
    refusal('no text', 7),
    refusal('null', null),
    refusal('a list', [good.text]),
    refusal('an empty text', ''),
    refusal('one segment', wrapped),
    refusal('two segments', `${wrapped}.${iv}`),
    refusal('four segments', `${good.text}.${iv}`),
    refusal('five segments, which would be JWE', `${good.text}.${iv}.${iv}`),
    refusal('an empty segment', `${wrapped}..${encrypted}`),
    refusal('an empty ciphertext', `${wrapped}.${iv}.`),
    refusal('a blank in front', ` ${good.text}`),
    refusal('a line feed at the end', `${good.text}\n`),
    refusal(
      'url-safe base64',
      good.text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    ),
    refusal('base64 without its padding', good.text.replaceAll('=', '')),
  ]
}

function wrapping() {
  const withKey = (name, bytes) =>
    refusal(name, encryptLogin(proof().text, { label: name, key: bytesFor(name, bytes) }).text)
  const withHeader = (name, header) =>
    refusal(name, encryptLogin(proof().text, { label: name, header }).text)
  const withBlock = (name, block) =>
    refusal(`wrapped key: ${name}`, parts({ wrapped: rawEncrypt(block, keys.server.publicKey) }))
  return [
    refusal('a wrapped key with one bit turned', parts({ wrapped: flip(good.wrapped, 100) })),
    refusal('a wrapped key cut short', parts({ wrapped: good.wrapped.subarray(1) })),
    refusal(
      'a wrapped key with a zero in front',
      parts({ wrapped: Buffer.concat([Buffer.alloc(1), good.wrapped]) }),
    ),
    refusal('a wrapped key above the modulus', parts({ wrapped: Buffer.alloc(256, 0xff) })),
    refusal('a wrapped key of zeros', parts({ wrapped: Buffer.alloc(256) })),
    withHeader('block type 1', [0, 1]),
    withHeader('block type 0', [0, 0]),
    withHeader('a first byte that is not zero', [1, 2]),
    withKey('a key of 16 bytes', 16),
    withKey('a key of 31 bytes', 31),
    withKey('a key of 33 bytes', 33),
    withBlock(
      'padding of seven bytes',
      Buffer.concat([
        Buffer.from([0, 2]),
        Buffer.alloc(7, 1),
        Buffer.alloc(1),
        bytesFor('seven', 246),
      ]),
    ),
    withBlock('no padding', Buffer.concat([Buffer.from([0, 2, 0]), bytesFor('none', 253)])),
    withBlock(
      'no zero after the padding',
      Buffer.concat([Buffer.from([0, 2]), Buffer.alloc(254, 1)]),
    ),
    withBlock(
      'a zero early in the padding',
      Buffer.concat([
        Buffer.from([0, 2]),
        Buffer.alloc(100, 1),
        Buffer.alloc(1),
        Buffer.alloc(120, 1),
        Buffer.alloc(1),
        bytesFor('early', 32),
      ]),
    ),
    withBlock(
      'no key after the padding',
      Buffer.concat([Buffer.from([0, 2]), Buffer.alloc(253, 1), Buffer.alloc(1)]),
    ),
    refusal(
      'a key wrapped for another server',
      encryptLogin(proof().text, { label: 'other server', publicKey: keys.client2048.publicKey })
        .text,
    ),
  ]
}

function ciphertext() {
  return [
    refusal('an IV of 15 bytes', parts({ iv: good.iv.subarray(1) })),
    refusal('an IV of 17 bytes', parts({ iv: Buffer.concat([good.iv, Buffer.alloc(1)]) })),
    refusal('an IV with one bit turned', parts({ iv: flip(good.iv, 0) })),
    refusal(
      'a ciphertext that is no multiple of a block',
      parts({ encrypted: good.encrypted.subarray(1) }),
    ),
    refusal(
      'a ciphertext without its last block',
      parts({ encrypted: good.encrypted.subarray(0, -16) }),
    ),
    refusal(
      'a ciphertext without its first block',
      parts({ encrypted: good.encrypted.subarray(16) }),
    ),
    refusal(
      'a ciphertext with one bit turned in the middle',
      parts({ encrypted: flip(good.encrypted, 64) }),
    ),
    refusal(
      'a ciphertext with one bit turned in the padding',
      parts({ encrypted: flip(good.encrypted, good.encrypted.length - 17) }),
    ),
    refusal(
      'two blocks changed about',
      parts({
        encrypted: Buffer.concat([
          good.encrypted.subarray(16, 32),
          good.encrypted.subarray(0, 16),
          good.encrypted.subarray(32),
        ]),
      }),
    ),
  ]
}

/**
 * The plaintext ends in bytes that are not PKCS#7 padding. A padding oracle would answer these
 * differently.
 */
function paddings() {
  const text = proof().text
  const padded = (name, tail) => {
    const bytes = Buffer.concat([Buffer.from(text), tail])
    return refusal(
      `AES padding: ${name}`,
      encryptLogin(Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)]), {
        label: name,
        isPadded: true,
      }).text,
    )
  }
  const fill = 16 - (Buffer.byteLength(text) % 16)
  const last = (...bytes) =>
    Buffer.from([...Array.from({ length: fill - bytes.length }, () => 0x20), ...bytes])
  return [
    padded('zero', last(0)),
    padded('seventeen, more than a block', last(0x11)),
    padded('255', last(0xff)),
    padded('two, but the byte before is another', last(3, 2)),
    padded('sixteen, but not sixteen times', last(0x10)),
    padded('zeros (as some libraries pad)', Buffer.alloc(fill)),
    padded(
      'the length once, zeros before it (ANSI X9.23)',
      Buffer.concat([Buffer.alloc(fill - 1), Buffer.from([fill])]),
    ),
    padded(
      'a one and zeros (ISO 7816-4)',
      Buffer.concat([Buffer.from([0x80]), Buffer.alloc(fill - 1)]),
    ),
    padded('none', last(0x20)),
  ]
}

function plaintext() {
  return [
    encryptedText('no JSON', 'loginName=a&pwd=p'),
    encryptedText('JSON that ends early', '{"loginName":"a"'),
    encryptedText('a list', '[{"loginName":"a"}]'),
    encryptedText('a text', '"loginName"'),
    encryptedText('null', 'null'),
    encryptedText('a byte order mark in front', `\ufeff${proof().text}`),
    refusal(
      'bytes that are no UTF-8',
      encryptLogin(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), {
        label: 'no UTF-8',
      }).text,
    ),
    refusal('a field in clear as well', good.text, { loginName: 'mallory' }),
  ]
}

function proofs() {
  const { open, initSign } = proof()
  const swapped = proof().text.replace(key.publicKey, keys.other1024.publicKey)
  return [
    encryptedText('no initSign', `${open}}`),
    encryptedText('an empty initSign', `${open},"initSign":""}`),
    encryptedText('an initSign that is null', `${open},"initSign":null}`),
    encryptedText('an initSign that is not last', `${open},"initSign":"${initSign}","pwd":"q"}`),
    encryptedText('a blank after initSign', `${open},"initSign":"${initSign}" }`),
    encryptedText(
      'an initSign inside an inner object',
      `${open},"x":{"y":1,"initSign":"${initSign}"}}`,
    ),
    encryptedText('two proofs', `${open},"initSign":"${initSign}","initSign":"${initSign}"}`),
    encryptedText('an initSign without a key', `{"loginName":"a","initSign":"${initSign}"}`),
    encryptedText('a key without an algorithm', proof().text.replace('"algorithm":"rsa1024",', '')),
    encryptedText(
      'an algorithm without a key',
      `{"loginName":"a","algorithm":"rsa1024","initSign":"${initSign}"}`,
    ),
    encryptedText('a proof by another key', proof({ signer: keys.other1024 }).text),
    encryptedText('a proof over another path', proof({ path: '/v1/user/register/email' }).text),
    encryptedText('a proof over another time', proof({ time: '17322386' }).text),
    encryptedText(
      'a proof over another trace id',
      proof({ traceId: 'w17322385123450a1b2c3d4e6' }).text,
    ),
    encryptedText('a proof under another label', proof({ label: 'userCheckDevice' }).text),
    encryptedText(
      'a field changed after the proof',
      proof().text.replace('"pwd":"p"', '"pwd":"q"'),
    ),
    encryptedText('a key changed after the proof', swapped),
    encryptedText(
      'an algorithm that is not the size of the key',
      proof({ algorithm: 'rsa2048' }).text,
    ),
    encryptedText('an unknown algorithm', proof({ algorithm: 'rsa4096' }).text),
    encryptedText(
      'an algorithm by the name of a prototype field',
      proof({ algorithm: 'constructor' }).text,
    ),
    encryptedText(
      'a key with exponent 3',
      proof({
        algorithm: 'rsa2048',
        publicKey: keys.serverExponent3.publicKey,
        signer: keys.serverExponent3,
      }).text,
    ),
    encryptedText(
      'a key with line feeds',
      proof({ publicKey: key.publicKey.replace(/.{64}/g, '$&\n') }).text,
    ),
    encryptedText(
      'a key in PEM',
      proof({ publicKey: `-----BEGIN PUBLIC KEY-----\n${key.publicKey}\n-----END PUBLIC KEY-----` })
        .text,
    ),
    encryptedText(
      'a key that is a number',
      `{"loginName":"a","algorithm":"rsa1024","publicKey":7,"initSign":"${initSign}"}`,
    ),
    encryptedText(
      'a key with a byte after its end',
      proof({
        publicKey: base64(Buffer.concat([Buffer.from(key.publicKey, 'base64'), Buffer.alloc(1)])),
      }).text,
    ),
  ]
}

/** The same forgeries as `initSign`. */
function forgedProofs() {
  const { open } = proof()
  return forgeries(['initSign', PATH, TIME, TRACE_ID, open].join('\n'), key)
    .filter(({ flag }) => flag !== 'message')
    .map(({ flag, name, signature }) =>
      encryptedText(`initSign, ${flag}: ${name}`, `${open},"initSign":"${signature}"}`),
    )
}
