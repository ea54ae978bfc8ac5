// Measures what orders and messages cost each role of a cluster on this machine (one core, two
// edges, three log servers, a ledger's, two NATS servers), foretells another load by simulation,
// compares it with a run at that load, and simulates the sizes of the scale page.
// `CAPACITY_RATE=300`: orders a second of the run that is measured; two thirds as many are
// foretold, with half of the sockets that are measured.
import { availableParallelism } from 'node:os'

import { simulateCapacity } from '../../apps/gateway/src/testing/capacity/simulateCapacity.ts'
import { fitUnitCosts } from '../../apps/gateway/src/testing/capacity/UnitCosts.ts'
import { openFollowers, SYMBOLS } from './capacity/openFollowers.mjs'
import { readBusy } from './capacity/readCpu.mjs'
import { sendPoisson } from './capacity/sendPoisson.mjs'
import { sizeRows } from './capacity/sizes.mjs'
import { SERVERS, withMeasuredCluster } from './capacity/startMeasuredCluster.mjs'
import { createHttpClient } from './gateway/httpClient.mjs'
import { lastPrice } from './gateway/lastPrice.mjs'
import { mixedOrder } from './gateway/mixedOrder.mjs'
import { quantile } from './gateway/signedCall.mjs'
import { signed } from './gateway/signedOrders.mjs'

const RATE = Number(process.env.CAPACITY_RATE ?? 300)
const SOCKETS = 400
/** What is foretold and run, beside what is measured: a rarer order costs more to wake up for. */
const FORETOLD = { rate: Math.round((RATE * 2) / 3), sockets: SOCKETS / 2 }
const SECONDS = 20
const SETTLE_MS = 3_000
/** After 8,000 a run still cost a fifth less than the one before it. */
const WARM_UP_ORDERS = Math.max(300, Math.min(16_000, 55 * RATE))
const PATH = '/v1/spot/order/place'
/** Bytes of an order's record (docs/reference/scale-review.md). */
const RECORD_BYTES = 59
const WITHIN = 0.2
/** Less of a processor is too little to be compared on a shared machine. */
const LEAST_SHARE = 0.02
/** Processors that other programs may take for answers to be compared. */
const QUIET = 0.15
const ROLES = Object.keys(SERVERS)

/** `withCluster` gives a running cluster; default: one of this machine's own. */
export async function bench(_calibration, { withCluster = withMeasuredCluster } = {}) {
  const runs = await withCluster(measureAll)
  const costs = fitUnitCosts(runs, { servers: SERVERS, recordBytes: RECORD_BYTES })
  if (!(costs.core.orderMs > 0 && costs.edge.orderMs > 0 && costs.edge.messageMs > 0))
    throw new Error(
      'This run is invalid: the cluster spent no more under load than at rest. ' +
        'The machine is too busy.',
    )
  const shape = {
    edges: SERVERS.edge,
    cores: 1,
    logs: 1,
    standbys: SERVERS.standby,
    ledgers: 1,
    buses: SERVERS.bus,
    machine: { processors: availableParallelism(), others: Math.round(runs.both.others) },
  }
  // The run that is measured says what an answer takes beside what is simulated.
  const known = simulateCapacity({ shape, costs, load: loadOf(runs.orders) })
  const fitted = { ...costs, delayMs: Math.max(0, runs.orders.p50Ms - known.p50Ms) }
  const foretold = simulateCapacity({ shape, costs: fitted, load: loadOf(runs.both) })
  return [...costRows(runs, costs), ...comparisonRows(runs, foretold), ...sizeRows(fitted)]
}

async function measureAll(cluster) {
  const client = createHttpClient(cluster.edges[0])
  const { code, msg } = await client.login(cluster.demo)
  if (code !== '0') throw new Error(`The log-in was refused: ${code} ${msg}`)
  const last = await lastPrice(cluster.core)
  let next = 0
  const prepare = async (count) => {
    const requests = []
    while (requests.length < count)
      requests.push(await signed(client, { path: PATH, body: mixedOrder(next++, last) }))
    return requests
  }
  const send = async (requests, perSecond) => sendPoisson(cluster.edges, { requests, perSecond })
  await pause(SETTLE_MS)
  // A process that has just started compiles its code first.
  for (let sent = 0; sent < WARM_UP_ORDERS; sent += WARM_UP_ORDERS / 10)
    await send(await prepare(WARM_UP_ORDERS / 10), RATE)
  const orders = async (perSecond) => {
    const requests = await prepare(perSecond * SECONDS)
    return () => send(requests, perSecond)
  }
  const withSockets = async (count, run) => {
    const followers = await openFollowers(cluster.edges, count)
    await pause(SETTLE_MS)
    const result = await measure(cluster, { run, followers, sockets: count })
    followers.close()
    await pause(SETTLE_MS)
    return result
  }
  const rest = () => pause(SECONDS * 1_000)
  const resting = await measure(cluster, { run: rest })
  const sockets = await withSockets(SOCKETS, rest)
  // What is foretold is run between two measurements: a cluster gets warmer all the time.
  const before = await measure(cluster, { run: await orders(RATE) })
  const both = await withSockets(FORETOLD.sockets, await orders(FORETOLD.rate))
  const after = await measure(cluster, { run: await orders(RATE) })
  return { resting, sockets, orders: joined(before, after), both }
}

/** Two measurements as one of both times. */
function joined(one, other) {
  const sum = (name) => one[name] + other[name]
  const batches = sum('batches')
  const [seconds, orders] = [sum('seconds'), sum('orders')]
  const mean = (name, weight) =>
    (one[name] * one[weight] + other[name] * other[weight]) / sum(weight)
  return {
    ...one,
    seconds,
    orders,
    batches,
    others: Math.max(one.others, other.others),
    cpuMs: Object.fromEntries(ROLES.map((role) => [role, one.cpuMs[role] + other.cpuMs[role]])),
    appendMs: batches === 0 ? 0 : mean('appendMs', 'batches'),
    p50Ms: mean('p50Ms', 'orders'),
    halves: [one, other],
  }
}

/** What a cluster does and spends while something runs. */
async function measure(cluster, { run, followers, sockets = 0 }) {
  const read = async () => ({
    at: performance.now(),
    cpu: cluster.cpu(),
    busy: readBusy(),
    received: followers?.received() ?? 0,
    ...(await readSyncs(cluster)),
  })
  const before = await read()
  const times = (await run()) ?? []
  const after = await read()
  const batches = after.count - before.count
  const messages = after.received - before.received
  const elapsedMs = after.at - before.at
  const cpuMs = Object.fromEntries(ROLES.map((role) => [role, after.cpu[role] - before.cpu[role]]))
  const busyMs = after.busy.all - before.busy.all - (after.busy.own - before.busy.own)
  const clusterMs = Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0)
  return {
    seconds: elapsedMs / 1_000,
    // Whatever a processor did that was neither the cluster's nor this bench's.
    others: Math.max(0, busyMs - clusterMs) / elapsedMs,
    orders: times.length,
    batches,
    messages,
    frames: sockets === 0 ? 0 : (messages / sockets) * SYMBOLS.length,
    cpuMs,
    appendMs: batches === 0 ? 0 : ((after.sum - before.sum) * 1_000) / batches,
    p50Ms: quantile(times, 0.5),
    sockets,
  }
}

/** How many batches the log has taken from the core, and how long they took in all. */
async function readSyncs({ core, metricsToken }) {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const answer = await fetch(`${core}/metrics`, { headers })
  if (!answer.ok) throw new Error(`The core answers /metrics with ${answer.status}`)
  const text = await answer.text()
  const value = (name) =>
    Number(new RegExp(`^gateway_journal_sync_seconds_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
  return { count: value('count'), sum: value('sum') }
}

const loadOf = ({ orders, seconds, sockets, messages }) => ({
  ordersPerSecond: orders / seconds,
  sockets,
  messagesPerSocket: sockets === 0 ? 0 : messages / sockets / seconds,
  topics: SYMBOLS.length,
  measureMs: 60_000,
  warmUpMs: 2_000,
  seed: 1,
})

function costRows({ resting, sockets, orders }, costs) {
  const perOrder = {
    edge: costs.edge.orderMs,
    core: costs.core.orderMs,
    primary: (costs.primary.batchMs * orders.batches) / orders.orders,
    standby: (costs.standby.batchMs * orders.batches) / orders.orders,
    ledger: costs.ledger.orderMs,
  }
  const rate = (orders.orders / orders.seconds).toFixed(0)
  return [
    ...Object.entries(perOrder).map(([who, ms]) => ({
      what: `orders a CPU-second, at ${rate} a second`,
      who: NAMES[who],
      measured: `${Math.round(1_000 / ms)} (${ms.toFixed(3)} ms)`,
    })),
    {
      what: 'core ms an order, before and after what is foretold',
      measured: orders.halves.map((half) => (half.cpuMs.core / half.orders).toFixed(3)).join(', '),
    },
    {
      what: 'a batch of the log',
      who: 'orders in it, and from the core until it is taken',
      measured: `${(orders.orders / orders.batches).toFixed(2)}, ${orders.appendMs.toFixed(1)} ms`,
    },
    {
      what: 'a message to a socket',
      who: NAMES.edge,
      measured: `${(costs.edge.messageMs * 1_000).toFixed(1)} us (${sockets.messages} messages)`,
    },
    ...ROLES.map((role) => ({
      what: 'without load, share of a processor',
      who: NAMES[role],
      measured: `${((resting.cpuMs[role] / resting.seconds / 1_000) * 100).toFixed(1)} %`,
    })),
  ]
}

const NAMES = {
  edge: 'edges, together',
  core: 'core',
  primary: 'primary of the log',
  standby: 'standbys of the log, each for an order, together without load',
  ledger: 'database of the ledger',
  bus: 'NATS, together',
}

function comparisonRows({ orders: alone, both: run }, foretold) {
  const share = (ms, overMs) => ms / overMs
  const what =
    `foretold and run: ${(run.orders / run.seconds).toFixed(0)} orders a second, ` +
    `${run.sockets} sockets`
  const rows = foretold.roles
    .filter(({ role }) => run.cpuMs[role] !== undefined)
    .map(({ role, cpuMs }) => {
      const measured = share(run.cpuMs[role], run.seconds * 1_000)
      const expected = share(cpuMs, 60_000)
      const isCompared = measured >= LEAST_SHARE
      return {
        what,
        who: `CPU of ${NAMES[role].split(',')[0]}, share of a processor`,
        measured: `${percent(expected)}, ${percent(measured)}: ${off(expected / measured)}`,
        ...(isCompared ? { bar: BAR, holds: isWithin(expected / measured) } : {}),
      }
    })
  // Beside other programs an answer waits for them more than for the cluster.
  const others = Math.max(alone.others, run.others)
  const isQuiet = others <= QUIET
  const ratio = foretold.p50Ms / run.p50Ms
  return [
    ...rows,
    {
      what,
      who: `p50 of answers${isQuiet ? '' : ', not to be compared beside other programs'}`,
      measured: `${foretold.p50Ms.toFixed(1)}, ${run.p50Ms.toFixed(1)} ms: ${off(ratio)}`,
      ...(isQuiet ? { bar: BAR, holds: isWithin(ratio) } : {}),
    },
    {
      what,
      who: 'other programs meanwhile, processors in the run measured and the run foretold',
      measured: `${alone.others.toFixed(2)}, ${run.others.toFixed(2)} (quiet: at most ${QUIET})`,
    },
    {
      what,
      who: 'orders in a batch',
      measured:
        `${foretold.recordsPerBatch.toFixed(2)}, ${(run.orders / run.batches).toFixed(2)} ` +
        '(batches of the market are among the latter)',
    },
  ]
}

const BAR = `within ${WITHIN * 100} %`
const isWithin = (ratio) => Math.abs(ratio - 1) <= WITHIN
const percent = (share) => `${(share * 100).toFixed(1)} %`
const off = (ratio) => `${ratio >= 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(0)} %`
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
