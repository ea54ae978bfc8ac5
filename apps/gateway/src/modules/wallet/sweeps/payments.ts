import type { Clock } from '@x/kit'
import type { TradingCore } from '../../../exchange/trading-core/openTradingCore.ts'
import type { Database } from '../../../platform/db/Database.ts'
import type { Log } from '../../../platform/log/Log.ts'
import { isUtxoChain, type Chain, type ChainReceipt, type UtxoChain } from '../ports/Chain.ts'
import { assetOn, atomsPerUnit, type Network } from '../ports/networks.ts'
import { dataGas, gasOf, receiptOf, replacementFee, sendAgain } from '../ports/payments.ts'
import { perByteOf } from '../ports/outputs.ts'
import type { Signer, SignConsolidation, SignStatement, SignSweep } from '../ports/Signer.ts'
import { statementText } from '@x/reserves'
import { statementOf } from '../../reserves/ports/statements.ts'
import { deleteSweep, isMoveBooked, writeSweep, type Sweep } from './queries.ts'

/** A network at the height that was read last. */
export interface Place {
  readonly network: Network
  readonly chain: Chain
  readonly height: number
}

export interface SweepPaymentOptions {
  readonly signer: Signer
  readonly db: Database
  readonly core: Pick<TradingCore, 'execute' | 'durable' | 'settled'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}

/** After a refusal of the signer, and until what it refuses is planned anew. */
const ASK_AGAIN_MS = 60_000
const GIVE_UP_MS = 600_000
const BUMP_AFTER_BLOCKS = 10
const MOST_BUMPS = 5

/** Under which the treasury books the gas of a sweep. */
export const gasKey = ({ network, id }: Pick<Sweep, 'network' | 'id'>): string =>
  `${network}:${id}:gas`

type Payments = SweepPaymentOptions & {
  readonly open: Map<string, Sweep>
  /** Height of the head at the first look at a transaction, by its hash. */
  readonly seenAt: Map<string, number>
  /** When the signer refused a sweep. */
  readonly refusedAt: Map<string, number>
}

/** Signs, sends and books an open sweep, one step at a time: each is on disk before the next. */
export function createSweepPayments(options: SweepPaymentOptions, open: Map<string, Sweep>) {
  const payments: Payments = { ...options, open, seenAt: new Map(), refusedAt: new Map() }
  return async (place: Place, sweep: Sweep): Promise<void> => {
    const { chain, network } = place
    const last = sweep.payments.at(-1)
    if (!last) return signNext(payments, { place, sweep })
    const receipt = await receiptOf(chain, sweep.payments)
    const head = await chain.head()
    if (receipt) {
      // Should its block be lost, it has waited for none since.
      for (const { txHash } of sweep.payments) payments.seenAt.delete(txHash)
      const isFinal = head.height - receipt.height + 1 >= network.unlockAt
      return isFinal ? end(payments, { place, sweep, receipt }) : undefined
    }
    const since = payments.seenAt.get(last.txHash) ?? head.height
    payments.seenAt.set(last.txHash, since)
    if (sweep.kind === 'refill') {
      // It was in a block: should it come again, the watcher says so.
      if (head.height - since >= 2 * network.unlockAt) await forget(payments, sweep)
      return
    }
    await sendAgain(chain, last)
    if (head.height - since >= BUMP_AFTER_BLOCKS && last.bump < MOST_BUMPS)
      await signNext(payments, { place, sweep })
  }
}

async function update(
  { db, clock }: Payments,
  { sweep, change }: { readonly sweep: Sweep; readonly change: Partial<Sweep> },
): Promise<void> {
  Object.assign(sweep, change, { updatedAt: clock.now() })
  await writeSweep(db, sweep)
}

async function signNext(
  payments: Payments,
  { place, sweep }: { readonly place: Place; readonly sweep: Sweep },
): Promise<void> {
  const { signer, clock, refusedAt } = payments
  if (clock.now() - (refusedAt.get(sweep.id) ?? -Infinity) < ASK_AGAIN_MS) return
  const last = sweep.payments.at(-1)
  const bump = last ? last.bump + 1 : 0
  const request = isUtxoChain(place.chain)
    ? await consolidationRequest({ ...place, chain: place.chain }, { sweep, bump })
    : await evmRequest(payments, { place, sweep, bump })
  if (!request) return
  sweep.isRefused = false
  const answer = await signer.sign(request)
  if ('refused' in answer) return refused(payments, { sweep, reason: answer.refused })
  const change = { payments: [...sweep.payments, { ...answer.signed, bump }] }
  await update(payments, { sweep, change })
}

interface Asked {
  readonly sweep: Sweep
  readonly bump: number
}

async function evmRequest(
  { signer, db }: Payments,
  { place: { chain, network }, sweep, bump }: Asked & { readonly place: Place },
): Promise<SignSweep | SignStatement | undefined> {
  const quote = await chain.feeQuote()
  const coin = assetOn(network, sweep.asset)
  if (quote.family !== 'evm' || !coin) return undefined
  const least = await replacementFee(sweep.payments.at(-1))
  const maxFeePerGas = quote.maxFeePerGas > least ? quote.maxFeePerGas : least
  const sender = sweep.kind === 'sweep' ? sweep.address : await signer.hotAddress()
  const base = { bump, network: network.id, mined: await chain.nonce(sender) }
  const fees = {
    maxFeePerGas: String(maxFeePerGas),
    maxPriorityFeePerGas: String(bump === 0 ? quote.maxPriorityFeePerGas : maxFeePerGas),
  }
  if (sweep.snapshotId !== undefined) {
    const statement = await statementOf(db, sweep.snapshotId)
    if (!statement) return undefined
    const limit = String(dataGas(statementText(statement).length))
    return { ...base, kind: 'statement', id: sweep.snapshotId, statement, gas: { limit, ...fees } }
  }
  return {
    ...base,
    ...targetOf(sweep),
    id: sweep.id,
    units: String(sweep.units),
    gas: { limit: String(gasOf(coin)), ...fees },
  }
}

/** `undefined`: the outputs do not pay for a dearer byte. */
async function consolidationRequest(
  { chain, network }: Place & { readonly chain: UtxoChain },
  { sweep, bump }: Asked,
): Promise<SignConsolidation | undefined> {
  const cold = sweep.kind === 'cold' ? sweep.units : 0n
  const perByte = await perByteOf(chain, {
    inputs: sweep.inputs.map(({ units }) => ({ units: BigInt(units) })),
    pays: cold,
    last: sweep.payments.at(-1),
  })
  return perByte === undefined
    ? undefined
    : {
        kind: 'consolidate',
        id: sweep.id,
        bump,
        network: network.id,
        asset: sweep.asset,
        cold: String(cold),
        perByte: String(perByte),
        inputs: sweep.inputs,
      }
}

async function forget({ db, open }: Payments, sweep: Sweep): Promise<void> {
  await deleteSweep(db, sweep)
  open.delete(sweep.id)
}

/** What was never signed is planned anew after a while, at the fees of then. */
async function refused(
  payments: Payments,
  { sweep, reason }: { readonly sweep: Sweep; readonly reason: string },
): Promise<void> {
  const { clock, log, refusedAt } = payments
  log.error('The signer refuses a sweep', { sweep: sweep.id, reason })
  refusedAt.set(sweep.id, clock.now())
  sweep.isRefused = true
  // Another payment spends an output: this one was not signed, and never will be.
  const isOver = reason === 'inputs' || clock.now() - sweep.createdAt > GIVE_UP_MS
  if (sweep.payments.length > 0 || reason === 'changed' || !isOver) return
  await forget(payments, sweep)
}

/** The treasury pays the gas, once; the key of an old move is in the ledger only. */
async function end(
  payments: Payments,
  {
    place: { network, height },
    sweep,
    receipt,
  }: { readonly place: Place; readonly sweep: Sweep; readonly receipt: ChainReceipt },
): Promise<void> {
  const { core, db, clock, open } = payments
  const coin = network.assets.find(({ contract }) => contract === undefined)
  const key = gasKey(sweep)
  await core.settled()
  if (coin && receipt.gas > 0n && !(await isMoveBooked(db, key)))
    core.execute({
      kind: 'treasury',
      at: clock.now(),
      network: network.id,
      asset: coin.asset,
      atoms: String(receipt.gas * atomsPerUnit(coin)),
      direction: 'out',
      key,
      height,
    })
  await core.durable()
  await update(payments, { sweep, change: { isFinal: true, finalHash: receipt.txHash } })
  open.delete(sweep.id)
}

type Target<T> = T extends unknown ? Pick<T, Extract<keyof T, 'kind' | 'index' | 'asset'>> : never

function targetOf({ kind, index = 0, asset }: Sweep): Target<SignSweep> {
  if (kind === 'gas') return { kind, index }
  return kind === 'sweep' ? { kind, index, asset } : { kind: 'cold', asset }
}
