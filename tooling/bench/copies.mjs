// One fill of a lead trader, copied for 300 followers (products 1): CPU of the command, which runs
// on the thread that answers requests.
import { atMost } from './calibration.mjs'
import { ms } from './measure.mjs'

const COPY = '../../apps/gateway/src/exchange/products/copy'
const { openCopyFixture } = await import(`${COPY}/testing/copyFixture.ts`)

const FOLLOWERS = 300
const ROUNDS = 9
const BAR_MS = 50
const TICKS = 6_000_000
const LOTS = 100_000_000
const FUNDS = '100000000000'

export async function bench({ factor }) {
  const rounds = Array.from({ length: ROUNDS }, copyOnce).toSorted((a, b) => a - b)
  const median = rounds[(ROUNDS - 1) / 2]
  return [
    {
      what: `a fill copied for ${FOLLOWERS} followers, median of ${ROUNDS}`,
      measured: `${ms(median)} CPU`,
      ...atMost(median, { limit: BAR_MS, factor, format: ms }),
    },
  ]
}

/** CPU of one copied fill in milliseconds. */
function copyOnce() {
  const fixture = openCopyFixture()
  fixture.quote(TICKS, LOTS)
  fixture.openLead()
  for (let user = 0; user < FOLLOWERS; user++) {
    const userId = `follower-${user}`
    const grant = { kind: 'grant', realm: 'live', userId, key: userId, funds: { USDT: FUNDS } }
    fixture.run({ ...grant, at: fixture.now() })
    fixture.follow(userId)
  }
  fixture.lead('buy', 800, TICKS)
  const before = process.cpuUsage()
  fixture.copyAll(TICKS)
  const { user, system } = process.cpuUsage(before)
  // Otherwise there was nothing to measure.
  if (fixture.funds(FOLLOWERS, 'BTC') === 0n) throw new Error('The last follower copied nothing')
  return (user + system) / 1000
}
