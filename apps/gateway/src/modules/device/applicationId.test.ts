import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { readAppSchemes, readDeviceScript, readLegacyTerminalCode } from './ports/pageSettings.ts'

const PAGE = '<html><script type="application/json" id="x-config">__X_CONFIG__</script></html>'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'page-'))
  await writeFile(path.join(root, 'index.html'), PAGE)
})
afterAll(() => rm(root, { recursive: true, force: true }))

const configOf = async (gateway: TestGateway) => {
  const { body } = await gateway.app.inject({ url: '/', headers: { host: 'localhost' } })
  return JSON.parse(/id="x-config">(.*?)<\/script>/.exec(body)?.[1] ?? '') as object
}

it.each([
  [true, 'x-web-test'],
  [false, 'x-web'],
])(
  'names another application in test than in production (spec 7): %s',
  async (isDevelopment, id) => {
    const gateway = await createTestGateway({
      isDevelopment,
      webRoot: root,
      publicOrigin: 'https://localhost',
    })
    try {
      const config = await configOf(gateway)
      expect(config).toMatchObject({ deviceAppId: id })
      // What no operator has set is not there.
      expect(config).toMatchObject({ operator: {} })
      expect((config as { readonly operator: object }).operator).toEqual({})
    } finally {
      await gateway.stop()
    }
  },
)

it('serves the device script and names it by its hash (spec 7.8, D17)', async () => {
  const file = path.join(root, 'sdk.js')
  await writeFile(file, 'globalThis.deviceSdk = true\n')
  const deviceScript = await readDeviceScript(file)
  const appSchemes = readAppSchemes(['exampleapp:'])
  const legacyTerminalCode = readLegacyTerminalCode('0'.repeat(32))
  const gateway = await createTestGateway({
    webRoot: root,
    deviceScript,
    appSchemes,
    legacyTerminalCode,
  })
  try {
    const src = '/static/device/sdk.js'
    const integrity = deviceScript?.integrity ?? ''
    expect(await configOf(gateway)).toMatchObject({
      operator: { appSchemes, legacyTerminalCode, deviceScript: { src, integrity } },
    })
    const served = await gateway.app.inject({ url: src, headers: { host: 'localhost' } })
    const hash = createHash('sha384').update(served.rawPayload).digest('base64')
    expect([served.statusCode, `sha384-${hash}`]).toEqual([200, integrity])
    expect(served.headers['content-type']).toContain('javascript')
    const again = await gateway.app.inject({
      url: src,
      headers: { host: 'localhost', 'if-none-match': `"${integrity}"` },
    })
    expect(again.statusCode).toBe(304)
  } finally {
    await gateway.stop()
  }
})

describe('what an operator sets for the page', () => {
  it.each(['javascript:', 'https:', 'data:', 'exampleapp', 'example app:', 'mailto:', ':'])(
    'refuses %s as the scheme of an app (spec 5.2)',
    (scheme) => expect(() => readAppSchemes([scheme])).toThrow('APP_SCHEMES'),
  )
  it.each(['', 'f'.repeat(31), 'F'.repeat(32), 'g'.repeat(32)])(
    'refuses %j as a legacy terminal code (spec 5.1)',
    (code) => expect(() => readLegacyTerminalCode(code)).toThrow('LEGACY_TERMINAL_CODE'),
  )
  it('needs none of it', async () => {
    expect([readAppSchemes([]), readLegacyTerminalCode(undefined)]).toEqual([[], undefined])
    expect(await readDeviceScript(undefined)).toBeUndefined()
  })
  it('refuses to start with a script that is not there', async () => {
    await expect(readDeviceScript(path.join(root, 'absent.js'))).rejects.toThrow('ENOENT')
  })
})
