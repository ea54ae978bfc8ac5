import { createPublicKey, verify } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CoinsConfig, DepositAddress, Page, ReservesReport, ReservesSnapshot } from '@x/api'
import { statementText } from '@x/reserves'
import { createPublicClient, erc20Abi, hexToString, http, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '../../../exchange/ledger/invariants.ts'
import { silentLog } from '../../../platform/log/Log.ts'
import { nodeClock } from '../../../platform/nodePorts.ts'
import {
  createTestGateway,
  type NewUser,
  type TestGateway,
} from '../../../testing/createTestGateway.ts'
import { logInOperator, operatorCode } from '../../../testing/operatorClients.ts'
import { settleGateway } from '../../../testing/settleGateway.ts'
import { openDevelopmentOperators } from '../../operators/openDevelopmentOperators.ts'
import { findAnvil } from '../devchain/startAnvil.ts'
import { openDevelopmentWallet } from '../openDevelopmentWallet.ts'
import { DEVELOPMENT_CONTRACTS } from '../ports/networks.ts'

describe.skipIf(findAnvil() === undefined)('sweeps (wallet 4)', () => {
  let dir = ''
  let gateway: TestGateway
  let ann: NewUser
  let ben: NewUser
  let hot: Hex
  let url = ''
  let operatorsAt = ''
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'sweeps-'))
    const wallet = openDevelopmentWallet({
      dataDir: dir,
      clock: nodeClock(),
      log: silentLog,
      mines: false,
      signs: true,
    })
    gateway = await createTestGateway({
      wallet,
      operators: {
        list: await openDevelopmentOperators(dir),
        dir,
        port: 0,
        onListening: (at) => (operatorsAt = at),
      },
    })
    ann = await gateway.newUser()
    ben = await gateway.newUser()
    await settle(async () => (await suspended()) === null)
    hot = (await wallet.signer!.hotAddress()) as Hex
    url = (await chains()).find((each) => each.network === 'evm-a')?.url ?? ''
    // What gas is paid from.
    await dev('faucet', { asset: 'ETH', amount: '5', address: hot })
    await mine(12)
  }, 600_000)
  afterAll(async () => {
    await gateway.stop()
    await rm(dir, { recursive: true, force: true })
  })

  const settle = (isSo: () => Promise<boolean>) => settleGateway(gateway, isSo, { leapMs: 5_000 })
  const dev = async (name: string, body: Readonly<Record<string, unknown>>) => {
    const answer = await gateway
      .client()
      .post(`/v1/dev/chain/${name}`, { network: 'evm-a', ...body })
    expect(answer).toMatchObject({ code: '0' })
    return answer.data as { height: number }
  }
  const chains = async () =>
    (await gateway.client().get('/v1/dev/chain')).data as unknown as {
      network: string
      url: string
      height: number
    }[]
  async function mine(blocks: number): Promise<void> {
    const { height } = await dev('mine', { blocks })
    await settle(async () => ((await chains())[0]?.height ?? 0) >= height)
  }
  const suspended = async () => {
    const { data } = await gateway.client().get('/v1/mix/config/coins')
    return (data as unknown as CoinsConfig).networks[0]?.suspended
  }
  const node = () => createPublicClient({ transport: http(url) })
  const tokens = (address: Hex) =>
    node().readContract({
      address: DEVELOPMENT_CONTRACTS.USDT,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [address],
    })
  const addressOf = async (user: NewUser) =>
    (
      (await user.client.get('/v1/asset/deposit/address?asset=USDT&network=evm-a'))
        .data as unknown as DepositAddress
    ).address as Hex
  const sweeps = async () =>
    gateway.db.query<{ kind: string; is_final: boolean }>(
      `select kind, is_final from chain_sweep where kind <> 'statement'
        order by created_at, kind`,
    )
  const balanceOf = async (user: NewUser, asset: string) => {
    const { data } = await user.client.get('/v1/spot/account/assets')
    return (data as unknown as { asset: string; available: string }[]).find(
      (each) => each.asset === asset,
    )?.available
  }
  const isAsked = async () => {
    const rows = await gateway.db.query<{ payments: unknown[] }>(
      "select payments from chain_sweep where not is_final and kind <> 'statement'",
    )
    return rows.some(({ payments }) => payments.length > 0)
  }

  it('brings deposits to the hot address, also after a reorganisation', async () => {
    const [ofAnn, ofBen] = [await addressOf(ann), await addressOf(ben)]
    await dev('faucet', { asset: 'ETH', amount: '2', address: ofAnn })
    await dev('faucet', { asset: 'USDT', amount: '500', address: ofBen })
    await mine(11)
    expect(await sweeps()).toEqual([])
    await mine(1)
    await settle(isAsked)
    await dev('mine', { blocks: 2 })
    await dev('reorg', { depth: 3, keep: false })
    await settle(async () => {
      await dev('mine', { blocks: 6 })
      const all = await sweeps()
      return all.length >= 3 && all.every((each) => each.is_final)
    })
    expect(new Set((await sweeps()).map(({ kind }) => kind))).toEqual(new Set(['gas', 'sweep']))
    expect([await tokens(ofBen), await tokens(hot)]).toEqual([0n, 500_000_000n])
    // What is left pays replacements, and the next sweep.
    expect(await node().getBalance({ address: ofAnn })).toBeLessThan(10n ** 16n)
    // Users notice nothing of it.
    expect([await balanceOf(ann, 'ETH'), await balanceOf(ben, 'USDT')]).toEqual(['2', '500'])
  }, 600_000)

  it('keeps coins and ledger equal, gas booked from the treasury (W1)', async () => {
    gateway.leap(120_000)
    await mine(1)
    expect(await suspended()).toBeNull()
    const booked = () =>
      gateway.db.query(
        "select 1 from treasury_move where direction = 'out' and key not like '%:statement:gas'",
      )
    const count = (await sweeps()).length
    // The ledger follows the journal.
    await settle(async () => (await booked()).length >= count)
    expect(await booked()).toHaveLength(count)
    expect(await checkLedger(gateway.db)).toEqual([])
  }, 600_000)

  const latest = async () =>
    (await gateway.client().get('/v1/reserves/latest')).data as unknown as ReservesReport | null

  it('sends the signed statement of the reserves, which anybody reads (wallet 7)', async () => {
    await settle(async () => {
      await dev('mine', { blocks: 6 })
      return (await latest())?.transaction !== undefined
    })
    const report = (await latest())!
    const hash = report.transaction?.txHash as Hex
    const { input, from, to, value } = await node().getTransaction({ hash })
    expect([from, to, value]).toEqual([hot.toLowerCase(), hot.toLowerCase(), 0n])
    const text = hexToString(input)
    expect(text).toBe(statementText(report.statement))
    const key = {
      key: Buffer.from(report.publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    } as const
    const signature = Buffer.from(report.signature, 'base64')
    expect(verify('sha256', Buffer.from(text), createPublicKey(key), signature)).toBe(true)
    const { data } = await gateway.client().get('/v1/reserves/history?limit=1')
    const { items } = data as unknown as Page<ReservesSnapshot>
    expect(items[0]?.transaction).toEqual({ network: 'evm-a', txHash: hash })
    const { gasUsed, effectiveGasPrice } = await node().getTransactionReceipt({ hash })
    const booked = () =>
      gateway.db.query<{ atoms: string }>(
        "select amount::text as atoms from treasury_move where key like '%:statement:gas'",
      )
    await settle(async () => (await booked()).length > 0)
    expect(await booked()).toEqual([{ atoms: String(gasUsed * effectiveGasPrice) }])
    gateway.leap(120_000)
    await mine(1)
    expect(await suspended()).toBeNull()
    expect(await checkLedger(gateway.db)).toEqual([])
  }, 600_000)

  const atomsOf = async (owner: string) => {
    const [row] = await gateway.db.query<{ balance: string }>(
      `select balance::text as balance from ledger_account
        where owner = $1 and realm = 'live' and asset = 'ETH'`,
      [owner],
    )
    return BigInt(row?.balance ?? 0)
  }

  it('fills the earn pool from the treasury, once a key (products 3)', async () => {
    const now = () => gateway.clock.now()
    const { send, page } = await logInOperator({ dir, url: operatorsAt, now }, 'first')
    const before = [await atomsOf('earnPool'), await atomsOf('treasury')] as const
    const terms = { asset: 'ETH', amount: '0.25', key: 'june' }
    async function fill(changes: Partial<typeof terms> = {}): Promise<string> {
      gateway.leap(30_000)
      const code = await operatorCode({ dir, now }, 'first')
      const shown = await send('/earn/pool/fund', { ...terms, code, ...changes })
      expect(await send('/earn/pool/fund', { ...terms, code })).toContain('refused: code')
      return /role="status">fund pool: ([^<]*)/.exec(shown)?.[1] ?? shown
    }
    expect(await send('/earn/pool/fund', terms)).toContain('refused: code')
    for (const amount of ['', '0', '-1', '1e3', `0.${'1'.repeat(19)}`, '１', '99999999'])
      expect(await fill({ amount })).toMatch(/^refused: /)
    for (const changes of [{ asset: 'LINK' }, { asset: '' }, { key: '' }, { key: '<b>' }])
      expect(await fill(changes)).toMatch(/^refused: /)
    expect(await fill()).toBe('filled: 0.25 ETH, key june')
    expect(await fill()).toBe('filled before: 0.25 ETH, key june')
    expect(await fill({ amount: '0.26' })).toMatch(/^refused: The key was used/)
    const cells = (await page())
      .replaceAll(/<td[^>]*><div>/g, '<td>')
      .replaceAll('</div></td>', '</td>')
    expect(cells).toContain('<td>0.25 ETH</td><td>treasury</td><td>june</td>')
    const after = [await atomsOf('earnPool'), await atomsOf('treasury')] as const
    const quarter = 25n * 10n ** 16n
    expect([after[0] - before[0], before[1] - after[1]]).toEqual([quarter, quarter])
    const log = await readFile(path.join(dir, 'operators.log'), 'utf8')
    expect(log).toContain('"action":"fund","subject":"pool","outcome":"filled: 0.25 ETH, key june"')
    expect(await checkLedger(gateway.db)).toEqual([])
  }, 600_000)
})
