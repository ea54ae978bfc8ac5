// What one core does beside matching (scale 1): execute, journal record and CRC-32, in CPU time;
// and the same with the hash of the effects, which a leader takes beside that and the bar does not
// count. Orders and cancellations of 1,000 and of 100,000 users, whose accounts all exist; and the
// size of a record, as it was in JSON and as it is.
import { createExchange } from '../../apps/gateway/src/exchange/createExchange.ts'
import { SPOT_SYMBOLS } from '../../apps/gateway/src/exchange/instruments/symbols.ts'
import { encodePayload } from '../../apps/gateway/src/exchange/journal/commandBytes.ts'
import { encodeRecord } from '../../apps/gateway/src/exchange/journal/record.ts'
import { createReplayCheck } from '../../apps/gateway/src/exchange/state/replayCheck.ts'
import { atLeast, atMost } from './calibration.mjs'

const COMMANDS = 100_000
const WARM_UP = 20_000
/** Made before they are measured. */
const BATCH = 1_000
const BAR = 250_000
const RECORD_BYTES = 64
const FUNDS = { USDT: '1000000000000000', BTC: '100000000000' }
const MID = 6_000_000
/** Times of commands are milliseconds since the epoch, from the first one on. */
const STARTED_AT = 1_764_374_400_000

export async function bench({ factor }) {
  const format = (value) => `${Math.round(value).toLocaleString('en')} a CPU-second`
  const rows = []
  for (const users of [1_000, 100_000]) {
    const { perSecond, bytes, textBytes } = run(users, { isHashed: false })
    const hashed = run(users, { isHashed: true })
    rows.push(
      {
        what: `execute, record and CRC, ${users.toLocaleString('en')} users`,
        measured: format(perSecond),
        ...atLeast(perSecond, { limit: BAR, factor, format }),
      },
      {
        what: '… with the hash of the effects',
        measured: format(hashed.perSecond),
      },
      {
        what: `… bytes a record; as text ${textBytes.toFixed(0)}`,
        measured: bytes.toFixed(1),
        ...atMost(bytes, { limit: RECORD_BYTES, factor: 1, format: (value) => value.toFixed(0) }),
      },
    )
  }
  return rows
}

/**
 * @param {number} users
 * @param {{ isHashed: boolean }} options
 */
function run(users, { isHashed }) {
  const exchange = createExchange(SPOT_SYMBOLS)
  const check = createReplayCheck(exchange.state, { since: 0 })
  for (let user = 0; user < users; user++)
    exchange.execute({
      kind: 'grant',
      at: STARTED_AT,
      realm: 'live',
      userId: userOf(user),
      key: `grant-${user}`,
      funds: FUNDS,
    })
  const flow = createFlow(users)
  let seq = 0
  const work = (commands) => {
    let bytes = 0
    for (const command of commands) {
      const outcome = exchange.execute(command)
      if ('refused' in outcome) continue
      if (isHashed) check.add(outcome.effects)
      bytes += encodeRecord({ seq: ++seq, durable: seq, payload: encodePayload(command) }).length
      flow.note(command, outcome)
    }
    return bytes
  }
  let [bytes, textBytes, spent] = [0, 0, 0]
  work(flow.some(WARM_UP))
  for (let done = 0; done < COMMANDS; done += BATCH) {
    const commands = flow.some(BATCH)
    const before = process.cpuUsage()
    bytes += work(commands)
    const { user, system } = process.cpuUsage(before)
    spent += user + system
    for (const command of commands)
      textBytes += encodeRecord({ seq, durable: seq, payload: JSON.stringify(command) }).length
  }
  return {
    perSecond: (COMMANDS / spent) * 1e6,
    bytes: bytes / COMMANDS,
    textBytes: textBytes / COMMANDS,
  }
}

const userOf = (user) => String(1_000_000_000 + user)

/** 60 % limit orders, of which a fifth trades, and 40 % cancellations of what rests. */
function createFlow(users) {
  let state = 7
  const below = (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const resting = []
  let count = 0
  function next() {
    const at = STARTED_AT + count++
    if (resting.length > 100 && below(10) < 4) {
      const place = below(resting.length)
      const orderId = resting[place]
      resting[place] = resting.at(-1)
      resting.pop()
      return { kind: 'cancel', at, orderId }
    }
    const side = below(2) === 0 ? 'buy' : 'sell'
    const away = below(5) === 0 ? -1 - below(20) : 1 + below(2_000)
    return {
      kind: 'place',
      at,
      userId: userOf(below(users)),
      clientOid: `${count.toString(16).padStart(16, '0')}`,
      digest: 'n4bQgYhMfWWaL-qgxVrQFa',
      symbol: 'BTCUSDT',
      side,
      orderType: 'limit',
      timeInForce: 'gtc',
      prevention: 'taker',
      ticks: side === 'buy' ? MID - away : MID + away,
      lots: 1 + below(1_000),
      budget: 0,
      makerPpm: 1_000,
      takerPpm: 1_000,
    }
  }

  return {
    some: (size) => Array.from({ length: size }, next),
    note(command, { answer }) {
      if (command.kind === 'place' && answer.status === 'open') resting.push(Number(answer.orderId))
    },
  }
}
