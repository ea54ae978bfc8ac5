import { formatUnits, parseUnits } from '@x/decimal'
import type { Clock } from '@x/kit'
import { ASSET_SCALES, scaleOf } from '../../exchange/instruments/symbols.ts'
import { depositKey } from '../../exchange/state/deposits.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { DepositReturns } from '../withdrawals/ports/DepositReturns.ts'

export type HeldVerb = 'credit' | 'return'

/** Coins that a person looks at. */
export interface HeldDeposit {
  /** `network:txHash:ordinal`. */
  readonly key: string
  readonly network: string
  readonly txHash: string
  /** `null`: the exchange's own address. */
  readonly userId: string | null
  readonly asset: string
  readonly amount: string
  readonly state: string
  readonly reason: string | null
  /** Whether the asset is listed: others are in no ledger. */
  readonly isListed: boolean
  /** What one operator wants; another one must want the same. */
  readonly wanted: string | undefined
}

export interface HeldDecision {
  readonly key: string
  readonly verb: HeldVerb
  /** As it was typed; empty: what was seen. */
  readonly amount: string
  /** Of a return. */
  readonly address: string
  readonly operator: string
}

/** Deposits that are held or ignored, which two operators credit or send back (wallet 3). */
export interface HeldDeposits {
  /** The held ones first. */
  list(): Promise<readonly HeldDeposit[]>
  /** What came of it. @throws Error that says why it cannot be */
  decide(decision: HeldDecision): Promise<string>
}

export interface HeldDepositsOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly networks: {
    credit(
      network: string,
      decided: { readonly key: string; readonly amount: bigint; readonly giveBack?: () => void },
    ): Promise<void>
  }
  readonly returns: DepositReturns
}

interface Row {
  readonly network: string
  readonly tx_hash: string
  readonly ordinal: number
  readonly user_id: string | null
  readonly asset: string
  readonly amount: string
  readonly state: string
  readonly reason: string | null
  readonly decision: HeldVerb | null
  readonly wanted: string | null
  readonly to: string | null
  readonly operator: string | null
}

interface Wanted {
  readonly verb: HeldVerb
  readonly atoms: bigint
  readonly address: string
}

const MOST = 200
const SELECT = `select s.network, s.tx_hash, s.ordinal, s.user_id, s.asset,
  s.amount::text as amount, s.state, s.reason, d.decision, d.amount::text as wanted,
  d.address as "to", d.operator
  from deposit_sighting s left join deposit_decision d using (network, tx_hash, ordinal)
  where s.state in ('held', 'ignored')`

export function createHeldDeposits(options: HeldDepositsOptions): HeldDeposits {
  const { db } = options
  let turn: Promise<unknown> = Promise.resolve()
  return {
    async list() {
      const rows = await db.query<Row>(
        `${SELECT} order by s.state = 'ignored', s.created_at limit $1`,
        [MOST],
      )
      return rows.map(heldView)
    },
    // Two operators at once: one of them is the first.
    decide(decision) {
      const mine = turn.then(() => decide(options, decision))
      turn = mine.catch(() => {})
      return mine
    },
  }
}

async function decide(options: HeldDepositsOptions, decision: HeldDecision): Promise<string> {
  const { db } = options
  const row = await find(db, decision.key)
  const wanted = await read(options, { row, decision })
  const text = wantedText(wanted, row.asset)
  const isSeconded =
    row.operator !== null &&
    row.operator !== decision.operator &&
    row.decision === wanted.verb &&
    row.wanted === String(wanted.atoms) &&
    row.to === wanted.address
  if (!isSeconded) {
    await propose(options, { row, wanted, operator: decision.operator })
    return `proposed: ${text}; another operator must want the same`
  }
  const number = await carryOut(options, { row, wanted })
  await db.query(
    'delete from deposit_decision where network = $1 and tx_hash = $2 and ordinal = $3',
    [row.network, row.tx_hash, row.ordinal],
  )
  return number === undefined ? `done: ${text}` : `done: ${text}, as withdrawal ${number}`
}

async function find(db: Database, key: string): Promise<Row> {
  const [network = '', txHash = '', ordinal = ''] = key.split(':')
  const [row] = /^\d{1,9}$/.test(ordinal)
    ? await db.query<Row>(`${SELECT} and s.network = $1 and s.tx_hash = $2 and s.ordinal = $3`, [
        network,
        txHash,
        Number(ordinal),
      ])
    : []
  if (!row) throw new RangeError('There is no such held deposit.')
  if (!isListed(row)) throw new RangeError('The asset is not listed: it is in no ledger.')
  return row
}

/** @throws RangeError, GatewayError for what cannot be done */
async function read(
  { returns }: HeldDepositsOptions,
  { row, decision }: { readonly row: Row; readonly decision: HeldDecision },
): Promise<Wanted> {
  const { verb, amount, address } = decision
  const seen = BigInt(row.amount)
  const atoms = amount.trim() === '' ? seen : parseUnits(amount.trim(), scaleOf(row.asset))
  if (atoms === null || atoms <= 0n || atoms > seen)
    throw new RangeError('The amount is above zero and at most what was seen.')
  if (verb === 'credit') return { verb, atoms, address: '' }
  if (row.user_id === null) throw new RangeError('The exchange sends nothing back to itself.')
  const wanted = { ...returnOf(row, row.user_id), atoms, address }
  return { verb, atoms, address: await returns.addressOf(wanted) }
}

const returnOf = (row: Row, userId: string) => ({
  userId,
  network: row.network,
  asset: row.asset,
  key: keyOf(row),
})

async function propose(
  { db, clock }: HeldDepositsOptions,
  {
    row,
    wanted: { verb, atoms, address },
    operator,
  }: { readonly row: Row; readonly wanted: Wanted; readonly operator: string },
): Promise<void> {
  await db.query(
    `insert into deposit_decision (network, tx_hash, ordinal, decision, amount, address, operator,
      at) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (network, tx_hash, ordinal) do update set decision = excluded.decision,
      amount = excluded.amount, address = excluded.address, operator = excluded.operator,
      at = excluded.at`,
    [row.network, row.tx_hash, row.ordinal, verb, String(atoms), address, operator, clock.now()],
  )
}

/** The number of the withdrawal that sends it back. */
async function carryOut(
  { networks, returns }: HeldDepositsOptions,
  { row, wanted: { verb, atoms, address } }: { readonly row: Row; readonly wanted: Wanted },
): Promise<string | undefined> {
  const { user_id: userId } = row
  let number: string | undefined
  await networks.credit(row.network, {
    key: keyOf(row),
    amount: atoms,
    ...(verb === 'return' && userId !== null
      ? {
          giveBack() {
            number = returns.run({ ...returnOf(row, userId), atoms, address })
          },
        }
      : {}),
  })
  return number
}

const keyOf = ({ network, tx_hash: txHash, ordinal }: Row): string =>
  depositKey({ network, txHash, ordinal })

const isListed = ({ asset }: Pick<Row, 'asset'>): boolean => Object.hasOwn(ASSET_SCALES, asset)

const amountText = (atoms: bigint, asset: string): string =>
  `${formatUnits(atoms, scaleOf(asset), { trim: true })} ${asset}`

const wantedText = ({ verb, atoms, address }: Wanted, asset: string): string =>
  verb === 'credit'
    ? `credit ${amountText(atoms, asset)}`
    : `return ${amountText(atoms, asset)} to ${address}`

function heldView(row: Row): HeldDeposit {
  const { network, tx_hash: txHash, user_id: userId, asset, amount, state, reason } = row
  const isKnown = isListed(row)
  return {
    key: keyOf(row),
    network,
    txHash,
    userId,
    asset,
    amount: isKnown ? amountText(BigInt(amount), asset) : amount,
    state,
    reason,
    isListed: isKnown,
    wanted: proposalOf(row),
  }
}

function proposalOf({ decision, wanted, to, operator, asset }: Row): string | undefined {
  if (decision === null) return undefined
  const text = wantedText({ verb: decision, atoms: BigInt(wanted ?? 0), address: to ?? '' }, asset)
  return `${operator ?? ''}: ${text}`
}
