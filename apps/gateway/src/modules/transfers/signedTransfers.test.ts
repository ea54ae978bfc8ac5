import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers } from '../../testing/createTestUsers.ts'

const PATH = '/v1/asset/transfer'
let gateway: TestGateway
/** Another device is in the sub-account while the first one stays in the main account. */
let main: TestClient
let inSub: TestClient
let userId = ''
let subId = ''

beforeAll(async () => {
  gateway = await createTestGateway()
  const { stepUp, anonymousClient } = createTestUsers(() => gateway, { name: 'transfer' })
  // The demonstration account has funds.
  const demo = gateway.demo!
  main = anonymousClient()
  inSub = anonymousClient()
  for (const client of [main, inSub])
    userId = ((await client.login(demo)).data as { userInfo: { userId: string } }).userInfo.userId
  const verifyToken = await stepUp({ client: main, email: demo.loginName }, 'subAccount')
  subId = (
    (await main.post('/v1/user/sub-account/create', { label: 'Grid', verifyToken })).data as {
      userId: string
    }
  ).userId
  await inSub.post('/v1/user/sub-account/switLogin', { userId: subId })
})
afterAll(() => gateway.stop())

let count = 0
const send = (client: TestClient, body: object = {}) =>
  client.post(PATH, {
    fromUserId: userId,
    toUserId: subId,
    asset: 'USDT',
    amount: '10',
    clientOid: `s${++count}`,
    ...body,
  })
const usdt = async (client: TestClient) =>
  (
    (await client.get('/v1/spot/account/assets')).data as { asset: string; available: string }[]
  ).find(({ asset }) => asset === 'USDT')?.available

describe('a transfer goes the whole way, signed (wire 3)', () => {
  it('moves funds to a sub-account and back', async () => {
    const before = Number(await usdt(main))
    const sent = await send(main)
    expect(sent).toMatchObject({
      http: 200,
      code: '0',
      status: 'success',
      data: { fromUserId: userId, toUserId: subId, asset: 'USDT', amount: '10' },
    })
    expect(await usdt(inSub)).toBe('10')
    expect(await send(inSub, { fromUserId: subId, toUserId: userId, amount: '4' })).toMatchObject({
      code: '0',
      data: { amount: '4' },
    })
    expect([Number(await usdt(main)), await usdt(inSub)]).toEqual([before - 6, '6'])
    expect(await main.get(`${PATH}/history?limit=1`)).toMatchObject({
      code: '0',
      data: {
        items: [{ fromUserId: subId, amount: '4' }],
        next: expect.stringMatching(/^\d+$/) as string,
      },
    })
    expect(await inSub.get(`${PATH}/accounts`)).toMatchObject({
      code: '0',
      data: [
        { userId, isMain: true, assets: null },
        { userId: subId, label: 'Grid' },
      ],
    })
  })

  it('answers refusals in the envelope', async () => {
    expect(await send(main, { amount: 10 })).toMatchObject({
      http: 400,
      code: '40010',
      data: { field: 'amount' },
    })
    expect(await send(main, { amount: '0.000000001' })).toMatchObject({
      http: 200,
      code: '40010',
      msg: 'amount of USDT has at most 8 decimals',
      data: { field: 'amount' },
    })
    expect(await send(main, { amount: '999999999' })).toMatchObject({
      http: 200,
      code: '40201',
      data: { asset: 'USDT' },
    })
    expect(await send(main, { toUserId: '9999999999' })).toMatchObject({
      http: 200,
      code: '40401',
      data: { field: 'toUserId' },
    })
    expect(await send(inSub)).toMatchObject({ http: 200, code: '40301' })
  })

  it('refuses unsigned transfers and changed amounts', async () => {
    const before = await usdt(main)
    const ghost = gateway.client({ signs: false })
    for (const [name, value] of main.cookies) ghost.cookies.set(name, value)
    expect(await send(ghost)).toMatchObject({ code: '00020' })
    expect(
      await main.post(
        PATH,
        { fromUserId: userId, toUserId: subId, asset: 'USDT', amount: '1', clientOid: 'tampered' },
        {
          tamper: (wire) => ({ ...wire, body: wire.body!.replace('"amount":"1"', '"amount":"9"') }),
        },
      ),
    ).toMatchObject({ code: '00021' })
    expect(await usdt(main)).toBe(before)
  })

  it('signs the write in mode 2, reads in mode 1 (wire 3)', async () => {
    const { gatewaySignConfig } = (await main.get('/v1/mix/config/gatewaySignConfig')).data as {
      gatewaySignConfig: { exactUrls: Record<string, string>; prefixUrls: Record<string, string> }
    }
    expect(gatewaySignConfig.exactUrls[PATH]).toBe('2')
    expect(gatewaySignConfig.prefixUrls[`${PATH}/`]).toBe('1')
  })

  it('requires the live realm and names the parameters (wire 1b)', async () => {
    const { paths, components } = JSON.parse(
      (await gateway.app.inject({ url: '/v1/dev/openapi.json' })).body,
    ) as {
      paths: Record<string, Record<string, { parameters: object[]; requestBody?: unknown }>>
      components: { schemas: Record<string, { properties: object }> }
    }
    for (const [path, verb] of [
      [PATH, 'post'],
      [`${PATH}/history`, 'get'],
      [`${PATH}/accounts`, 'get'],
    ] as const)
      expect(paths[path]?.[verb]?.parameters).toContainEqual({
        name: 'x-realm',
        in: 'header',
        required: true,
        schema: { enum: ['live'] },
      })
    expect(JSON.stringify(paths[PATH]?.['post'])).toContain('#/components/schemas/TransferRequest')
    expect(components.schemas['TransferRequest']?.properties).toHaveProperty('fromUserId')
  })

  it('product: refuses /asset/transfer in the paper realm', async () => {
    await inSub.post('/v1/user/sub-account/switchTradeDemo')
    expect(await send(inSub, { fromUserId: subId, toUserId: userId })).toMatchObject({
      code: '40301',
    })
    for (const name of ['history', 'accounts'])
      expect(await inSub.get(`${PATH}/${name}`)).toMatchObject({ code: '40301' })
    expect(await inSub.post(PATH, {}, { realm: 'live' })).toMatchObject({ code: '40901' })
    await inSub.post('/v1/user/sub-account/switLogin', { userId: subId })
  })
})

describe('the private sockets of both', () => {
  it('receive the balance that a transfer left them with', async () => {
    await gateway.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = gateway.app.server.address() as AddressInfo
    const received: Record<string, string[]> = { main: [], sub: [] }
    for (const [who, client] of [
      ['main', main],
      ['sub', inSub],
    ] as const) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/user/stream`, {
        headers: {
          cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      })
      socket.on('message', (data) => {
        const {
          topic,
          type,
          data: rows,
        } = JSON.parse((data as Buffer).toString()) as {
          topic: string
          type: string
          data: { asset: string; available: string }[]
        }
        if (topic === 'balances' && type === 'delta')
          received[who]!.push(...rows.map(({ asset, available }) => `${available} ${asset}`))
      })
      await once(socket, 'message')
    }
    await send(main, { asset: 'BTC', amount: '0.5' })
    await expect.poll(() => received).toEqual({ sub: ['0.5 BTC'], main: ['1.5 BTC'] })
  })
})
