import { findLimit } from '../../../apps/gateway/src/testing/capacity/findLimit.ts'
import { simulateCapacity } from '../../../apps/gateway/src/testing/capacity/simulateCapacity.ts'

/** The sizes that are planned for: 10 M users, 1 M sockets, 1 M orders a second. */
const ORDERS = 1_000_000
const SOCKETS = 1_000_000
const [MESSAGES, PAIRS, TOPICS] = [10, 100, 500]
/** A command in the core alone (docs/reference/capacity.md), and bytes a log takes. */
const COMMAND_MS = 0.022
const LOG_BYTES_PER_MS = 7_600
const SHARE = 0.98
const TODAY = { edges: 2, cores: 1, logs: 1, standbys: 2, ledgers: 1, buses: 2 }
const PLANNED = {
  edges: 200,
  socketEdges: 150,
  cores: 25,
  books: { count: PAIRS, hottestShare: 0.3 },
  logs: 9,
  standbys: 2,
  ledgers: 100,
  buses: 3,
}

/** What breaks first: in the cluster of today, and in the planned one by the costs of today. */
export function sizeRows(costs) {
  const bytes = { ...costs, primary: { ...costs.primary, byteMs: 1 / LOG_BYTES_PER_MS } }
  // Edges check requests then, so that accounts and pairs have the commands alone.
  const split = {
    ...bytes,
    edge: { ...costs.edge, orderMs: costs.edge.orderMs + costs.core.orderMs - COMMAND_MS },
    core: { ...costs.core, orderMs: COMMAND_MS },
    book: { orderMs: COMMAND_MS },
    // Each process of accounts or of pairs makes a part of what one core makes today.
    idle: {},
  }
  return [
    ...limitRows('one core, a processor each', { shape: TODAY, costs: bytes, sockets: 0 }),
    ...limitRows('planned sizes, costs of today', {
      shape: PLANNED,
      costs: split,
      sockets: SOCKETS,
    }),
  ]
}

function limitRows(what, { shape, costs, sockets }) {
  const load = { sockets, messagesPerSocket: MESSAGES, topics: TOPICS, seed: 1 }
  const limit = findLimit({ shape, costs, load }, { from: 100 })
  if (!limit) return [{ what, measured: 'nothing is used up at 4,000,000 orders a second' }]
  const { ordersPerSecond, first, report } = limit
  const rows = report.roles.map(({ role, servers, busy }) => ({
    what,
    who: `${servers} × ${NAMES[role]}`,
    measured: `${(busy * 100).toFixed(1)} % used`,
    ...needOf({ shape, costs, load, role, servers, rate: ordersPerSecond, busy }),
  }))
  return [
    {
      what,
      who: `breaks first: ${NAMES[first]}`,
      measured: `at ${count(ordersPerSecond)} orders a second, p50 ${report.p50Ms.toFixed(1)} ms`,
    },
    ...rows,
  ]
}

/** Servers that a million orders a second need, by what half of the rate leaves unused. */
function needOf({ shape, costs, load, role, servers, rate, busy }) {
  const half = simulateCapacity({
    shape,
    costs,
    load: { ...load, ordersPerSecond: rate / 2, measureMs: 200, warmUpMs: 100 },
  }).roles.find((each) => each.role === role)
  const perOrder = Math.max(0, busy - (half?.busy ?? 0)) / (rate / 2)
  const fixed = Math.max(0, busy - perOrder * rate)
  const wanted = (servers * (fixed + perOrder * ORDERS)) / SHARE
  return { bar: `${count(Math.ceil(wanted))} at ${count(ORDERS)} a second` }
}

const count = (value) => Math.round(value).toLocaleString('en')

const NAMES = {
  edge: 'edge',
  socketEdge: 'edge for sockets',
  core: 'core',
  book: 'pair, the hottest',
  primary: 'primary of a log, the busiest',
  standby: 'standby of a log, the busiest',
  ledger: 'writer of the ledger',
  bus: 'NATS',
  log: 'batches of a log',
}
