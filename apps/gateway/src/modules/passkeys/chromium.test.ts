import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers } from '../../testing/createTestUsers.ts'

const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
    existsSync(file),
  )
const FIDO = '/v1/user/security/fido2'

let gateway: TestGateway
let browser: Browser
let page: Page
let origin = ''
let webRoot = ''
beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'passkey-'))
  await writeFile(
    path.join(webRoot, 'index.html'),
    '<!doctype html><html lang="en"><title>Passkeys</title><main>Passkeys</main></html>',
  )
  gateway = await createTestGateway({ webRoot })
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://localhost:${(gateway.app.server.address() as AddressInfo).port}`
  browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  page = await browser.newPage()
  await page.goto(origin)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
})
afterAll(async () => {
  await browser?.close()
  await gateway?.stop()
  await rm(webRoot, { recursive: true, force: true })
})

const { newUser, anonymousClient, stepUp } = createTestUsers(() => gateway, { name: 'chromium' })

/** What a page does with the options of either ceremony, in the browser's own JSON forms. */
const ceremony = (kind: 'create' | 'get', options: object) =>
  page.evaluate(
    async ({ kind: verb, options: json }) => {
      const publicKey =
        verb === 'create'
          ? PublicKeyCredential.parseCreationOptionsFromJSON(json as never)
          : PublicKeyCredential.parseRequestOptionsFromJSON(json as never)
      const credential = (await navigator.credentials[verb]({
        publicKey,
      } as never)) as PublicKeyCredential
      return credential.toJSON() as unknown
    },
    { kind, options },
  )
/** The gateway sees the page's own origin, as from the page. */
const post = async (client: TestClient, url: string, body: object) =>
  client.post(url, { ...body }, { headers: { origin, host: new URL(origin).host } })

describe('passkeys in Chromium, with a virtual authenticator', () => {
  it('registers, logs in and steps up through the browser’s ceremonies (spec 7.9)', async () => {
    const user = await newUser()
    const created = await post(user.client, `${FIDO}/create`, {
      verifyToken: await stepUp(user, 'passkey'),
    })
    expect(created).toMatchObject({ code: '0', data: { rp: { id: 'localhost' } } })
    const credential = await ceremony('create', created.data as object)
    expect(
      await post(user.client, `${FIDO}/register`, { credential, label: 'Virtual' }),
    ).toMatchObject({ code: '0', data: { passkeys: [{ label: 'Virtual' }] } })

    const client = anonymousClient()
    const due = (await post(client, '/v1/user/login', { loginName: user.email, pwd: PASSWORD }))
      .data as { verifyToken: string; methods: string[]; passkey: object }
    expect(due.methods).toEqual(['passkey'])
    const passkey = await ceremony('get', due.passkey)
    expect(
      await post(client, '/v1/user/login/verify', { verifyToken: due.verifyToken, passkey }),
    ).toMatchObject({ code: '0', data: { userInfo: { userId: user.userId } } })

    const begun = (await post(client, '/v1/user/security/stepUp', { action: 'passkey' })).data as {
      serialNO: string
      passkey: object
    }
    const proved = await post(client, '/v1/user/securityVerify', {
      serialNO: begun.serialNO,
      passkey: await ceremony('get', begun.passkey),
    })
    expect(proved).toMatchObject({
      code: '0',
      data: { verifyToken: expect.any(String), action: 'passkey' },
    })
  })

  it('a page of another port cannot use the challenge', async () => {
    const user = await newUser()
    const created = await post(user.client, `${FIDO}/create`, {
      verifyToken: await stepUp(user, 'passkey'),
    })
    const credential = await ceremony('create', created.data as object)
    const elsewhere = { headers: { origin: 'http://localhost:1', host: 'localhost:1' } }
    expect(await user.client.post(`${FIDO}/register`, { credential }, elsewhere)).toMatchObject({
      code: '40010',
      data: { field: 'credential' },
    })
  })
})
