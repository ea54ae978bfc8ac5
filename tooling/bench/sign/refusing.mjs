import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import { createDecryptor } from '../../../packages/gateway-sign/src/exports/server.ts'
import { testServerIdentity } from '../../../packages/gateway-sign/src/exports/testing.ts'
import { costOf, median, ms } from '../measure.mjs'

/** An early return would skip the decryption, which is nearly all of the work. */
const RATIO_BAR = 1.25
const CALLS = 40
const ROUNDS = 25

/**
 * The cost of refusing a login, by the fault of its wrapped key (wire 7). A difference would be a
 * padding oracle (Bleichenbacher 1998).
 */
export function refusing() {
  const { serverPrivateKeyPem } = testServerIdentity
  const publicKey = createPublicKey(serverPrivateKeyPem)
  const size = publicKey.asymmetricKeyDetails.modulusLength / 8
  const decryptor = createDecryptor({ privateKeyPem: serverPrivateKeyPem })
  const raw = (...start) => {
    const block = Buffer.from(randomBytes(size).map((byte) => byte || 1))
    block.set(start)
    return publicEncrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, block)
  }
  const wrapped = (length) =>
    publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, randomBytes(length))
  const cipher = createCipheriv('aes-256-cbc', randomBytes(32), randomBytes(16))
  const rest = [
    randomBytes(16),
    Buffer.concat([cipher.update('{"loginName":"a@b.c","pwd":"p"}'), cipher.final()]),
  ]
  const bodyOf = (key) => ({
    bodyCiphertext: [key, ...rest].map((bytes) => bytes.toString('base64')).join('.'),
  })
  const kinds = {
    'padding of type 1': bodyOf(raw(0, 1)),
    'padding without an end': bodyOf(raw(0, 2)),
    'a key of 16 bytes': bodyOf(wrapped(16)),
    'another key': bodyOf(wrapped(32)),
  }
  const taken = new Map(Object.keys(kinds).map((who) => [who, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [who, body] of Object.entries(kinds)) {
      const refuse = () => {
        if (decryptor.decrypt({ path: '/v1/user/login', tm: '', traceId: '', body }).ok)
          throw new Error(`A log-in with ${who} was opened`)
      }
      taken
        .get(who)
        .push(costOf(refuse, { calls: CALLS, rounds: 1, warmUp: round === 0 ? CALLS : 0 }))
    }
  }
  const cpu = [...taken].map(([who, rounds]) => ({ who, cpu: median(rounds) }))
  const ratio = Math.max(...cpu.map((one) => one.cpu)) / Math.min(...cpu.map((one) => one.cpu))
  return [
    ...cpu.map(({ who, cpu: each }) => ({ what: 'refusing a log-in', who, measured: ms(each) })),
    {
      what: 'refusing a log-in',
      who: 'slowest of the four to fastest',
      measured: `${ratio.toFixed(2)} times`,
      bar: `<= ${RATIO_BAR} times`,
      holds: ratio <= RATIO_BAR,
    },
  ]
}
