import type { SettlementBatch } from '../../exchange/ledger/batch.ts'
import { dropSessions, type Answer, type Server } from './postgres.ts'
import { isDead, type Process, type World } from './World.ts'

/** The server of the ledger and of the lease: one machine that loses nothing that it committed. */
export interface LedgerServer extends Server {
  kill(): void
  start(): void
  readonly settledSeq: number
  /** Realm, owner and asset -> atoms. */
  readonly balances: ReadonlyMap<string, bigint>
  readonly held: ReadonlyMap<string, bigint>
  /** How often each name was used: an order's by user and `clientOid`, a transfer's likewise. */
  readonly uses: ReadonlyMap<string, ReadonlySet<string>>
}

interface Lease {
  epoch: number
  token: string | null
  host: string
  expiresAt: number | null
}

interface Rows {
  readonly progress: { settled: number; epoch: number }
  readonly lease: Lease
  readonly balances: Map<string, bigint>
  readonly held: Map<string, bigint>
  readonly holds: Map<string, { readonly account: string; readonly amount: bigint }>
  readonly uses: Map<string, Set<string>>
}

type Params = readonly unknown[]

const NONE: Answer = { rows: [] }
const FENCED = 'WF001'
const REFUSED = '23000'
const sqlError = (code: string, text: string): Error => Object.assign(new Error(text), { code })

export const accountKey = (realm: string, owner: string, asset: string): string =>
  `${realm} ${owner} ${asset}`

export function createLedgerServer(world: World): LedgerServer {
  const host = world.host('ledger')
  const sessions: LedgerServer['sessions'] = new Set()
  const rows: Rows = {
    progress: { settled: 0, epoch: 0 },
    lease: { epoch: 0, token: null, host: '', expiresAt: null },
    balances: new Map(),
    held: new Map(),
    holds: new Map(),
    uses: new Map(),
  }
  let process: Process | undefined = world.start(host)
  const server: LedgerServer = {
    host,
    sessions,
    process: () => (process && !isDead(process) ? process : undefined),
    isOpen: () => true,
    kill() {
      if (!process) return
      process.isDead = true
      process = undefined
      dropSessions(server)
    },
    start: () => void (process = world.start(host)),
    answer: (_, text, params) =>
      new Promise((resolve, reject) => {
        // Of one that is killed meanwhile nothing is done; after this all of it is.
        world.after(
          0.3 + world.random() * host.syncMs,
          () => {
            try {
              resolve(answerFrom(rows, { text, params, now: world.now() + host.skewMs }))
            } catch (error) {
              reject(error instanceof Error ? error : new Error(String(error)))
            }
          },
          process,
        )
      }),
    get settledSeq() {
      return rows.progress.settled
    },
    balances: rows.balances,
    held: rows.held,
    uses: rows.uses,
  }
  return server
}

function answerFrom(
  rows: Rows,
  { text, params, now }: { readonly text: string; readonly params: Params; readonly now: number },
): Answer {
  if (text.includes('writer_lease')) return answerLease(rows, { text, params, now })
  if (text.startsWith('select ledger_settle'))
    return settle(rows, JSON.parse(String(params[0])) as SettlementBatch)
  if (text.startsWith('select settled_seq'))
    return {
      rows: [
        {
          settled_seq: rows.progress.settled,
          seq: rows.progress.settled,
          epoch: rows.progress.epoch,
        },
      ],
    }
  if (text.startsWith('update ledger_progress set opened_epoch'))
    return params[0] === rows.progress.epoch ? { rows: [{}] } : NONE
  if (text.includes('from ledger_account')) return balancesOf(rows)
  // An order's terms are with it from the first day here.
  if (text.startsWith('select order_id from spot_order')) return NONE
  throw sqlError('42601', `Unknown statement: ${text}`)
}

function answerLease(
  { lease, progress }: Rows,
  { text, params, now }: { readonly text: string; readonly params: Params; readonly now: number },
): Answer {
  if (text.includes('set epoch = epoch + 1')) {
    const [token, host, , , , , seconds, epoch, expiresAt, mayTake] = params
    const isOver = lease.token === null || (lease.expiresAt ?? 0) <= now || mayTake === true
    if (epoch !== lease.epoch || expiresAt !== String(lease.expiresAt ?? '') || !isOver) return NONE
    Object.assign(lease, { token, host, expiresAt: now + Number(seconds) * 1_000 })
    progress.epoch = ++lease.epoch
    return { rows: [{ epoch: lease.epoch }] }
  }
  if (text.startsWith('select')) {
    const { epoch, token, host, expiresAt } = lease
    const row = { epoch, token, host, pid: 1, boot_id: null, pid_namespace: null, since: '' }
    return {
      rows: [
        {
          ...row,
          start_time: null,
          expires_at: expiresAt === null ? null : String(expiresAt),
          left_ms: (expiresAt ?? 0) - now,
        },
      ],
    }
  }
  const [epoch, token, seconds] = params
  if (epoch !== lease.epoch || token !== lease.token) return NONE
  const isRelease = text.includes('set token = null')
  lease.expiresAt = now + (isRelease ? 0 : Number(seconds) * 1_000)
  if (isRelease) lease.token = null
  return { rows: [{ epoch }] }
}

const add = (map: Map<string, bigint>, key: string, amount: bigint): void =>
  void map.set(key, (map.get(key) ?? 0n) + amount)

/** `ledger_settle`: a batch whole or not at all, in sequence, of the epoch that trades. */
function settle(rows: Rows, batch: SettlementBatch): Answer {
  if (batch.epoch !== rows.progress.epoch) throw sqlError(FENCED, 'Another gateway trades.')
  if (batch.after !== rows.progress.settled || batch.through < batch.after)
    throw sqlError(REFUSED, `The batch after ${batch.after} does not follow.`)
  rows.progress.settled = batch.through
  for (const entry of batch.entries as Readonly<Record<string, string>>[]) {
    const { realm = '', asset = '', debit = '', credit = '', amount = '0' } = entry
    add(rows.balances, accountKey(realm, debit, asset), -BigInt(amount))
    add(rows.balances, accountKey(realm, credit, asset), BigInt(amount))
  }
  for (const hold of batch.holds as Readonly<Record<string, string>>[]) {
    const { scope = '', ref = '', realm = '', owner = '', asset = '', amount = '0' } = hold
    const former = rows.holds.get(`${scope} ${ref}`)
    if (former) add(rows.held, former.account, -former.amount)
    const account = accountKey(realm, owner, asset)
    rows.holds.set(`${scope} ${ref}`, { account, amount: BigInt(amount) })
    add(rows.held, account, BigInt(amount))
  }
  const note = (name: string, id: unknown) =>
    void rows.uses.set(name, (rows.uses.get(name) ?? new Set()).add(String(id)))
  for (const order of batch.orders as Readonly<Record<string, string>>[])
    note(`order ${order['realm']} ${order['user_id']} ${order['client_oid']}`, order['order_id'])
  for (const transfer of batch.transfers as Readonly<Record<string, string>>[])
    note(`transfer ${transfer['asked_by']} ${transfer['client_oid']}`, transfer['transfer_id'])
  return NONE
}

function balancesOf({ balances, held }: Rows): Answer {
  const names = new Set([...balances.keys(), ...held.keys()])
  return {
    rows: [...names]
      .map((name) => {
        const [realm, owner, asset] = name.split(' ')
        const [balance, kept] = [balances.get(name) ?? 0n, held.get(name) ?? 0n]
        return { realm, owner, asset, balance: String(balance), held: String(kept) }
      })
      .filter(({ balance, held: kept }) => balance !== '0' || kept !== '0'),
  }
}
