import type { Clock } from '@x/kit'
import type { Payment } from '../../../exchange/state/withdrawals.ts'
import type { TradingCore } from '../../../exchange/trading-core/openTradingCore.ts'
import type { Database } from '../../../platform/db/Database.ts'
import type { Log } from '../../../platform/log/Log.ts'
import type { Chain } from '../ports/Chain.ts'
import type { Network } from '../ports/networks.ts'
import type { Signer } from '../ports/Signer.ts'
import type { NumberedAddresses, OutputPlace } from '../ports/outputs.ts'
import { createPlanner, reservedOn } from './createPlanner.ts'
import { createSweepPayments, gasKey, type Place } from './payments.ts'
import type { PlanOptions } from './planSweep.ts'
import { openSweeps, writeSweep, type Refill, type Sweep } from './queries.ts'
import type { Sql } from '../../../platform/db/Database.ts'

/** A network as the sweeper needs it. */
export interface SweptNetwork {
  readonly network: Network
  /** `undefined` while no node answers. */
  chain(): Chain | undefined
  /** Why nothing is paid over it at the moment. */
  pause(): object | undefined
  /** The height that was read last. */
  height(): number | undefined
}

export interface SweeperOptions {
  readonly networks: readonly SweptNetwork[]
  readonly signer: Signer
  readonly db: Database
  readonly core: Pick<TradingCore, 'state' | 'execute' | 'durable' | 'paused' | 'settled'>
  readonly clock: Pick<Clock, 'now' | 'after' | 'monotonic'>
  readonly log: Log
  readonly valueOf: PlanOptions['valueOf']
  /** Deposit addresses of UTXO networks. */
  readonly addresses?: NumberedAddresses | undefined
}

/** Brings coins from deposit addresses to the hot address, where withdrawals are paid from. */
export interface Sweeper {
  /** One round: what is under way, then what is to be swept. */
  step(): Promise<void>
  /** Payments of a network whose gas the ledger does not have. */
  unbooked(network: string): readonly (readonly Payment[])[]
  /** Of those the ones that the hot address pays, with those that are being signed. */
  ofHotAddress(network: string): readonly (readonly Payment[])[]
  /** Outputs that they spend on a network. */
  reserved(network: string): readonly OutputPlace[]
  /** What was sent from a cold address: the treasury pays what it cost, once it is final. */
  refilled(tx: Sql, refill: Refill): Promise<void>
  load(): Promise<void>
  start(): void
  stop(): Promise<void>
}

const OF_HOT_ADDRESS: ReadonlySet<Sweep['kind']> = new Set(['gas', 'cold', 'statement'])
const STEP_MS = 2_000
const PLAN_MS = 10_000

export function createSweeper(options: SweeperOptions): Sweeper {
  const { networks, core, clock, log } = options
  const open = new Map<string, Sweep>()
  const plannedAt = new Map<string, number>()
  let isFailing = false
  let isStopped = false
  let timer = { cancel() {} }
  let turn: Promise<void> = Promise.resolve()
  const plan = createPlanner(options, open)
  const advance = createSweepPayments(options, open)

  async function step(): Promise<void> {
    if (core.paused()) return
    for (const { network, chain, pause, height } of networks) {
      const [node, at] = [pause() ? undefined : chain(), height()]
      if (!node || at === undefined) continue
      const place: Place = { network, chain: node, height: at }
      for (const sweep of open.values())
        if (sweep.network === network.id) await advance(place, sweep)
      if (clock.monotonic() - (plannedAt.get(network.id) ?? -Infinity) < PLAN_MS) continue
      plannedAt.set(network.id, clock.monotonic())
      await plan(place)
    }
  }

  function next(afterMs: number): void {
    if (isStopped) return
    timer = clock.after(afterMs, () => {
      turn = step().then(
        () => {
          isFailing = false
          next(STEP_MS)
        },
        (error: unknown) => {
          // A node or a signer that does not answer is asked again.
          if (!isFailing) log.warn('Sweeping stopped', { error: String(error) })
          isFailing = true
          next(STEP_MS)
        },
      )
    })
  }

  return {
    step,
    unbooked: (network) =>
      [...open.values()]
        .filter((each) => each.network === network && !core.state.deposits.moves.has(gasKey(each)))
        .map(({ payments }) => payments),
    ofHotAddress: (network) =>
      [...open.values()]
        .filter((each) => each.network === network && OF_HOT_ADDRESS.has(each.kind))
        // What the signer refused at first has no nonce.
        .filter(({ isRefused, payments }) => !isRefused || payments.length > 0)
        .map(({ payments }) => payments),
    reserved: (network) => reservedOn(open, network),
    async refilled(tx, { txHash, ...refill }) {
      const id = `${refill.network}:refill:${txHash}`
      const now = clock.now()
      const sweep: Sweep = open.get(id) ?? {
        ...refill,
        id,
        kind: 'refill',
        index: undefined,
        inputs: [],
        payments: [{ txHash, raw: '', nonce: 0, bump: 0 }],
        isFinal: false,
        createdAt: now,
        updatedAt: now,
      }
      await writeSweep(tx, sweep)
      open.set(id, sweep)
    },
    async load() {
      for (const sweep of await openSweeps(options.db)) open.set(sweep.id, sweep)
    },
    start: () => next(0),
    async stop() {
      isStopped = true
      timer.cancel()
      await turn
    },
  }
}
