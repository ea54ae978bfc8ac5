// Futures (futures 13): the prices of a second over very many positions, with nobody and with many
// due, a funding of all of them, and signed orders through HTTP into the gateway.
import { randomBytes } from 'node:crypto'
import { createExchange } from '../../apps/gateway/src/exchange/createExchange.ts'
import { fundingCommands } from '../../apps/gateway/src/exchange/futures/funding.ts'
import { ladderPass } from '../../apps/gateway/src/exchange/futures/liquidation.ts'
import { createRiskIndex } from '../../apps/gateway/src/exchange/futures/riskIndex.ts'
import {
  MANY_MARK,
  manyQuotes,
  openManyPositions,
} from '../../apps/gateway/src/exchange/futures/testing/openManyPositions.ts'
import { CONTRACTS } from '../../apps/gateway/src/exchange/instruments/contracts.ts'
import { atLeast, atMost } from './calibration.mjs'
import { createHttpClient } from './gateway/httpClient.mjs'
import { idleCpu, sendOrders } from './gateway/signedOrders.mjs'
import { startGateway } from './gateway/startGateway.mjs'
import { median, ms } from './measure.mjs'

const USERS = 20_000
const POSITIONS = 5
const POOR = 1_000
const ROUNDS = 15
/** V8 compiles what orders run through for some 20,000 of them. */
const ORDERS = { warmUp: 20_000, counted: 10_000, bar: 2_000 }
const BARS = { noneDue: 5, manyDue: 60, funding: 150 }

export async function bench({ factor }) {
  const limit = (value, bar) => atMost(value, { limit: bar, factor, format: ms })
  const size = `${(USERS * POSITIONS).toLocaleString('en')} positions`
  const calm = openMarket({ poor: 0 })
  const noneDue = medianOf(() => calm.prices())
  const tense = openMarket({ poor: POOR })
  const manyDue = medianOf(() => tense.prices())
  const ladder = cpuOf(() => tense.liquidate())
  const funding = median(Array.from({ length: ROUNDS }, () => calm.pay()))
  const afterwards = cpuOf(() => calm.prices())
  return [
    {
      what: `prices over ${size}, nobody due, CPU`,
      measured: ms(noneDue),
      ...limit(noneDue, BARS.noneDue),
    },
    {
      what: `prices over ${size}, ${tense.due()} wallets due, CPU`,
      measured: ms(manyDue),
      ...limit(manyDue, BARS.manyDue),
    },
    { what: `… the ladder of these, ${tense.steps()} steps, CPU`, measured: ms(ladder) },
    { what: `funding of ${size}, CPU`, measured: ms(funding), ...limit(funding, BARS.funding) },
    { what: '… the prices after it, all accounts read anew, CPU', measured: ms(afterwards) },
    ...(await orderRows(factor)),
  ]
}

/** An exchange with its risk index, as the driver of the gateway holds them. */
function openMarket({ poor }) {
  const { state, execute } = createExchange(CONTRACTS)
  openManyPositions(state, { users: USERS, positions: POSITIONS, poor })
  const index = createRiskIndex(state)
  let at = 2
  let due = 0
  let steps = 0
  const run = (command) => {
    const outcome = execute({ ...command, at: at++ })
    if (!('refused' in outcome)) index.update(outcome.effects)
    return outcome
  }
  run(manyQuotes(at))
  return {
    due: () => due,
    steps: () => steps,
    prices() {
      run({ kind: 'prices', rows: CONTRACTS.map(({ id }) => [id, MANY_MARK, MANY_MARK]) })
      due = index.due().length
    },
    liquidate() {
      for (const command of ladderPass(state, { at, dueNow: index.due })) {
        if ('refused' in run(command)) throw new Error(`The ladder was refused at ${command.step}`)
        steps++
      }
    },
    /** All contracts; the CPU time of the machine, without the index that follows it. */
    pay() {
      const terms = { at, rate: 10_000, mark: MANY_MARK }
      let spent = 0
      for (const { id: symbol } of CONTRACTS)
        for (const command of fundingCommands(state, { symbol, ...terms })) {
          let done
          spent += cpuOf(() => (done = execute(command)))
          index.update(done.effects)
        }
      return spent
    },
  }
}

const cpuOf = (work) => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const medianOf = (work) => median(Array.from({ length: ROUNDS }, () => cpuOf(work)))

async function orderRows(factor) {
  const gateway = await startGateway()
  try {
    const client = createHttpClient(gateway.url)
    const { code, msg } = await client.login(gateway.demo)
    if (code !== '0') throw new Error(`The log-in was refused: ${code} ${msg}`)
    const move = { from: 'spot', to: 'futures', asset: 'USDT', amount: '20000' }
    await client.post('/v1/asset/move', { ...move, clientOid: randomBytes(12).toString('hex') })
    const idle = await idleCpu(gateway)
    const mark = await markPrice(gateway.url)
    const orders = {
      client,
      path: '/v1/futures/order/place',
      order: (n) => order(n, mark),
      // As many orders as an account may have open at most stand at any time.
      afterBatch: () => client.post('/v1/futures/order/cancelAll', {}),
    }
    await sendOrders(gateway, { ...orders, count: ORDERS.warmUp })
    const { rate, own, fills } = await sendOrders(gateway, {
      ...orders,
      count: ORDERS.counted,
      idle,
    })
    const filled = Math.round((100 * fills) / ORDERS.counted)
    return [
      {
        what: `${ORDERS.counted} pre-signed orders, ${filled} % filled`,
        measured: `${Math.round(rate)} a server CPU-second`,
        ...atLeast(rate, { limit: ORDERS.bar, factor, format: (each) => each.toFixed(0) }),
      },
      {
        what: '… without what the generated market costs meanwhile',
        measured: `${Math.round(own)} a server CPU-second`,
      },
    ]
  } finally {
    await gateway.stop()
  }
}

async function markPrice(url) {
  const { data } = await (await fetch(`${url}/v1/futures/public/tickers?symbol=BTCUSDT`)).json()
  return Number(data[0].markPrice)
}

/** Four rest away from the market, the fifth trades; buys and sells in turn. */
function order(n, mark) {
  const side = n % 2 ? 'buy' : 'sell'
  const common = { symbol: 'BTCUSDT', side, clientOid: randomBytes(12).toString('hex') }
  if (n % 5 === 0) return { ...common, orderType: 'market', size: '0.001' }
  const away = 1 + (side === 'buy' ? -1 : 1) * (0.01 + (n % 97) / 10_000)
  return { ...common, orderType: 'limit', price: (mark * away).toFixed(1), size: '0.001' }
}
