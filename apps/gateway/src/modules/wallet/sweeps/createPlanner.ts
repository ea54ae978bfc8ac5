import type { TradingCore } from '../../../exchange/trading-core/openTradingCore.ts'
import type { Database } from '../../../platform/db/Database.ts'
import type { Clock } from '@x/kit'
import { isUtxoChain, type UtxoChain } from '../ports/Chain.ts'
import { assetOn } from '../ports/networks.ts'
import { dataGas, gasOf } from '../ports/payments.ts'
import { statementText } from '@x/reserves'
import { unsentStatement } from '../../reserves/ports/statements.ts'
import { ownOutputs, type NumberedAddresses, type OutputPlace } from '../ports/outputs.ts'
import type { Signer } from '../ports/Signer.ts'
import type { Place } from './payments.ts'
import { leavingOn, planCold } from './planCold.ts'
import { planOutputs } from './planOutputs.ts'
import { FEE_RESERVE, planSweep, type Plan, type PlanOptions } from './planSweep.ts'
import { unsweptOf, writeSweep, type Sweep, type Unswept } from './queries.ts'

export interface PlannerOptions {
  readonly signer: Pick<Signer, 'hotAddress'>
  readonly db: Database
  readonly core: Pick<TradingCore, 'state'>
  readonly clock: Pick<Clock, 'now'>
  readonly valueOf: PlanOptions['valueOf']
  /** Deposit addresses of UTXO networks. */
  readonly addresses?: NumberedAddresses | undefined
}

/** What is not worth its gas is looked at again after this long. */
const REST_MS = 600_000

/** Begins what is to be swept: adds it to the open sweeps. */
export function createPlanner(options: PlannerOptions, open: Map<string, Sweep>) {
  const { signer, db, core, clock, valueOf } = options
  const restUntil = new Map<string, number>()
  // A statement that the signer refused takes nothing: coins need not wait for it.
  const takes = ({ kind, isRefused, payments }: Sweep): boolean =>
    kind !== 'statement' || !isRefused || payments.length > 0
  const isBusy = (network: string, address: string): boolean =>
    [...open.values()].some(
      (each) => each.network === network && each.address === address && takes(each),
    )
  const hotOf = async ({ network }: Place): Promise<string> =>
    (await signer.hotAddress(network.family)).toLowerCase()

  /** Kept before the signer is asked: what it signs has a nonce, and must not be forgotten. */
  async function keep(
    place: Place,
    {
      plan,
      unswept,
      finalHeight,
    }: { readonly plan: Plan; readonly unswept?: Unswept; readonly finalHeight: number },
  ): Promise<void> {
    const { network } = place
    const hot = await hotOf(place)
    const now = clock.now()
    const sweep: Sweep = {
      ...plan,
      id: `${network.id}:${unswept?.index ?? 'hot'}:${plan.snapshotId ?? now}:${plan.kind}`,
      network: network.id,
      index: unswept?.index,
      address: unswept?.address ?? hot,
      finalHeight,
      inputs: plan.inputs ?? [],
      payments: [],
      isFinal: false,
      createdAt: now,
      updatedAt: now,
    }
    await writeSweep(db, sweep)
    open.set(sweep.id, sweep)
  }

  /** One payment at a time: its rest is an output only once it is final. */
  async function planUtxo(place: Place & { readonly chain: UtxoChain }): Promise<void> {
    const { network, height } = place
    const withdrawals = [...core.state.withdrawals.open.values()].filter(
      (each) => each.network === network.id,
    )
    // What the signer was asked for and nobody has yet may spend any output.
    const isAsked = withdrawals.some(({ asked, payments }) => asked && payments.length === 0)
    if (isAsked || isBusy(network.id, await hotOf(place))) return
    const own = await ownOutputs({
      ...place,
      ...options,
      withdrawals,
      reserved: reservedOn(open, network.id),
      readTo: height,
    })
    const isWanted = withdrawals.some(({ state }) => state === 'approved')
    const plan = await planOutputs({ ...place, state: core.state, own, isWanted })
    if (plan) await keep(place, { plan, finalHeight: height - network.unlockAt + 1 })
  }

  /** The latest snapshot only: it names the root of the one before. */
  async function planStatement(place: Place): Promise<void> {
    const { network, height } = place
    const coin = network.assets.find(({ contract }) => contract === undefined)
    if (!coin || isBusy(network.id, await hotOf(place))) return
    const statement = await unsentStatement(db)
    if (!statement) return
    const { snapshotId } = statement
    const plan: Plan = { kind: 'statement', asset: coin.asset, units: 0n, snapshotId }
    const gas = dataGas(statementText(statement).length)
    // What withdrawals take is left to them.
    const units = leavingOn(core.state, { network, coin })
    if (await canPay(place, { plan: { ...plan, units }, signer, gas }))
      await keep(place, { plan, finalHeight: height - network.unlockAt + 1 })
  }

  return async (place: Place): Promise<void> => {
    const { network, height, chain } = place
    if (isUtxoChain(chain)) return planUtxo({ ...place, chain })
    if (network.hasStatements) await planStatement(place)
    const finalHeight = height - network.unlockAt + 1
    const now = clock.now()
    for (const unswept of await unsweptOf(db, { network, finalHeight })) {
      const name = `${network.id} ${unswept.address} ${unswept.asset}`
      if (isBusy(network.id, unswept.address) || (restUntil.get(name) ?? 0) > now) continue
      const plan = await planSweep({ ...place, finalHeight, now, valueOf }, unswept)
      if (!plan) restUntil.set(name, now + REST_MS)
      else if (await canPay(place, { plan, signer }))
        await keep(place, { plan, unswept, finalHeight })
    }
    const hot = await hotOf(place)
    if (isBusy(network.id, hot)) return
    const plan = await planCold({ ...place, state: core.state, hot })
    if (plan && (await canPay(place, { plan, signer }))) await keep(place, { plan, finalHeight })
  }
}

/** Outputs that payments between our addresses spend. */
export const reservedOn = (
  open: ReadonlyMap<string, Sweep>,
  network: string,
): readonly OutputPlace[] =>
  [...open.values()].filter((each) => each.network === network).flatMap(({ inputs }) => inputs)

/** A payment that the hot address cannot make would stop the withdrawals behind it. */
async function canPay(
  { network, chain }: Place,
  {
    plan,
    signer,
    gas,
  }: {
    readonly plan: Plan
    readonly signer: Pick<Signer, 'hotAddress'>
    /** Default: that of a payment of the asset. */
    readonly gas?: bigint
  },
): Promise<boolean> {
  if (plan.kind === 'sweep') return true
  const quote = await chain.feeQuote()
  const coin = assetOn(network, plan.asset)
  if (quote.family !== 'evm' || !coin) return false
  const own = coin.contract === undefined ? plan.units : 0n
  const balance = await chain.balance(await signer.hotAddress())
  return balance >= own + FEE_RESERVE * quote.maxFeePerGas * (gas ?? gasOf(coin))
}
