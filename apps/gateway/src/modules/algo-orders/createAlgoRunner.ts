import type { Clock, TimerHandle } from '@x/kit'
import type { Algo } from '../../exchange/state/algoState.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import type { OrderService } from '../orders/module.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import { partRequest } from './readAlgoInput.ts'

export interface AlgoRunnerOptions {
  readonly trading: Pick<TradingService, 'core' | 'run'>
  readonly orders: Pick<OrderService, 'place'>
  readonly clock: Pick<Clock, 'now' | 'after'>
  /** An order failed in a way that no refusal explains; it is tried again. */
  readonly onError: (error: unknown) => void
}

export interface AlgoRunner {
  /** Places what is due of every algo order that runs. */
  start(): void
  /** Looks at an algo order again: it is new, or one of its orders has ended. */
  wake(algoId: number): void
  stop(): void
}

/** Milliseconds until an order is tried again that was not taken, not refused. */
const RETRY_MS = 3_000
/** Codes of an order that was not taken now and may be later: a pause, a limit of requests. */
const LATER: ReadonlySet<string> = new Set(['00006', '42901'])

/**
 * Places the orders of algo orders, each once: its key names the algo order and its place in it,
 * and the exchange counts it with the command that places it.
 */
export function createAlgoRunner({
  trading,
  orders,
  clock,
  onError,
}: AlgoRunnerOptions): AlgoRunner {
  const { state } = trading.core
  /** Those being looked at, with whether they have to be looked at once more. */
  const busy = new Map<number, boolean>()
  const timers = new Map<number, TimerHandle>()
  let isStopped = false

  function wakeIn(algoId: number, delay: number): void {
    timers.get(algoId)?.cancel()
    timers.set(
      algoId,
      clock.after(Math.max(0, delay), () => wake(algoId)),
    )
  }

  function wake(algoId: number): void {
    timers.get(algoId)?.cancel()
    timers.delete(algoId)
    if (isStopped) return
    if (busy.has(algoId)) return void busy.set(algoId, true)
    busy.set(algoId, false)
    void placeDue(algoId)
      .catch((error: unknown) => {
        onError(error)
        wakeIn(algoId, RETRY_MS)
      })
      .finally(() => {
        const isWanted = busy.get(algoId) === true
        busy.delete(algoId)
        if (isWanted) wake(algoId)
      })
  }

  /** Places one order after the other until none is due. */
  async function placeDue(algoId: number): Promise<void> {
    for (;;) {
      const algo = state.algos.running.get(algoId)
      if (isStopped || !algo || algo.placed >= algo.parts) return
      if (algo.kind === 'iceberg' && algo.open.length > 0) return
      const wait = algo.nextAt - clock.now()
      if (wait > 0) return wakeIn(algoId, wait)
      const { placed } = algo
      const refused = await place(algo)
      if (refused === 'later') return wakeIn(algoId, RETRY_MS)
      const isRunning = state.algos.running.has(algoId)
      if (refused !== undefined && isRunning)
        trading.run({ kind: 'algoStop', at: clock.now(), algoId, reason: refused })
      // An earlier order had its key: without a count it would be sent for ever.
      else if (isRunning && algo.placed === placed)
        trading.run({ kind: 'algoStop', at: clock.now(), algoId, reason: '40902' })
    }
  }

  /** `undefined`: placed; `later`: to be tried again; else the code of the refusal. */
  async function place(algo: Readonly<Algo>): Promise<string | undefined> {
    const clientOid = `algo-${algo.id}-${algo.placed}`
    try {
      await orders.place(sessionOf(algo), partRequest(algo, { part: algo.placed, clientOid }), {
        algo: algo.id,
      })
      return undefined
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      return LATER.has(error.code) ? 'later' : error.code
    }
  }

  return {
    start() {
      for (const algoId of state.algos.running.keys()) wake(algoId)
    },
    wake,
    stop() {
      isStopped = true
      for (const timer of timers.values()) timer.cancel()
      timers.clear()
    },
  }
}

/** Orders are placed for who placed the algo order, whose session had a key then. */
const sessionOf = ({ id, realm, userId, holder }: Readonly<Algo>): RequestSession => ({
  sessionId: `algo:${id}`,
  userId,
  realm,
  roles: [],
  keyId: `algo:${id}`,
  ...(holder === undefined ? {} : { holder }),
})
