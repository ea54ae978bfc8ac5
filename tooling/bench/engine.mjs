// The matching engine on the mix of its bar: 55 % limit, 35 % cancel, 5 % immediate-or-cancel, 5 %
// market. CPU time, so that a busy machine changes little.
import { benchCommands } from '../../apps/gateway/src/testing/matchingCommandGenerator.ts'
import { createEngine } from '../../apps/gateway/src/exchange/matching/createEngine.ts'
import { atLeast, atMost } from './calibration.mjs'
import { importPeer, installPeers } from './peers.mjs'

const RUNS = 5
const PEER_RATIO = 20
/**
 * A generated market order may trade this many ticks through the book, and no other order.
 */
const FAR = 100_000

export async function bench({ factor }) {
  await installPeers()
  const first = perCpuSecond(benchCommands(300_000))
  const small = best(() => perCpuSecond(benchCommands(300_000)))
  const large = best(() => perCpuSecond(benchCommands(1_000_000)))
  const p99 = -best(() => -percentile(benchCommands(300_000), 0.99))
  const peer = await peerRate(benchCommands(300_000))
  return [
    { what: '300,000 operations, first run of the process', measured: millions(first) },
    {
      what: `300,000 operations, best of ${RUNS}`,
      measured: millions(small),
      ...atLeast(small, { limit: 2e6, factor, format: millions }),
    },
    {
      what: `1,000,000 operations, best of ${RUNS}`,
      measured: millions(large),
      ...atLeast(large, { limit: 1.7e6, factor, format: millions }),
    },
    {
      what: `99th percentile of one operation, best of ${RUNS}`,
      measured: microseconds(p99),
      ...atMost(p99, { limit: 5, factor, format: microseconds }),
    },
    { what: 'nodejs-order-book, 300,000 operations, best of 2', measured: millions(peer) },
    {
      what: 'against nodejs-order-book',
      measured: `${(small / peer).toFixed(0)} times`,
      bar: `>= ${PEER_RATIO} times`,
      holds: small >= PEER_RATIO * peer,
    },
  ]
}

/**
 * The same commands for the peer, translated before the measurement. Its results are checked, so
 * that a peer that refuses orders does not look fast.
 */
async function peerRate(commands) {
  const { OrderBook } = await importPeer('nodejs-order-book')
  const middle = commands.find(
    ({ kind, timeInForce }) => kind === 'place' && timeInForce === 'gtc',
  ).ticks
  const translated = commands.map(({ kind, orderId, side, ticks, lots, timeInForce }) => {
    if (kind === 'cancel') return { cancel: String(orderId) }
    const common = { side: side === 0 ? 'buy' : 'sell', size: lots }
    if (Math.abs(ticks - middle) > FAR) return { market: common }
    return {
      limit: {
        ...common,
        id: String(orderId),
        price: ticks,
        ...(timeInForce === 'ioc' ? { timeInForce: 'IOC' } : {}),
      },
    }
  })
  const runs = [0, 1].map(() => {
    const book = new OrderBook()
    let done = 0
    const before = process.cpuUsage()
    for (const command of translated) {
      if (command.cancel) book.cancel(command.cancel)
      else if (
        (command.market ? book.market(command.market) : book.limit(command.limit)).err === null
      )
        done++
    }
    const { user, system } = process.cpuUsage(before)
    if (done < commands.length / 2)
      throw new Error(`nodejs-order-book refused all but ${done} orders`)
    return commands.length / ((user + system) / 1e6)
  })
  return Math.max(...runs)
}

function perCpuSecond(commands) {
  const engine = createEngine()
  let events = 0
  const before = process.cpuUsage()
  for (const command of commands) events += engine.submit(command).length
  const { user, system } = process.cpuUsage(before)
  if (events < commands.length) throw new Error('Every operation gives an event')
  return commands.length / ((user + system) / 1e6)
}

/** In microseconds; the clock itself costs some 0.05 of them. */
function percentile(commands, share) {
  const engine = createEngine()
  const times = new Float64Array(commands.length)
  commands.forEach((command, at) => {
    const start = process.hrtime.bigint()
    engine.submit(command)
    times[at] = Number(process.hrtime.bigint() - start)
  })
  times.sort()
  return times[Math.floor(times.length * share)] / 1000
}

const best = (run) => Math.max(...Array.from({ length: RUNS }, run))
const microseconds = (value) => `${value.toFixed(2)} us`
const millions = (rate) => `${(rate / 1e6).toFixed(2)} M/CPU-s`
