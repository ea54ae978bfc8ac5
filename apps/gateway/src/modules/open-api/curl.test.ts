import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { ApiKey } from '@x/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyExamples } from '../../../../web/src/features/account/keyExamples.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers } from '../../testing/createTestUsers.ts'

const run = promisify(execFile)

let gateway: TestGateway
let origin = ''
beforeAll(async () => {
  gateway = await createTestGateway()
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(gateway.app.server.address() as AddressInfo).port}`
})
afterAll(() => gateway.stop())
const users = createTestUsers(() => gateway, { name: 'curl' })

it('serves curl as the page shows until the key is revoked', async () => {
  const user = await users.newUser()
  const made = await user.client.post('/v1/user/api/create', {
    label: 'Evening bot',
    kind: 'hmac',
    permissions: ['read'],
    addresses: [],
    verifyToken: await users.stepUp(user, 'apiKey'),
  })
  const { key, secret } = made.data as { readonly key: ApiKey; readonly secret: string }
  const [curl] = keyExamples({ origin, apiKey: key.apiKey, secret })
  const account = async () => {
    // The gateway's clock stands still; a program's reads the time of its machine.
    const seconds = String(Math.floor(gateway.clock.now() / 1000))
    const text = (curl?.text ?? '').replace('$(date +%s)', seconds).replace('curl ', 'curl -s ')
    const { stdout } = await run('bash', ['-c', text], {
      env: { ...process.env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' },
    })
    return JSON.parse(stdout) as object
  }
  expect(await account()).toMatchObject({ accountType: 'SPOT', canTrade: false })
  const { items } = (await user.client.get('/v1/user/security/history')).data as {
    readonly items: readonly { readonly kind: string }[]
  }
  expect(items[0]?.kind).toBe('apiKeyChanged')
  await user.client.post('/v1/user/api/remove', {
    apiKey: key.apiKey,
    verifyToken: await users.stepUp(user, 'apiKey'),
  })
  gateway.leap(2_500)
  expect(await account()).toMatchObject({ code: -2015 })
})

it('sends plain reads the headers of every answer, without the framework', async () => {
  const [quick, whole] = [
    await fetch(`${origin}/api/v3/time`),
    await gateway.app.inject('/api/v3/time'),
  ]
  // What the connection needs, and what each call changes.
  const own = /^(?:date|connection|keep-alive|x-mbx-used-weight.*)$/
  const common = (headers: Iterable<[string, unknown]>) =>
    Object.fromEntries([...headers].filter(([name]) => !own.test(name)))
  expect(common(quick.headers)).toEqual(common(Object.entries(whole.headers)))
  expect(await quick.json()).toEqual(whole.json())
})
