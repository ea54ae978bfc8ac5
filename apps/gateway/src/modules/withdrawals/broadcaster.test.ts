import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPublicClient, formatEther, http } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { nodeClock } from '../../platform/nodePorts.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers, type TestUser } from '../../testing/createTestUsers.ts'
import { settleGateway } from '../../testing/settleGateway.ts'
import { findAnvil } from '../wallet/devchain/startAnvil.ts'
import { openDevelopmentWallet } from '../wallet/openDevelopmentWallet.ts'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'
const binary = findAnvil()

describe.skipIf(binary === undefined)('a withdrawal on the chain (wallet 4)', () => {
  let dir = ''
  let gateway: TestGateway
  let demo: TestUser
  const wallet = () =>
    openDevelopmentWallet({
      dataDir: dir,
      clock: nodeClock(),
      log: silentLog,
      mines: false,
      signs: true,
    })
  let settings: ReturnType<typeof wallet>
  const faults: unknown[] = []
  const log = {
    ...silentLog,
    warn: (...line: readonly unknown[]) => void faults.push(line),
    error: (...line: readonly unknown[]) => void faults.push(line),
  }
  const { stepUp, anonymousClient } = createTestUsers(() => gateway, { name: 'b' })

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'broadcaster-'))
    settings = wallet()
    gateway = await createTestGateway({ wallet: settings, log })
    const client = anonymousClient()
    const { loginName, password } = gateway.demo!
    await client.login({ loginName, password })
    demo = { client, email: loginName, userId: '' }
    await settle(async () => (await chains()).length === 2)
    const address = await settings.signer!.hotAddress()
    for (const asset of ['ETH', 'USDT'])
      await dev('faucet', { network: 'evm-a', asset, amount: '5000', address })
    await dev('mine', { network: 'evm-a', blocks: 12 })
  }, 600_000)
  afterAll(async () => {
    await gateway.stop()
    await rm(dir, { recursive: true, force: true })
  })

  const settle = (isSo: () => Promise<boolean>) =>
    settleGateway(gateway, isSo, { why: () => JSON.stringify(faults) })
  const chains = async () =>
    (await gateway.client().get('/v1/dev/chain')).data as unknown as {
      network: string
      url: string
    }[]
  const dev = async (name: string, body: Readonly<Record<string, unknown>>) => {
    const answer = await gateway.client().post(`/v1/dev/chain/${name}`, body)
    expect(answer).toMatchObject({ code: '0' })
  }
  const mine = (blocks: number) => dev('mine', { network: 'evm-a', blocks })
  const detail = async (id: string) =>
    (await demo.client.get(`/v1/spot/withdraw/detail?withdrawalId=${id}`))
      .data as unknown as Record<string, string>

  async function withdraw(asset: string, amount: string): Promise<string> {
    const verifyToken = await stepUp(demo, 'withdraw')
    const terms = { asset, network: 'evm-a', amount }
    const query = String(new URLSearchParams(terms))
    const quote = (await demo.client.get(`/v1/spot/withdraw/quote?${query}`)).data as unknown as {
      quoteId: string
    }
    const answer = await demo.client.post('/v1/spot/withdraw/apply', {
      ...terms,
      quoteId: quote.quoteId,
      address: TO,
      clientOid: `b-${asset}`,
      verifyToken,
    })
    expect(answer).toMatchObject({ code: '0' })
    return (answer.data as { withdrawalId: string }).withdrawalId
  }
  const reaches = (id: string, state: string) =>
    settle(async () => (await detail(id))['state'] === state)

  it('arrives with what the quote said, less nothing', async () => {
    const id = await withdraw('ETH', '0.1')
    await reaches(id, 'broadcast')
    await mine(1)
    await reaches(id, 'confirming')
    await mine(12)
    await reaches(id, 'completed')
    const [{ url } = { url: '' }] = (await chains()).filter((each) => each.network === 'evm-a')
    const client = createPublicClient({ transport: http(url) })
    expect(formatEther(await client.getBalance({ address: TO }))).toBe('0.099')
    expect(await checkLedger(gateway.db)).toEqual([])
  }, 600_000)

  it('arrives after its block was lost, with the same bytes', async () => {
    const id = await withdraw('USDT', '50')
    await reaches(id, 'broadcast')
    const { txHash } = await detail(id)
    await mine(1)
    await reaches(id, 'confirming')
    await dev('reorg', { network: 'evm-a', depth: 1, keep: false })
    await reaches(id, 'broadcast')
    await settle(async () => {
      await mine(1)
      return (await detail(id))['state'] === 'completed'
    })
    expect((await detail(id))['txHash']).toBe(txHash)
    expect(await checkLedger(gateway.db)).toEqual([])
  }, 600_000)

  it('leaves no key of the signer in the folder of the gateway', async () => {
    const sealed = await readFile(path.join(dir, 'signer', 'seed.json'), 'utf8')
    expect(JSON.parse(sealed)).toMatchObject({ kdf: { name: 'scrypt' } })
    await expect(readFile(path.join(dir, 'wallet', 'development-seed'))).rejects.toThrow('ENOENT')
  })
})
