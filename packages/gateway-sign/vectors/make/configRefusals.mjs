import { createPublicKey } from 'node:crypto'
import { forgeries, fitsWithModulusAdded } from './forgeries.mjs'
import { base64, keys, md5, rsaSign } from './material.mjs'

const issuer = keys.issuers.current
const genuine = keys.server.publicKey
const signed = (publicKey) => rsaSign(md5(publicKey), issuer)
const refusal = (code, name, serverPublicKey, serverPublicKeySign = signed(serverPublicKey)) => ({
  name,
  code,
  serverPublicKey,
  serverPublicKeySign,
})

/**
 * Server key claims that clients must reject: with a forged signature, or correctly signed over an
 * invalid key.
 */
export function configRefusals() {
  return [...forgedClaims(), ...badKeys()]
}

/**
 * The unreduced signature of equal length requires a key whose MD5 signs to a small number; any of
 * the RSA keys may serve.
 */
function forgedClaims() {
  const publicKey =
    [genuine, keys.client2048.publicKey, keys.other2048.publicKey].find((candidate) =>
      fitsWithModulusAdded(md5(candidate), issuer),
    ) ?? genuine
  return forgeries(md5(publicKey), issuer).map(({ flag, name, signature }) =>
    refusal('CONFIG_UNVERIFIED', `issuer signature, ${flag}: ${name}`, publicKey, signature),
  )
}

const length = (bytes) =>
  bytes < 0x80 ? [bytes] : bytes < 0x100 ? [0x81, bytes] : [0x82, bytes >> 8, bytes & 0xff]
const der = (tag, ...parts) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...length(content.length)]), content])
}
const integer = (bytes) =>
  der(0x02, bytes[0] >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes)
const RSA = Buffer.from('300d06092a864886f70d0101010500', 'hex')
const spki = ({
  modulus = modulusOf(genuine),
  exponent = Buffer.from([1, 0, 1]),
  algorithm = RSA,
  unused = 0,
  after = Buffer.alloc(0),
  n = integer(modulus),
  e = integer(exponent),
}) => der(0x30, algorithm, der(0x03, Buffer.from([unused]), der(0x30, n, e, after)))
const modulusOf = (publicKey) =>
  Buffer.from(
    createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }).export({
      format: 'jwk',
    }).n,
    'base64url',
  )

function badKeys() {
  const bytes = Buffer.from(genuine, 'base64')
  const modulus = modulusOf(genuine)
  if (base64(spki({})) !== genuine)
    throw new Error('the key encoder does not reproduce the genuine key')
  const made = (name, parts) =>
    refusal('PUBLIC_KEY_INVALID', `server key: ${name}`, base64(spki(parts)))
  const text = (name, publicKey) => refusal('PUBLIC_KEY_INVALID', `server key: ${name}`, publicKey)
  return [
    made('exponent 1', { exponent: Buffer.from([1]) }),
    made('exponent 2', { exponent: Buffer.from([2]) }),
    made('exponent 3', { exponent: Buffer.from([3]) }),
    made('exponent 65539', { exponent: Buffer.from([1, 0, 3]) }),
    made('exponent zero', { exponent: Buffer.from([0]) }),
    made('a negative exponent', { e: der(0x02, Buffer.from([0xff])) }),
    made('an exponent with a zero in front', { e: der(0x02, Buffer.from([0, 1, 0, 1])) }),
    made('a negative modulus', { n: der(0x02, modulus) }),
    made('a modulus with two zeros in front', { n: der(0x02, Buffer.alloc(2), modulus) }),
    made('a modulus of zero', { n: der(0x02, Buffer.alloc(1)) }),
    made('an even modulus', {
      modulus: Buffer.concat([modulus.subarray(0, -1), Buffer.from([modulus.at(-1) & 0xfe])]),
    }),
    made('a modulus of 2047 bits', {
      modulus: Buffer.concat([Buffer.from([0x7f]), modulus.subarray(1)]),
    }),
    made('a third number', { after: integer(Buffer.from([1])) }),
    made('unused bits', { unused: 1 }),
    made('an algorithm without NULL', {
      algorithm: Buffer.from('300b06092a864886f70d010101', 'hex'),
    }),
    made('the algorithm of RSA-PSS', {
      algorithm: Buffer.from('300d06092a864886f70d01010a0500', 'hex'),
    }),
    text('a byte after its end', base64(Buffer.concat([bytes, Buffer.alloc(1)]))),
    text('cut short', base64(bytes.subarray(0, -1))),
    text(
      'a length of three bytes (BER)',
      base64(Buffer.concat([Buffer.from([0x30, 0x83, 0x00]), bytes.subarray(2)])),
    ),
    text(
      'an indefinite length (BER)',
      base64(Buffer.concat([Buffer.from([0x30, 0x80]), bytes.subarray(4), Buffer.alloc(2)])),
    ),
    text(
      'the bare RSAPublicKey',
      base64(
        createPublicKey({ key: bytes, format: 'der', type: 'spki' }).export({
          format: 'der',
          type: 'pkcs1',
        }),
      ),
    ),
    text('1024 bits', keys.server1024.publicKey),
    text('no bytes', ''),
    text('line feeds', genuine.replace(/.{64}/g, '$&\n')),
    text('a blank at the end', `${genuine} `),
    text('padding that it does not need', `${genuine}====`),
    text('URL-safe base64', genuine.replaceAll('+', '-').replaceAll('/', '_')),
    text('PEM', `-----BEGIN PUBLIC KEY-----\n${genuine}\n-----END PUBLIC KEY-----`),
    text('no base64', 'not a key'),
  ]
}
