import type { Clock } from '@x/kit'
import type { Database } from '../../../platform/db/Database.ts'
import { DatabaseUnavailableError } from '../../../platform/db/DatabaseUnavailableError.ts'
import { GatewayError } from '../../../platform/http/route.ts'
import { NEVER_TAKEN } from './TradingService.ts'
import type { TradingCore } from '../../../exchange/trading-core/openTradingCore.ts'

/** How long a read waits for the ledger to catch up with what was executed before it. */
const SETTLED_MS = 4_000

export interface LedgerReadOptions {
  readonly db: Pick<Database, 'whileReachable'>
  readonly trading: { readonly core: Pick<TradingCore, 'halted' | 'paused' | 'settled'> }
  readonly clock: Pick<Clock, 'after'>
  /** The request was sent before: that it was not taken must not be said of it. */
  readonly isRepeated?: boolean
}

/**
 * Resolves when SQL has everything executed so far. Once trading has halted it has all that it will
 * ever get, and reads go on from it.
 * @throws GatewayError 00006 when the ledger is too far behind; DatabaseUnavailableError
 */
export async function ledgerCaughtUp({
  db,
  trading: { core },
  clock,
  isRepeated = false,
}: LedgerReadOptions): Promise<void> {
  if (core.halted()) return
  const settled = core.settled().catch((cause: unknown) => {
    if (core.halted()) return
    throw core.paused() ? behind({ isRepeated, cause }) : cause
  })
  let timer = { cancel() {} }
  const late = new Promise<never>((_, reject) => {
    timer = clock.after(SETTLED_MS, () => reject(behind({ isRepeated })))
  })
  try {
    const work = Promise.race([settled, late])
    await (db.whileReachable?.(work) ?? work)
  } finally {
    timer.cancel()
  }
}

function behind({
  isRepeated,
  cause,
}: {
  readonly isRepeated: boolean
  readonly cause?: unknown
}): GatewayError {
  return new GatewayError('00006', 'The records are not up to date, please try again in a moment', {
    data: isRepeated ? null : NEVER_TAKEN,
    cause,
  })
}

/**
 * For what a write reads before anything of it is done. `isRepeated`: it was sent before.
 * @throws GatewayError 00006 when the database is away, with `taken: false` unless it is a
 * repetition
 */
export async function readBeforeTaking<T>(
  read: T | Promise<T>,
  { isRepeated = false }: { readonly isRepeated?: boolean } = {},
): Promise<T> {
  try {
    return await read
  } catch (cause) {
    if (!(cause instanceof DatabaseUnavailableError)) throw cause
    throw new GatewayError('00006', 'The service is paused for a moment, please try again', {
      data: isRepeated ? null : NEVER_TAKEN,
      cause,
    })
  }
}
