import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { testServerIdentity } from '@x/gateway-sign/testing'
import type { CoinsConfig, WithdrawalQuote } from '@x/api'
import { createChance } from '../modules/market-data/generator/random.ts'
import type { Database } from '../platform/db/Database.ts'
import { openDatabase } from '../platform/db/openDatabase.ts'
import { createHttpClient } from './createHttpClient.ts'
import type { TestClient } from './createTestClient.ts'
import { openServerTestDatabase } from './openServerTestDatabase.ts'
import { startGatewayProcess, type GatewayProcess } from './startGatewayProcess.ts'

/** A Postgres server instead of the embedded database: a start takes half of the processor time. */
const SERVER = process.env['TEST_DATABASE_URL'] ?? ''
const SIGNER = 'signer/src/main'

/** Rejects with what was waited for and what the gateway printed. */
type Until = (what: string, isSo: () => Promise<boolean>) => Promise<void>

export interface WalletChaosTerms {
  readonly network: string
  readonly asset: string
  /** Somebody else's address, who is paid by withdrawals alone. */
  readonly payee: string
  /** What the command line of the network's node has. */
  readonly node: string
  /** `DEVELOPMENT_CHAINS`. */
  readonly chains: string
}

/**
 * A gateway process with its signer and the node of a chain, each of which can be killed while the
 * demo account is paid and withdraws.
 */
export async function openWalletChaos({ network, asset, payee, node, chains }: WalletChaosTerms) {
  const dataDir = await mkdtemp(path.join(tmpdir(), `${network}-chaos-`))
  const seed = process.env['CHAOS_SEED'] ?? String(Math.floor(Math.random() * 1e9))
  const chance = createChance(seed)
  await writeFile(path.join(dataDir, 'identity.json'), JSON.stringify(testServerIdentity), {
    mode: 0o600,
  })
  const server = SERVER === '' ? undefined : await openServerTestDatabase(SERVER)
  let gateway: GatewayProcess | undefined
  let client: TestClient | undefined
  let demoName = ''

  const open = (): Promise<Database> => openDatabase({ dataDir, databaseUrl: server?.url })

  const running = () => {
    if (!gateway || !client) throw new Error('The gateway does not run.')
    return { gateway, client }
  }

  const until: Until = async (what, isSo) => {
    for (let tries = 0; tries < 12_000; tries++) {
      if (await isSo()) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const output = running().gateway.output()
    throw new Error(`Not so: ${what} (CHAOS_SEED=${seed}). ${output}`)
  }

  async function suspended(): Promise<string | null | undefined> {
    const { data } = await running().client.get('/v1/mix/config/coins')
    const { networks } = data as unknown as CoinsConfig
    return networks.find((each) => each.network === network)?.suspended
  }

  /** A development route; `undefined`: a kill took the answer. */
  const dev = (name: string, body: Readonly<Record<string, unknown>> = {}) =>
    running()
      .client.post(`/v1/dev/chain/${name}`, { network, ...body })
      .catch(() => undefined)

  /** Again, as a supervisor does, while the machine is too busy for a connection in time. */
  const start = (): Promise<void> =>
    startOnce().catch((error: unknown) => {
      if (!String(error).includes('cannot be reached')) throw error
      return start()
    })

  async function startOnce(): Promise<void> {
    gateway = startGatewayProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: server?.url ?? '',
      NODE_ENV: 'development',
      MARKET_SCENARIO: 'calm',
      DEVELOPMENT_CHAINS: chains,
    })
    const [, url = ''] = await gateway.said(/^URL: (\S+)/m)
    const [, name = '', password = ''] = await gateway.said(/^Demo account: (\S+) (\S+)/m)
    demoName = name
    client = createHttpClient(url)
    const answer = await client.login({ loginName: name, password })
    if (answer.code !== '0') throw new Error(`The log-in answered ${answer.code}: ${answer.msg}`)
    await until('the network is open', async () => (await suspended()) === null)
  }

  async function kill(): Promise<void> {
    gateway?.child.kill('SIGKILL')
    await gateway?.ended
  }

  async function stop(): Promise<void> {
    const { child, ended } = running().gateway
    child.kill('SIGTERM')
    await Promise.race([ended, once(child, 'exit')])
  }

  return {
    dataDir,
    /** Names this history in failures; `CHAOS_SEED` asks for it again. */
    seed,
    choose: (below: number): number => Math.floor(chance.uniform() * below),
    until,
    suspended,
    dev,
    start,
    kill,
    stop,
    client: () => running().client,
    gateway: () => running().gateway,
    /** A third of the rounds kills the gateway, and both others with it; the others come back. */
    async killInRound(round: number): Promise<() => Promise<void>> {
      const only = [undefined, SIGNER, node][round % 3]
      await (only === undefined ? kill() : killBelow(running().gateway, only))
      return async () => {
        if (only === undefined) await start()
        else
          await until(
            'a block can be mined',
            async () => (await dev('mine', { blocks: 1 }))?.code === '0',
          )
      }
    },
    ...readChain({ network, client: () => running().client, until, dev }),
    /** While the gateway does not run. */
    openDatabase: open,
    ...payTo({
      network,
      asset,
      payee,
      client: () => running().client,
      open,
      demoName: () => demoName,
    }),
    async close(): Promise<void> {
      await kill()
      await server?.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function readChain({
  network,
  client,
  until,
  dev,
}: Pick<WalletChaosTerms, 'network'> & {
  readonly client: () => TestClient
  readonly until: Until
  readonly dev: (name: string) => Promise<Awaited<ReturnType<TestClient['post']>> | undefined>
}) {
  return {
    /** The chain as the gateway has read it, once its node answers: a busy one may not. */
    async chain(): Promise<{ readonly url: string; readonly height: number }> {
      let found: { readonly url: string; readonly height: number } | undefined
      await until('the chain is listed', async () => {
        const { data } = await client().get('/v1/dev/chain')
        const chains = data as unknown as (NonNullable<typeof found> & { network: string })[]
        found = chains.find((each) => each.network === network)
        return found !== undefined
      })
      if (!found) throw new Error('The development chain is not there.')
      return found
    },
    /** What of W1 to W6 does not hold at the block that was read last. */
    async faults(): Promise<readonly string[]> {
      let found: { readonly faults: readonly string[] } | undefined
      await until('the check answers', async () => {
        const answer = await dev('check')
        if (answer?.code === '0') found = answer.data as unknown as NonNullable<typeof found>
        return found !== undefined
      })
      return found?.faults ?? []
    },
  }
}

/** Withdrawals of the demo account without codes by e-mail. */
function payTo({
  network,
  asset,
  payee,
  client,
  open,
  demoName,
}: Pick<WalletChaosTerms, 'network' | 'asset' | 'payee'> & {
  readonly client: () => TestClient
  readonly open: () => Promise<Database>
  readonly demoName: () => string
}) {
  const bookId = `${network}-chaos`
  return {
    /** While the gateway does not run: an entry in the book that is a day old, and the flag. */
    async preparePayee(): Promise<void> {
      const db = await open()
      const [user] = await db.query<{ id: string }>('select id from users where email = $1', [
        demoName(),
      ])
      await db.query(
        `insert into withdrawal_address
          (book_id, user_id, network, address, tag, label, created_at, usable_at)
          values ($1, $2, $3, $4, '', 'chaos', 0, 0)`,
        [bookId, user?.id, network, payee],
      )
      await db.query('insert into withdrawal_setting (user_id, no_password_cap) values ($1, $2)', [
        user?.id,
        String(10_000n * 10n ** 8n),
      ])
      await db.close()
    },
    /** Asks for a withdrawal; whether it was taken is seen at the end. */
    async withdraw(amount: string): Promise<void> {
      const terms = { asset, network, amount }
      const query = String(new URLSearchParams(terms))
      const quoted = await client().get(`/v1/spot/withdraw/quote?${query}`)
      const { quoteId } = quoted.data as unknown as WithdrawalQuote
      const clientOid = `${network}-${amount.replace('.', '-')}`
      await client().post('/v1/spot/withdraw/apply', {
        ...terms,
        quoteId,
        bookId,
        clientOid,
      })
    },
  }
}

export type WalletChaos = Awaited<ReturnType<typeof openWalletChaos>>

/** Processes below the gateway whose command line says so: the signer, the node of a chain. */
async function killBelow({ child }: GatewayProcess, says: string): Promise<void> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^[0-9]+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent === child.pid || (parent !== undefined && parent > 1 && isBelow(parent))
  }
  for (const pid of parents.keys()) {
    if (!isBelow(pid)) continue
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.replaceAll('\0', ' ').includes(says)) process.kill(pid, 'SIGKILL')
  }
}

/** What sweeps took that are in a block and not final; `gas`: what each transaction took. */
export async function unbookedGas(db: Database, gas: ReadonlyMap<string, bigint>): Promise<bigint> {
  const rows = await db.query<{ payments: readonly { txHash: string }[] }>(
    'select payments from chain_sweep where not is_final',
  )
  return rows
    .flatMap(({ payments }) => payments)
    .reduce((sum, { txHash }) => sum + (gas.get(txHash) ?? 0n), 0n)
}
