import { constants, createHash, createPublicKey, sign } from 'node:crypto'
import { base64, md5, rawSign, rsaSign, sha256 } from './material.mjs'

const OID = {
  sha256: '0609608648016503040201',
  sha1: '06052b0e03021a',
  sha224: '0609608648016503040204',
  sha384: '0609608648016503040202',
  sha512: '0609608648016503040203',
  sha512t256: '0609608648016503040206',
  sha3: '0609608648016503040208',
  md5: '06082a864886f70d0205',
}
const hex = (text) => Buffer.from(text, 'hex')
const der = (tag, ...parts) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, content.length]), content])
}
const NULL = hex('0500')
const digestInfo = (
  digest,
  { oid = OID.sha256, parameters = NULL, after = Buffer.alloc(0) } = {},
) => der(0x30, der(0x30, hex(oid), parameters), der(0x04, digest), after)

/**
 * Blocks that a lenient verifier accepts, each signed with the key itself, and numbers that no key
 * signed: `{ flag, name, signature }`.
 */
export function forgeries(text, key) {
  const size = createPublicKey(key.privateKeyPem).asymmetricKeyDetails.modulusLength / 8
  return [...paddings(text, size), ...digestInfos(text, size)]
    .map(({ block, ...forgery }) => ({ ...forgery, signature: rawSign(block, key) }))
    .concat(otherSignatures(text, key), numbers(text, { key, size }))
}

const blockOf = (
  size,
  {
    first = 0,
    type = 1,
    fill = 0xff,
    content,
    padding = size - 3 - content.length,
    separator = [0],
    tail = Buffer.alloc(0),
  },
) => {
  const block = Buffer.concat([
    Buffer.from([first, type]),
    Buffer.alloc(padding, fill),
    Buffer.from(separator),
    content,
    tail,
  ])
  if (block.length !== size)
    throw new Error(`a block of ${block.length} bytes for a key of ${size}`)
  return block
}

function paddings(text, size) {
  const content = digestInfo(sha256(text))
  const garbage = (length) => Buffer.alloc(length, 0x5a)
  const good = blockOf(size, { content })
  const paddingLength = size - 3 - content.length
  const padded = (name, options) => ({
    flag: 'padding',
    name,
    block: blockOf(size, { content, ...options }),
  })
  const changed = (name, at, byte) => ({
    flag: 'padding',
    name,
    block: Buffer.from(good).fill(byte, at, at + 1),
  })
  return [
    padded('garbage after the digest, eight bytes of padding', {
      padding: 8,
      tail: garbage(paddingLength - 8),
    }),
    padded('garbage after the digest, all padding but one', {
      padding: paddingLength - 1,
      tail: garbage(1),
    }),
    padded('zeros after the digest', { padding: paddingLength - 4, tail: Buffer.alloc(4) }),
    padded('garbage before the digest', {
      padding: 8,
      content: Buffer.concat([garbage(paddingLength - 8), content]),
    }),
    padded('padding of seven bytes', { padding: 7, tail: garbage(paddingLength - 7) }),
    padded('no padding at all', { padding: 0, tail: garbage(paddingLength) }),
    padded('padding of zeros', { fill: 0 }),
    padded('padding of 0xfe', { fill: 0xfe }),
    padded('padding of 0x01', { fill: 0x01 }),
    padded('no zero after the padding', { padding: paddingLength, separator: [0xff] }),
    padded('two zeros after the padding', { padding: paddingLength - 1, separator: [0, 0] }),
    padded('block type 0', { type: 0 }),
    padded('block type 2', { type: 2 }),
    padded('block type 3', { type: 3 }),
    padded('a first byte of one', { first: 1 }),
    changed('one wrong padding byte at its beginning', 2, 0xfe),
    changed('one wrong padding byte in the middle', 10, 0x00),
    changed('one wrong padding byte at its end', size - content.length - 2, 0x7f),
    {
      flag: 'padding',
      name: 'the block shifted left by one byte',
      block: Buffer.concat([good.subarray(1), Buffer.alloc(1)]),
    },
  ]
}

function digestInfos(text, size) {
  const digest = sha256(text)
  const info = digestInfo(digest)
  const named = (flag, name, content) => ({ flag, name, block: blockOf(size, { content }) })
  const hash = (name) => createHash(name).update(text).digest()
  return [
    named('digest', 'the bare digest', digest),
    named('digest', 'no digest', digestInfo(Buffer.alloc(0))),
    named('digest', 'a digest of zeros', digestInfo(Buffer.alloc(32))),
    named(
      'digest',
      'a digest with its last bit turned',
      digestInfo(Buffer.concat([digest.subarray(0, 31), Buffer.from([digest[31] ^ 1])])),
    ),
    named('digest', 'a digest one byte short', digestInfo(digest.subarray(0, 31))),
    named('digest', 'a digest one byte long', digestInfo(Buffer.concat([digest, Buffer.alloc(1)]))),
    named('digest', 'the digest of the digest', digestInfo(sha256(digest))),
    named('oid', "SHA-224's name over a SHA-256 digest", digestInfo(digest, { oid: OID.sha224 })),
    named('oid', "SHA-384's name over a SHA-256 digest", digestInfo(digest, { oid: OID.sha384 })),
    named('oid', "SHA-512's name over a SHA-256 digest", digestInfo(digest, { oid: OID.sha512 })),
    named(
      'oid',
      "SHA-512/256's name over a SHA-256 digest",
      digestInfo(digest, { oid: OID.sha512t256 }),
    ),
    named('oid', "SHA3-256's name over a SHA-256 digest", digestInfo(digest, { oid: OID.sha3 })),
    named('oid', "SHA-1's name over a SHA-256 digest", digestInfo(digest, { oid: OID.sha1 })),
    named('oid', "MD5's name over a SHA-256 digest", digestInfo(digest, { oid: OID.md5 })),
    named('oid', "SHA-256's name over a SHA-1 digest", digestInfo(hash('sha1'))),
    named('oid', 'no name', der(0x30, der(0x30, NULL), der(0x04, digest))),
    named('parameters', 'a missing NULL', digestInfo(digest, { parameters: Buffer.alloc(0) })),
    named(
      'parameters',
      'garbage in the place of NULL',
      digestInfo(digest, { parameters: hex('04025a5a') }),
    ),
    named('parameters', 'a NULL with a content', digestInfo(digest, { parameters: hex('05015a') })),
    named('parameters', 'two NULLs', digestInfo(digest, { parameters: hex('05000500') })),
    named('asn', 'garbage inside, after the digest', digestInfo(digest, { after: hex('0500') })),
    named('asn', 'garbage behind the structure', Buffer.concat([info, NULL])),
    named(
      'asn',
      'a long-form length outside (BER)',
      Buffer.concat([hex('308131'), info.subarray(2)]),
    ),
    named(
      'asn',
      'a long-form length of the digest (BER)',
      Buffer.concat([hex('3032'), info.subarray(2, 17), hex('048120'), digest]),
    ),
    named(
      'asn',
      'a length with a zero in front (BER)',
      Buffer.concat([hex('30820031'), info.subarray(2)]),
    ),
    named(
      'asn',
      'an indefinite length (BER)',
      Buffer.concat([hex('3080'), info.subarray(2), hex('0000')]),
    ),
    named('asn', 'a length that is one too short', Buffer.concat([hex('3030'), info.subarray(2)])),
    named('asn', 'a length that is one too long', Buffer.concat([hex('3032'), info.subarray(2)])),
    named(
      'asn',
      'a set in the place of the sequence',
      Buffer.concat([hex('31'), info.subarray(1)]),
    ),
    named(
      'asn',
      'a bit string in the place of the octet string',
      der(0x30, der(0x30, hex(OID.sha256), NULL), der(0x03, digest)),
    ),
  ]
}

function otherSignatures(text, key) {
  const by = (flag, name, signature) => ({ flag, name, signature })
  const pss = sign('sha256', Buffer.from(text), {
    key: key.privateKeyPem,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: 0,
  })
  return [
    ...['md5', 'sha1', 'sha224', 'sha384', 'sha512'].map((hash) =>
      by('hash', `${hash} in the place of SHA-256`, rsaSign(text, key, hash)),
    ),
    by('scheme', 'PSS padding', base64(pss)),
    by('message', 'the signature of the MD5 of the text', rsaSign(md5(text), key)),
    by('message', 'the signature of the text and a line feed', rsaSign(`${text}\n`, key)),
    by('message', 'the signature of the text in capitals', rsaSign(text.toUpperCase(), key)),
    by('message', 'the signature of nothing', rsaSign('', key)),
  ]
}

function numbers(text, { key, size }) {
  const genuine = Buffer.from(rsaSign(text, key), 'base64')
  const { n } = createPublicKey(key.privateKeyPem).export({ format: 'jwk' })
  const modulus = BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`)
  const value = BigInt(`0x${genuine.toString('hex')}`)
  const bytes = (number, length = size) =>
    base64(hex(number.toString(16).padStart(2 * length, '0')))
  const by = (name, signature) => ({ flag: 'number', name, signature })
  return [
    by('one byte too few', base64(genuine.subarray(1))),
    by('one byte too many, in front', base64(Buffer.concat([Buffer.alloc(1), genuine]))),
    by('one byte too many, at the end', base64(Buffer.concat([genuine, Buffer.alloc(1)]))),
    by('the modulus added (unreduced)', bytes(value + modulus, size + 1)),
    by('the modulus added twice (unreduced)', bytes(value + 2n * modulus, size + 1)),
    ...(value + modulus < 1n << BigInt(8 * size)
      ? [by('the modulus added (unreduced), in the same length', bytes(value + modulus))]
      : []),
    by('the negative of the signature', bytes(modulus - value)),
    by('the bytes turned round', base64(Buffer.from(genuine).reverse())),
    by('zero', bytes(0n)),
    by('one', bytes(1n)),
    by('the modulus itself', bytes(modulus)),
    by('the modulus less one', bytes(modulus - 1n)),
    by('the modulus and one', bytes(modulus + 1n)),
    by('all bits set', bytes((1n << BigInt(8 * size)) - 1n)),
    by('a bit turned at the end', bytes(value ^ 1n)),
    by('a bit turned at the beginning', bytes(value ^ (1n << BigInt(8 * size - 8)))),
    by('a single byte', bytes(1n, 1)),
    by('twice as many bytes', base64(Buffer.concat([genuine, genuine]))),
  ]
}

/**
 * Whether the signature plus the modulus still fits into `size` bytes: true for about one text in
 * four.
 */
export function fitsWithModulusAdded(text, key) {
  return forgeries(text, key).some(({ name }) => name.endsWith('in the same length'))
}
