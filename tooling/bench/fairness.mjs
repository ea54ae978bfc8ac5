// One account at the default limits against a gateway in its default configuration (SR5): 1,000
// stops in each realm that one price move triggers at once, orders, cancels and private socket
// messages at twice the allowed rate. Another account places and cancels orders meanwhile.
import http from 'node:http'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { atMost } from './calibration.mjs'
import { createHttpClient } from './gateway/httpClient.mjs'
import { lastPrices, quantile, signedCall } from './gateway/signedCall.mjs'
import { startGateway } from './gateway/startGateway.mjs'
import { atRate } from './logins/atRate.mjs'

const HOLD_BAR_MS = 100
/** Most that one account's stops may add to another account's order. */
const DELAY_BAR_MS = 100
const BASELINE_SECONDS = 10
const FLOOD_SECONDS = 20
/** The scenario moves every price by two per cent 63 s after the market's start. */
const TRIGGER_SECONDS = 75
const PAIRS_A_SECOND = 8
const SYMBOL = 'LTCUSDT'

export async function bench({ factor }) {
  // An empty text: the default limits.
  const gateway = await startGateway({
    MARKET_SCENARIO: 'gap',
    ORDER_LIMITS: '',
    CAPTCHA_COST: '1',
  })
  try {
    const other = await registerOther(gateway.url)
    const price = (await lastPrices(gateway.url))[SYMBOL]
    const phase = async (seconds) => {
      await gateway.holds()
      const times = await trade(gateway, { client: other, price, seconds })
      return { times, holds: await gateway.holds() }
    }
    await trade(gateway, { client: other, price, seconds: 3 })
    const alone = await phase(BASELINE_SECONDS)
    await setMarket(other, 'pause')
    const attack = new Worker(new URL('./fairness/attack.mjs', import.meta.url), {
      workerData: { url: gateway.url, account: gateway.demo },
    })
    const next = async (command) => {
      const answered = once(attack, 'message')
      attack.postMessage(command)
      return (await answered)[0]
    }
    const armed = await next('arm')
    const flooded = next({ floodSeconds: FLOOD_SECONDS })
    const floods = await phase(FLOOD_SECONDS)
    await flooded
    const flooding = next({ floodSeconds: TRIGGER_SECONDS })
    await setMarket(other, 'resume')
    const triggered = await phase(TRIGGER_SECONDS)
    const outcomes = await flooding
    await attack.terminate()
    const left = outcomes.waiting.live + outcomes.waiting.paper
    if (left > 0) throw new Error(`${left} stops still wait after ${TRIGGER_SECONDS} s`)
    return [
      ...rows('another account alone', alone),
      ...rows(`… while ${armed.live + armed.paper} stops wait and messages flood`, floods),
      ...rows('… while all stops are triggered by one price move', triggered),
      {
        what: 'longest event-loop hold, CPU',
        measured: milliseconds(Math.max(floods.holds[0], triggered.holds[0])),
        ...atMost(Math.max(floods.holds[0], triggered.holds[0]), {
          limit: HOLD_BAR_MS,
          factor,
          format: milliseconds,
        }),
      },
      delayRow({ alone, flooded: [floods, triggered], factor }),
      {
        what: 'answers to the flood',
        measured: Object.entries(outcomes.codes)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([code, count]) => `${code}: ${count}`)
          .join(', '),
      },
    ]
  } finally {
    await gateway.stop()
  }
}

async function registerOther(url) {
  const client = createHttpClient(url)
  const answers = [
    await client.register('fairness@example.com'),
    await client.post('/v1/user/sub-account/switchTradeDemo'),
  ]
  const refused = answers.find(({ code }) => code !== '0')
  if (refused) throw new Error(`The other account was refused: ${refused.code} ${refused.msg}`)
  return client
}

async function setMarket(client, action) {
  const { code, msg } = await client.post('/v1/paper/market', { action })
  if (code !== '0') throw new Error(`The market was not changed: ${code} ${msg}`)
}

/** Places an order far from the market at each tick of the rate and cancels it. */
async function trade(gateway, { client, price, seconds }) {
  const times = []
  const agent = new http.Agent({ keepAlive: true })
  const call = async (path, body) => {
    const cpu = gateway.mainThreadCpu()
    const answer = await signedCall(gateway.url, { client, agent, path, body, realm: 'paper' })
    if (answer.code !== '0') throw new Error(`${path} was refused: ${answer.code} ${answer.msg}`)
    times.push({ wall: answer.tookMs, cpu: gateway.mainThreadCpu() - cpu })
  }
  await atRate(PAIRS_A_SECOND, seconds, async () => {
    const clientOid = randomBytes(12).toString('hex')
    const common = { symbol: SYMBOL, clientOid }
    await call('/v1/spot/order/place', {
      ...common,
      side: 'buy',
      orderType: 'limit',
      price: (price * 0.9).toFixed(2),
      size: '0.2',
    })
    await call('/v1/spot/order/cancel', common)
  })
  agent.destroy()
  return times
}

function rows(what, { times, holds }) {
  const figures = (clock) =>
    [0.5, 0.99, 1]
      .map((share) =>
        quantile(
          times.map((each) => each[clock]),
          share,
        ),
      )
      .map((value, at) => `${['p50', 'p99', 'longest'][at]} ${milliseconds(value)}`)
      .join(', ')
  return [
    { what, who: `${times.length} orders and cancels answered, wall`, measured: figures('wall') },
    { what, who: 'gateway CPU between request and answer', measured: figures('cpu') },
    { what, who: 'longest event-loop holds, CPU', measured: holds.map(milliseconds).join(', ') },
  ]
}

/** The slowest order of the other account against its usual one, in wall time. */
function delayRow({ alone, flooded, factor }) {
  const walls = (phase) => phase.times.map(({ wall }) => wall)
  const delay = Math.max(...flooded.flatMap(walls)) - quantile(walls(alone), 0.5)
  return {
    what: 'longest delay of an order by another account, wall',
    measured: milliseconds(delay),
    ...atMost(delay, { limit: DELAY_BAR_MS, factor, format: milliseconds }),
  }
}

const milliseconds = (value) => `${value.toFixed(1)} ms`
