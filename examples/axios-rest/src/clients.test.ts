import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import axios from 'axios'
import { createServerIdentity } from '@x/gateway-sign/server'
import { isRequestError } from '@x/request'
import { createAxiosClient } from './axiosClient.ts'
import { createOwnClient } from './requestClient.ts'
import { createBackend } from './server.ts'
import { createSession } from './session.ts'

const identity = await createServerIdentity({ now: Date.now() })
const server = createBackend(identity)
let origin = ''
const newSession = () => createSession({ origin, issuer: identity.issuerCertificatePem })

before(async () => {
  await once(server.listen(0), 'listening')
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
after(() => server.close())

for (const [name, create] of [
  ['axios', createAxiosClient],
  ['@x/request', createOwnClient],
] as const)
  void test(`${name}: logs in, places, changes, lists and cancels`, async () => {
    const client = create(origin, newSession())
    await client.logIn('ann', 'correct horse')
    const { id } = await client.place({ symbol: 'BTCUSDT', size: '0.1' })
    assert.equal((await client.resize(id, '0.2')).size, '0.2')
    assert.deepEqual(await client.list(), {
      orders: [{ id, symbol: 'BTCUSDT', size: '0.2' }],
      total: 1,
    })
    await client.cancel(id)
    assert.equal((await client.list()).total, 0)
  })

void test('the backend refuses what is not signed', async () => {
  const answer = await axios.post(`${origin}/orders`, {}, { validateStatus: () => true })
  assert.equal(answer.status, 401)
  assert.match(answer.headers['gw-sign-error'] as string, /^0002/)
})

void test('an error of the backend keeps its status, text and body', async () => {
  const error: unknown = await createOwnClient(origin, newSession())
    .logIn('ann', 'wrong')
    .catch((cause: unknown) => cause)
  assert.ok(isRequestError(error, 'http'))
  assert.equal(error.status, 401)
  assert.equal(error.message, 'The password is wrong')
  assert.deepEqual(error.detail.body, { error: { message: 'The password is wrong' } })
})
