// How long clients wait when the core that leads is killed, stands still or is cut from the log:
// from the fault to the first order that an edge acknowledges. Orders go through an edge, one after
// the other. `TAKEOVER_ROUNDS=3` of each fault; `TAKEOVER_LEASE=1.5`: the lease in seconds.
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { createHttpClient } from './gateway/httpClient.mjs'
import { lastPrice } from './gateway/lastPrice.mjs'
import { withFailoverCluster } from './takeover/startFailoverCluster.mjs'

const ROUNDS = Number(process.env.TAKEOVER_ROUNDS ?? 3)
const LEASE = process.env.TAKEOVER_LEASE ?? '1.5'
const PLACE = '/v1/spot/order/place'
const BAR_MS = 3_000
/** Orders before a fault, so that the core that leads is warm. */
const BEFORE = 100

/** The gateway's: the tools have none. */
const { Client } = createRequire(new URL('../../apps/gateway/package.json', import.meta.url))('pg')

const FAULTS = {
  'killed (SIGKILL)': { begin: ({ process }) => process.child.kill('SIGKILL'), end: () => {} },
  'stands still (SIGSTOP)': {
    begin: ({ process }) => process.child.kill('SIGSTOP'),
    end: ({ process }) => process.child.kill('SIGCONT'),
  },
  'cut from log and ledger': { begin: ({ link }) => link.cut(), end: ({ link }) => link.heal() },
}

export async function bench() {
  return withFailoverCluster({ leaseSeconds: LEASE }, async (cluster) => {
    const client = createHttpClient(cluster.edges[0])
    const { code, msg } = await client.login(cluster.demo)
    if (code !== '0') throw new Error(`The log-in was refused: ${code} ${msg}`)
    const orders = keepOrders(client, await lastPrice(cluster.edges[0]))
    const rows = []
    let leader = cluster.cores[0]
    for (const [fault, { begin, end }] of Object.entries(FAULTS)) {
      const rounds = []
      for (let round = 0; round < ROUNDS; round++) {
        await orders.further(BEFORE)
        const others = cluster.cores.filter((core) => core !== leader)
        const from = performance.now()
        const refused = orders.others()
        begin(leader)
        const next = await firstOf(others)
        const opened = performance.now()
        await next.process.said(/^URL: /m)
        const listened = performance.now()
        const answered = await orders.acknowledgedAfter(opened)
        rounds.push({
          lease: opened - from,
          listens: listened - from,
          ack: answered - from,
          refused: orders.others() - refused,
          load: loadavg()[0],
        })
        end(leader)
        await leader.startAgain()
        leader = next
      }
      rows.push(...rowsOf(fault, rounds))
    }
    await orders.end()
    rows.push(await lostRow(cluster, orders))
    return rows
  })
}

/** The core that has the lease now. */
const firstOf = (cores) =>
  Promise.race(
    cores.map(async (core) => {
      await core.process.said(/^Opening the market/m)
      return core
    }),
  )

function rowsOf(fault, rounds) {
  const what = `leader ${fault}, lease of ${LEASE} s`
  const list = (name) => rounds.map((round) => (round[name] / 1_000).toFixed(1)).join(', ')
  const counts = (name) => rounds.map((round) => Math.round(round[name])).join(', ')
  return [
    { what, who: 'another core has the lease after, s', measured: list('lease') },
    { what, who: 'it listens after, s', measured: list('listens') },
    {
      what,
      who: 'first order acknowledged after, s',
      measured: list('ack'),
      bar: '<= 3 each',
      holds: rounds.every(({ ack }) => ack <= BAR_MS),
    },
    { what, who: 'answers without an acknowledgement', measured: counts('refused') },
    { what, who: 'load of the machine', measured: counts('load') },
  ]
}

/** Orders one after the other, of which the oldest are cancelled again. */
function keepOrders(client, last) {
  const acknowledged = new Map()
  const waiting = new Set()
  const resting = []
  let others = 0
  let isOver = false
  const price = (last * 0.97).toFixed(2)

  async function turn() {
    const clientOid = randomBytes(8).toString('hex')
    const body = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', timeInForce: 'gtc' }
    const answer = await client.post(PLACE, { ...body, price, size: '0.0001', clientOid })
    if (answer.code !== '0') return void others++
    const { orderId } = answer.data
    acknowledged.set(clientOid, orderId)
    for (const check of waiting) check(performance.now())
    resting.push(orderId)
    if (resting.length > 20)
      await client.post('/v1/spot/order/cancel', { orderId: resting.shift() })
  }
  const running = (async () => {
    while (!isOver) await turn().catch(() => void others++)
  })()
  const when = (isTrue) =>
    new Promise((resolve) => {
      const check = (at) => {
        if (!isTrue(at)) return
        waiting.delete(check)
        resolve(at)
      }
      waiting.add(check)
    })
  return {
    acknowledged,
    others: () => others,
    further(count) {
      const most = acknowledged.size + count
      return when(() => acknowledged.size >= most)
    },
    acknowledgedAfter: (moment) => when((at) => at > moment),
    end: async () => ((isOver = true), await running),
  }
}

/** Acknowledged orders that the ledger does not have once it has caught up. */
async function lostRow({ url }, { acknowledged }) {
  const db = new Client({ connectionString: url })
  await db.connect()
  try {
    let lost = acknowledged.size
    for (const until = performance.now() + 60_000; lost > 0 && performance.now() < until;) {
      const { rows } = await db.query(
        'select client_oid, order_id::text as id from spot_order where client_oid = any($1)',
        [[...acknowledged.keys()]],
      )
      const stored = new Map(rows.map(({ client_oid: key, id }) => [key, id]))
      lost = [...acknowledged].filter(([key, id]) => stored.get(key) !== id).length
    }
    return {
      what: `acknowledged orders lost, of ${acknowledged.size}`,
      measured: String(lost),
      bar: '0',
      holds: lost === 0,
    }
  } finally {
    await db.end()
  }
}
