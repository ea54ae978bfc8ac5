import { createPublicKey, verify } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CoinsConfig, Page, ReservesProof, ReservesReport, ReservesSnapshot } from '@x/api'
import { reserveMessage, statementText, verifyProof } from '@x/reserves'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyMessage } from 'viem'
import { silentLog } from '../../platform/log/Log.ts'
import { nodeClock } from '../../platform/nodePorts.ts'
import {
  createTestGateway,
  type NewUser,
  type TestGateway,
} from '../../testing/createTestGateway.ts'
import { settleGateway } from '../../testing/settleGateway.ts'
import { findAnvil } from '../wallet/devchain/startAnvil.ts'
import { openDevelopmentWallet } from '../wallet/openDevelopmentWallet.ts'

const EVERY = 10_000
const hasChains = findAnvil() !== undefined

/** Answers of one gateway, to everybody and to users. */
function reader(gateway: () => TestGateway) {
  const latest = async () =>
    (await gateway().client().get('/v1/reserves/latest')).data as unknown as ReservesReport | null
  const proof = async ({ client }: NewUser, query = '') =>
    (await client.get(`/v1/reserves/proof${query}`)).data as unknown as ReservesProof
  const settle = (isSo: () => Promise<boolean>) => settleGateway(gateway(), isSo)
  return { latest, proof, settle }
}

describe('proof of reserves without chains (wallet 7)', () => {
  let gateway: TestGateway
  let ann: NewUser
  const { latest, proof, settle } = reader(() => gateway)
  beforeAll(async () => {
    gateway = await createTestGateway({ reservesEveryMs: EVERY })
    const { loginName = '', password = '' } = gateway.demo ?? {}
    const client = gateway.visitor()
    await client.login({ loginName, password })
    ann = { client, email: loginName, userId: '' }
    await settle(async () => (await latest()) !== null)
  })
  afterAll(() => gateway.stop())

  it('shows demonstration funds apart from coins, without a ratio', async () => {
    const report = await latest()
    const usdt = report?.assets.find(({ asset }) => asset === 'USDT')
    expect(usdt).toMatchObject({ owed: usdt?.notCoins, reserves: null, ratio: null })
    expect(report?.statement).toMatchObject({ heights: [], previousRoot: null })
  })

  it('signs the statement with the key of the gateway', async () => {
    const report = await latest()
    if (!report) throw new Error('There is no snapshot.')
    const key = createPublicKey({
      key: Buffer.from(report.publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    const text = Buffer.from(statementText(report.statement))
    expect(verify('sha256', text, key, Buffer.from(report.signature, 'base64'))).toBe(true)
  })

  it('proves to a user what the user owns, to nobody else', async () => {
    const own = await proof(ann)
    const { data } = await ann.client.get('/v1/spot/account/assets')
    const balances = data as unknown as { asset: string; available: string }[]
    const verdict = await verifyProof(own, { root: (await latest())?.statement.root ?? '' })
    if (!verdict.isValid) throw new Error(verdict.fault)
    const { assets, scales } = verdict.statement
    const owed = Object.fromEntries(
      assets.map((asset, n) => [asset, Number(verdict.amounts[n]) / 10 ** (scales[n] ?? 0)]),
    )
    for (const { asset, available } of balances)
      if (Number(available) > 0) expect(owed[asset]).toBeCloseTo(Number(available), 6)
    const ben = await gateway.newUser()
    expect(await ben.client.get('/v1/reserves/proof')).toMatchObject({ code: '40401' })
    const guest = gateway.client({ signs: false })
    expect(await guest.get('/v1/reserves/proof')).toMatchObject({ code: '401' })
    expect(
      await ann.client.get('/v1/reserves/proof?snapshotId=2020-01-01T00:00:00Z'),
    ).toMatchObject({ code: '40401' })
  })

  it('takes snapshots at their distance, each tied to the one before', async () => {
    const first = await latest()
    await settle(async () => (await latest())?.statement.root !== first?.statement.root)
    expect((await latest())?.statement.previousRoot).toBe(first?.statement.root)
    const read = async (query: string) =>
      (await gateway.client().get(`/v1/reserves/history${query}`))
        .data as unknown as Page<ReservesSnapshot>
    const page = await read('?limit=1')
    const rest = await read(`?limit=1&cursor=${encodeURIComponent(page.next ?? '')}`)
    expect(rest.items.map(({ root }) => root)).toEqual([first?.statement.root])
    expect(await gateway.client().get('/v1/reserves/history?cursor=x')).toMatchObject({
      code: '40010',
    })
  })
})

describe.skipIf(!hasChains)('proof of reserves over chains (wallet 7)', () => {
  let dir = ''
  let gateway: TestGateway
  let ann: NewUser
  const { latest, proof, settle } = reader(() => gateway)
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'reserves-'))
    gateway = await createTestGateway({
      reservesEveryMs: EVERY,
      wallet: openDevelopmentWallet({
        dataDir: dir,
        clock: nodeClock(),
        log: silentLog,
        mines: false,
        signs: true,
      }),
    })
    ann = await gateway.newUser()
  }, 600_000)
  afterAll(async () => {
    await gateway.stop()
    await rm(dir, { recursive: true, force: true })
  })
  const dev = async (name: string, body: Readonly<Record<string, unknown>>) => {
    const answer = await gateway.client().post(`/v1/dev/chain/${name}`, body)
    expect(answer).toMatchObject({ code: '0' })
  }

  it('counts coins on signed addresses against what is owed', async () => {
    let address = ''
    await settle(async () => {
      const { data } = await ann.client.get('/v1/asset/deposit/address?asset=USDT&network=evm-a')
      address = (data as { address?: string } | null)?.address ?? ''
      return address !== ''
    })
    await settle(async () => {
      const { data } = await gateway.client().get('/v1/mix/config/coins')
      return (data as unknown as CoinsConfig).networks.every(({ suspended }) => suspended === null)
    })
    await dev('faucet', { network: 'evm-a', asset: 'USDT', address, amount: '250.5' })
    await dev('mine', { network: 'evm-a', blocks: 8 })
    await settle(async () => {
      const { data } = await ann.client.get('/v1/spot/account/assets')
      const assets = data as unknown as { asset: string; available: string }[]
      return assets.some(({ asset, available }) => asset === 'USDT' && Number(available) === 250.5)
    })
    await settle(async () => {
      const found = await latest()
      return found?.addresses.some(({ asset }) => asset === 'USDT') ?? false
    })
    const report = await latest()
    if (!report) throw new Error('There is no snapshot.')
    const usdt = report.assets.find(({ asset }) => asset === 'USDT')
    expect(usdt).toMatchObject({ reserves: '250.5', ratio: '100.00' })
    expect(Number(usdt?.owed) - Number(usdt?.notCoins)).toBe(250.5)
    const own = report.addresses.find((each) => each.asset === 'USDT')
    expect(own).toMatchObject({ address: address.toLowerCase(), amount: '250.5' })
    const isSigned = await verifyMessage({
      address: own?.address as `0x${string}`,
      message: reserveMessage(report.statement),
      signature: own?.signature as `0x${string}`,
    })
    expect(isSigned).toBe(true)
    const verdict = await verifyProof(await proof(ann), {
      root: report.statement.root,
      expected: { USDT: 25_050_000_000n },
    })
    expect(verdict.isValid).toBe(true)
  }, 600_000)
})
