import { createCipheriv } from 'node:crypto'
import { createSeededRandom } from './createSeededRandom.mjs'
import { bytesFor } from './material.mjs'

const BLOCK = 16
const hex = (bytes) => Buffer.from(bytes).toString('hex')

/** A login plaintext of exactly `bytes` bytes, usable for the server half too. */
const textOf = (bytes) =>
  bytes < 8 ? `{${' '.repeat(bytes - 2)}}` : `{"a":"${'x'.repeat(bytes - 8)}"}`

function encrypt(bytes, { key, iv }) {
  // AES accepts no other sizes. A case with another size is encrypted with the key or IV padded or
  // cut to size.
  const whole = (part, size) => Buffer.concat([part, Buffer.alloc(size)]).subarray(0, size)
  const cipher = createCipheriv('aes-256-cbc', whole(key, 32), whole(iv, BLOCK)).setAutoPadding(
    false,
  )
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}

const pad = (bytes) => {
  const fill = BLOCK - (bytes.length % BLOCK)
  return Buffer.concat([bytes, Buffer.alloc(fill, fill)])
}

/** Builds one case; `flags` name what it tests. */
function make({
  comment,
  flags,
  msg,
  result = 'valid',
  key = bytesFor(`${comment}:key`, 32),
  iv = bytesFor(`${comment}:iv`, BLOCK),
  padded = pad(Buffer.from(msg)),
  change = (ct) => ct,
}) {
  return {
    comment,
    flags,
    key: hex(key),
    iv: hex(iv),
    msg: hex(Buffer.from(msg)),
    ct: hex(change(encrypt(padded, { key, iv }))),
    result,
  }
}

/**
 * AES-256-CBC cases with PKCS#7 padding, in the style of Project Wycheproof. An invalid case must
 * never be decrypted.
 */
export function aesCbcCases() {
  return [
    ...lengths(),
    ...extremes(),
    ...randomTexts(),
    ...badPaddings(),
    ...flippedBits(),
    ...badSizes(),
  ].map((one, index) => ({ tcId: index + 1, ...one }))
}

function lengths() {
  return [...Array.from({ length: 65 }, (_, index) => index + 2), 255, 256, 257, 1_024].map(
    (bytes) => make({ comment: `${bytes} bytes`, flags: ['Length'], msg: textOf(bytes) }),
  )
}

function extremes() {
  const parts = { zeros: 0x00, ones: 0xff, 'high bits': 0x80, 'low bits': 0x01 }
  return Object.entries(parts).flatMap(([keyName, keyByte]) =>
    Object.entries(parts).map(([ivName, ivByte]) =>
      make({
        comment: `key of ${keyName}, IV of ${ivName}`,
        flags: ['Extreme'],
        msg: textOf(40),
        key: Buffer.alloc(32, keyByte),
        iv: Buffer.alloc(BLOCK, ivByte),
      }),
    ),
  )
}

function randomTexts() {
  const random = createSeededRandom('aes-cbc')
  return Array.from({ length: 80 }, (_, index) =>
    make({
      comment: `drawn text ${index + 1}`,
      flags: ['Text'],
      msg: JSON.stringify({ pwd: random.text(60) }),
    }),
  )
}

/** Every padding length, written by other schemes or wrongly. */
function badPaddings() {
  const schemes = {
    'all zeros': (n) => Array.from({ length: n }, () => 0),
    'all blanks': (n) => Array.from({ length: n }, () => 0x20),
    'all 255': (n) => Array.from({ length: n }, () => 0xff),
    'the count sixteen too high': (n) => Array.from({ length: n }, () => n + BLOCK),
    'the last byte zero': (n) => [...Array.from({ length: n - 1 }, () => n), 0],
    'the last byte with its second bit from the top turned': (n) => [
      ...Array.from({ length: n - 1 }, () => n),
      n ^ 0x40,
    ],
    'ISO 7816-4': (n) => [0x80, ...Array.from({ length: n - 1 }, () => 0)],
    'ANSI X9.23': (n) => (n > 1 ? [...Array.from({ length: n - 1 }, () => 0), n] : null),
    'the first byte one too high': (n) =>
      n > 1 ? [n + 1, ...Array.from({ length: n - 1 }, () => n)] : null,
    'the first byte one too low': (n) =>
      n > 1 ? [n - 1, ...Array.from({ length: n - 1 }, () => n)] : null,
    'a count of sixteen that reaches into the text': (n) =>
      n < BLOCK ? Array.from({ length: n }, () => BLOCK) : null,
  }
  return Array.from({ length: BLOCK }, (_, index) => index + 1).flatMap((fill) =>
    Object.entries(schemes).flatMap(([scheme, write]) => {
      const tail = write(fill)
      const msg = textOf(3 * BLOCK - fill)
      return tail
        ? [
            make({
              comment: `${fill} bytes of padding: ${scheme}`,
              flags: ['BadPadding'],
              msg,
              result: 'invalid',
              padded: Buffer.from([...Buffer.from(msg), ...tail]),
            }),
          ]
        : []
    }),
  )
}

/** A flipped bit in the second-to-last block flips the same bit of the padding. */
function flippedBits() {
  return Array.from({ length: 8 }, (_, bit) =>
    make({
      comment: `bit ${bit} of the last padding byte turned by way of the block before it`,
      flags: ['BadPadding', 'Malleable'],
      msg: textOf(2 * BLOCK),
      result: 'invalid',
      change: (ct) => (
        ct.writeUInt8(ct.readUInt8(ct.length - BLOCK - 1) ^ (1 << bit), ct.length - BLOCK - 1),
        ct
      ),
    }),
  )
}

function badSizes() {
  const msg = textOf(40)
  const invalid = (comment, flags, rest) =>
    make({ comment, flags, msg, result: 'invalid', ...rest })
  return [
    ...Array.from({ length: BLOCK - 1 }, (_, index) =>
      invalid(`ciphertext short of ${index + 1} bytes`, ['CiphertextSize'], {
        change: (ct) => ct.subarray(0, ct.length - index - 1),
      }),
    ),
    invalid('no padding at all', ['NoPadding'], {
      msg: textOf(3 * BLOCK),
      padded: Buffer.from(textOf(3 * BLOCK)),
    }),
    invalid('an empty ciphertext', ['CiphertextSize'], { change: () => Buffer.alloc(0) }),
    invalid('a ciphertext with a byte more', ['CiphertextSize'], {
      change: (ct) => Buffer.concat([ct, Buffer.alloc(1)]),
    }),
    ...[0, 1, 8, 12, 15, 17, 32].map((size) =>
      invalid(`an IV of ${size} bytes`, ['IvSize'], { iv: bytesFor(`iv of ${size}`, size) }),
    ),
    ...[1, 16, 24, 31, 33, 64].map((size) =>
      invalid(`a key of ${size} bytes`, ['KeySize'], { key: bytesFor(`key of ${size}`, size) }),
    ),
  ]
}
