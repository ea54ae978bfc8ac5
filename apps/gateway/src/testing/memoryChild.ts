/**
 * A trading core that remembers many orders: `node --conditions=x-source --expose-gc memoryChild.ts
 * run|check <data folder> <orders> [segment bytes]`. `run` trades until it is killed; once `orders`
 * are remembered and on disk it reports its figures and trades on. `check` opens what the killed
 * one left and asks for each of its orders again. The database is the one of DATABASE_URL, else the
 * embedded one in the data folder. All orders lie within 20 hours of command time. One line of JSON
 * for each report.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { browserClock } from '@x/kit/browser'
import { openDatabase } from '../platform/db/openDatabase.ts'
import { checkLedger } from '../exchange/ledger/invariants.ts'
import { writeOut } from '../testing/writeOut.ts'
import { createTradingService } from '../modules/trading/createTradingService.ts'
import type { PlaceCommand } from '../exchange/state/command.ts'
import { orderKey } from '../exchange/state/state.ts'
import { openTradingCore, type TradingCore } from '../exchange/trading-core/openTradingCore.ts'
import { pastOrder } from '../modules/orders/pastOrder.ts'
import { SPOT_SYMBOLS } from '../exchange/instruments/symbols.ts'

const [phase = 'run', dataDir = '', count = '60000', segmentBytes = ''] = process.argv.slice(2)
const orders = Number(count)
const START = Date.UTC(2026, 0, 5)
const HOURS_20 = 20 * 60 * 60 * 1000
const USERS = 200
/** Orders of one turn of the event loop, as requests that come at once. */
const TURN = 20
const MOST_WAITING = 10_000

const errors: string[] = []
const log = {
  info() {},
  warn: (text: string) => void errors.push(text),
  error: (text: string, fields?: object) => void errors.push(`${text} ${JSON.stringify(fields)}`),
}
const report = (line: object) => writeOut(JSON.stringify(line))
const userOf = (nth: number) => String(1_000_000_000 + (nth % USERS))
const clientOidOf = (nth: number) => `order-${String(nth).padStart(18, '0')}`
const digestOf = (nth: number) => String(nth).padStart(22, 'd')
const terms = {
  symbol: 'BTCUSDT',
  orderType: 'limit',
  prevention: 'none',
  budget: 0,
  makerPpm: 1_000,
  takerPpm: 1_000,
} as const

/**
 * Seven of ten find nobody and end at once, two rest for a while, one trades with the one before
 * it.
 */
function placing(nth: number): PlaceCommand {
  // What is placed after the report stays within the day, too.
  const at = START + Math.floor(Math.min(nth / orders, 1) * HOURS_20)
  const own = {
    kind: 'place',
    at,
    userId: userOf(nth),
    clientOid: clientOidOf(nth),
    digest: digestOf(nth),
    ...terms,
  } as const
  const draw = nth % 10
  if (draw === 8) return { ...own, side: 'sell', timeInForce: 'gtc', ticks: 6_000_000, lots: 1 }
  if (draw === 9) return { ...own, side: 'buy', timeInForce: 'ioc', ticks: 6_000_000, lots: 1 }
  return {
    ...own,
    side: 'buy',
    timeInForce: draw < 7 ? 'ioc' : 'gtc',
    ticks: 5_000_000 - (nth % 97),
    lots: 1,
  }
}

/**
 * Three orders of a hundred stay open for good, spread over the book; the others that rest are
 * cancelled after some turns.
 */
const isCancelled = (nth: number) => nth >= 1_000 && nth % 10 === 7 && nth % 1_000 !== 7

const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10
const heap = () => {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

async function open(): Promise<TradingCore> {
  const db = await openDatabase({ dataDir, databaseUrl: process.env['DATABASE_URL'] })
  opened = db
  return openTradingCore({
    db,
    clock: browserClock(),
    dataDir,
    instruments: SPOT_SYMBOLS,
    log,
    ...(segmentBytes === '' ? {} : { segmentBytes: Number(segmentBytes) }),
  })
}
let opened: Awaited<ReturnType<typeof openDatabase>> | undefined

async function run(): Promise<never> {
  const core = await open()
  for (let user = 0; user < USERS; user++)
    core.execute({
      kind: 'grant',
      at: START,
      realm: 'live',
      userId: userOf(user),
      key: `user-${user}`,
      funds: { USDT: '1000000000000000', BTC: '1000000000000' },
    })
  await core.settled()
  const before = heap()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const longest = watchTurns()
  const resting: { orderId: number; until: number }[] = []
  const snapshots = { written: 0, last: 0 }
  const cpu = process.cpuUsage()
  const thread = process.threadCpuUsage()
  const from = performance.now()
  let reported = 0

  for (let nth = 0; ;) {
    for (const end = nth + TURN; nth < end; nth++) {
      const { outcome } = core.execute(placing(nth))
      if ('refused' in outcome)
        throw new Error(`Order ${nth} was refused: ${outcome.refused.reason}`)
      if (isCancelled(nth))
        resting.push({ orderId: Number(outcome.answer!.orderId), until: nth + 100 })
      while (resting[0] && resting[0].until <= nth)
        core.execute({ kind: 'cancel', at: placing(nth).at, orderId: resting.shift()!.orderId })
    }
    await new Promise<void>((resolve) => void setImmediate(resolve))
    if (core.backlog() > MOST_WAITING) await core.settled()
    const { lastSeq } = core.snapshotState()
    if (lastSeq > snapshots.last)
      Object.assign(snapshots, { written: snapshots.written + 1, last: lastSeq })
    // A busy machine writes fewer snapshots than segments: orders go on until there are three, each
    // time after the one under way, whose thread has the lowest priority.
    if (nth >= orders && snapshots.written <= 2) await snapshotAfter(core, lastSeq)
    if (nth >= orders && snapshots.written > 2 && reported === 0) {
      await core.durable()
      delay.disable()
      const wallMs = performance.now() - from
      const longestCpuMs = longest()
      const { user, system } = process.cpuUsage(cpu)
      const main = process.threadCpuUsage(thread)
      await core.settled()
      const remembered = core.state.keys.size
      report({
        done: nth,
        remembered: remembered.whole + remembered.past,
        whole: remembered.whole,
        heapBytes: heap() - before,
        longestCpuMs,
        delayMs: {
          max: delay.max / 1e6,
          p999: delay.percentile(99.9) / 1e6,
          p99: delay.percentile(99) / 1e6,
        },
        wallSeconds: wallMs / 1000,
        cpuSeconds: (user + system) / 1e6,
        mainCpuSeconds: (main.user + main.system) / 1e6,
        snapshots: snapshots.written,
        snapshot: core.snapshotState(),
        rssMegabytes: megabytes(process.memoryUsage().rss),
        errors,
      })
      reported = nth
    }
    if (reported > 0) report({ placed: nth })
    else if (nth % 100_000 === 0) report({ placed: nth })
  }
}

/** Waits while a snapshot of a later record is under way; there is none without a full segment. */
async function snapshotAfter(core: TradingCore, seq: number): Promise<void> {
  await core.settled()
  while (core.snapshotState().isUnderWay && core.snapshotState().lastSeq === seq)
    await new Promise((resolve) => void setTimeout(resolve, 5))
}

/**
 * The most CPU time, in milliseconds, that the thread took before a timer of one millisecond came:
 * so long, or less, nobody was served.
 */
function watchTurns(): () => number {
  let most = 0
  let last = process.threadCpuUsage()
  const tick = () => {
    const { user, system } = process.threadCpuUsage(last)
    most = Math.max(most, (user + system) / 1000)
    last = process.threadCpuUsage()
    setTimeout(tick, 1)
  }
  setTimeout(tick, 1)
  return () => most
}

async function check(): Promise<void> {
  const cpu = process.cpuUsage()
  const core = await open()
  const { user, system } = process.cpuUsage(cpu)
  report({ opened: true, seconds: performance.now() / 1000, cpuSeconds: (user + system) / 1e6 })
  const trading = createTradingService({ core, clock: browserClock() })
  const faults: string[] = []
  for (let nth = 0; nth < orders; nth++) {
    const { userId, clientOid, digest } = placing(nth)
    const key = orderKey({ realm: 'live', userId, clientOid })
    const { past, whole } = { past: core.state.keys.past(key), whole: core.state.keys.get(key) }
    const orderId = past
      ? past.number
      : Number(whole?.answer && 'orderId' in whole.answer ? whole.answer.orderId : Number.NaN)
    if (orderId !== nth + 1) faults.push(`${clientOid} leads to ${orderId}`)
    // Each of a thousand in full: what its sender is answered, from the ledger's row or the open
    // order.
    if (!past || nth % Math.ceil(orders / 1_000) !== 0) continue
    const { symbol, orderType } = terms
    const answer = await pastOrder(
      { trading, db: opened! },
      {
        realm: 'live',
        userId,
        clientOid,
        digest,
        symbol,
        side: placing(nth).side,
        orderType,
        past,
      },
    )
    if (answer?.orderId !== String(nth + 1))
      faults.push(`${clientOid} is answered with ${JSON.stringify(answer)}`)
    const again = core.execute(placing(nth)).outcome
    if (!('refused' in again) || again.refused.reason !== 'key-used')
      faults.push(`${clientOid} was taken twice`)
  }
  report({
    checked: orders,
    faults: faults.slice(0, 10),
    faultCount: faults.length,
    remembered: core.state.keys.size,
    openOrders: core.state.orders.size,
    ledger: orders <= 100_000 ? await checkLedger(opened!) : [],
    snapshot: core.snapshotState(),
    errors,
  })
  const from = performance.now()
  await core.stop()
  await opened!.close()
  report({ stopped: true, seconds: (performance.now() - from) / 1000 })
}

await (phase === 'run' ? run() : check())
