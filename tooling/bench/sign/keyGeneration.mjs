import { atMost } from '../calibration.mjs'
import { ms } from '../measure.mjs'
import { openPage } from '../page.mjs'

const BAR_MS = 50
const ROUNDS = 3

/**
 * A login with a new key, as in a page: verifies the configuration, generates and stores the key,
 * encrypts the fields.
 */
const OURS = `
import { createGatewaySign } from './src/exports/index.ts'
import { createTestConfig, testServerIdentity } from './src/exports/testing.ts'
import { browserPorts } from '@x/kit/browser'
import { createMemoryAsyncStorage, createMemoryStorage } from '@x/kit/testing'
const { clock, random } = browserPorts()
const gatewaySignConfig = createTestConfig({ defaultAlgorithm: 'rsa2048' })
globalThis.generate = async () => {
  const keyStorage = createMemoryAsyncStorage()
  const sign = createGatewaySign({
    configStorage: createMemoryStorage(),
    keyStorage,
    cookies: createMemoryStorage(),
    clock,
    random,
    secureContext: isSecureContext,
    issuerCertificates: [testServerIdentity.issuerCertificatePem],
    fetchConfig: async () => ({ gatewaySignConfig }),
  })
  const tm = String(Date.now())
  const body = await sign.prepareBody({
    path: '/v1/user/login',
    tm,
    traceId: 'w' + tm + '0a1b2c3d4e5',
    body: { loginName: 'a@b.example', pwd: 'correct horse' },
  })
  sign.dispose()
  const keys = await keyStorage.keys()
  return keys.length > 0 && 'bodyCiphertext' in body
}
globalThis.ready = true
`

const PEERS = {
  jsrsasign: `
import { KEYUTIL } from 'jsrsasign'
globalThis.generate = async () =>
  KEYUTIL.generateKeypair('RSA', 2048).prvKeyObj.n.bitLength() === 2048
globalThis.ready = true
`,
  'node-forge': `
import forge from 'node-forge'
globalThis.generate = async () =>
  forge.pki.rsa.generateKeyPair({ bits: 2048 }).privateKey.n.bitLength() === 2048
globalThis.ready = true
`,
}

export async function keyGeneration(factor) {
  const what = `rsa2048 key in Chromium, longest page task (worst of ${ROUNDS})`
  const ours = await longest({ code: OURS, folder: 'packages/gateway-sign' }, ROUNDS)
  const rows = [
    {
      what,
      who: '@x/gateway-sign, log-in with a new key',
      measured: ms(ours.cpu),
      ...atMost(ours.cpu, { limit: BAR_MS, factor, format: ms }),
    },
    { what, who: '… in wall time', measured: ms(ours.wall) },
  ]
  for (const [who, code] of Object.entries(PEERS))
    rows.push({
      what,
      who,
      measured: ms((await longest({ code, folder: 'tooling/bench-peers' }, ROUNDS)).cpu),
    })
  return rows
}

async function longest(source, rounds) {
  const { page, longestTask, close } = await openPage(source)
  try {
    const worst = { cpu: 0, wall: 0 }
    for (let round = 0; round < rounds; round++) {
      const task = await longestTask(async () => {
        if (!(await page.evaluate(() => globalThis.generate()))) throw new Error('No key was made')
      })
      worst.cpu = Math.max(worst.cpu, task.cpu)
      worst.wall = Math.max(worst.wall, task.wall)
    }
    return worst
  } finally {
    await close()
  }
}
