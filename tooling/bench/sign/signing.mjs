import { webcrypto } from 'node:crypto'
import { GS1 } from '../../../packages/gateway-sign/src/exports/index.ts'
import { testClientKeys } from '../../../packages/gateway-sign/src/exports/testing.ts'
import { createSignRuleMatcher } from '../../../packages/gateway-sign/src/sign/signRules.ts'
import { atMost } from '../calibration.mjs'
import { cost, costOf, ms, us } from '../measure.mjs'
import { importPeer } from '../peers.mjs'
import { loggedIn, ORDER, stubbedClient } from './session.mjs'

const BARS_MS = { rsa1024: 0.35, rsa2048: 1.2 }
const MATCH_BAR_MS = 0.005
const RULES = 2_500

export async function signing(factor) {
  const rows = []
  const plain = await placing(undefined)
  rows.push({ what: 'stubbed request, p50', who: 'unsigned', measured: ms(plain.cpu) })
  for (const [algorithm, bar] of Object.entries(BARS_MS)) {
    const what = `signing an order, ${algorithm}, p50`
    const signed = await placing(await loggedIn(algorithm))
    const adds = signed.cpu - plain.cpu
    rows.push({
      what,
      who: '@x/gateway-sign, added',
      measured: ms(adds),
      ...atMost(adds, { limit: bar, factor, format: ms }),
    })
    rows.push({ what, who: '… in wall time', measured: ms(signed.wall - plain.wall) })
    for (const [who, sign] of await peers(algorithm))
      rows.push({
        what,
        who,
        measured: ms((await cost(sign, { calls: 8, rounds: 9, warmUp: 5 })).cpu),
      })
  }
  return [...rows, ...matching(factor)]
}

async function placing(gatewaySign) {
  const { client, seen } = stubbedClient(gatewaySign)
  const place = () => client.post('/spot/order/place', { data: ORDER })
  await place()
  // Guards against a signer that is fast because it signs nothing.
  if (Boolean(seen.headers[GS1.headers.signature]) !== Boolean(gatewaySign))
    throw new Error('The order went out unsigned')
  return cost(place, { calls: 60, warmUp: 300 })
}

/** The same signature of the same text with other libraries. */
async function peers(algorithm) {
  const { privateKeyPem } = testClientKeys[algorithm]
  const text = `/v1/spot/order/place1732238512345w17322385123450a1b2c3d4e5${JSON.stringify(ORDER)}`
  const { KEYUTIL, KJUR } = await importPeer('jsrsasign')
  const forge = await importPeer('node-forge')
  const der = Buffer.from(privateKeyPem.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  const native = await webcrypto.subtle.importKey(
    'pkcs8',
    der,
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const jsrsasignKey = KEYUTIL.getKey(privateKeyPem)
  const forgeKey = forge.pki.privateKeyFromPem(privateKeyPem)
  return [
    [
      'Web cryptography alone',
      () => webcrypto.subtle.sign('RSASSA-PKCS1-v1_5', native, Buffer.from(text)),
    ],
    [
      'jsrsasign',
      () => {
        const signature = new KJUR.crypto.Signature({ alg: 'SHA256withRSA' })
        signature.init(jsrsasignKey)
        signature.updateString(text)
        return signature.sign()
      },
    ],
    ['node-forge', () => forgeKey.sign(forge.md.sha256.create().update(text, 'utf8'))],
  ]
}

/** The rule of a path among 2,500 entries: hits and misses. */
function matching(factor) {
  const paths = Array.from(
    { length: RULES },
    (_, n) => `/v1/part${n % 50}/section${n % 7}/action${n}`,
  )
  const exact = paths.filter((_, n) => n % 5 !== 0)
  const prefixes = paths.filter((_, n) => n % 5 === 0).map((path) => `${path}/`)
  const table = (entries) => Object.fromEntries(entries.map((path) => [path, '2']))
  const book = createSignRuleMatcher(
    { exactUrls: table(exact), prefixUrls: table(prefixes), signModes: {} },
    GS1,
  )
  const asked = [
    ...exact.slice(0, 300),
    ...prefixes.slice(0, 300).map((path) => `${path}more/of/it`),
    ...exact.slice(0, 300).map((path) => `${path}/x`),
  ]
  const found = asked.filter((path) => book.ruleFor(path)).length
  if (found !== 600) throw new Error(`${found} of 600 rules were found`)
  const each =
    costOf(() => asked.forEach((path) => book.ruleFor(path)), { calls: 40 }) / asked.length
  return [
    {
      what: `match among ${RULES} rules`,
      who: '@x/gateway-sign',
      measured: us(each),
      ...atMost(each, { limit: MATCH_BAR_MS, factor, format: us }),
    },
  ]
}
