// Reading the codes of a hostile link (R13): 64 KB of parameters, none of which is a code.
import { readLink } from '../../packages/referral/src/readLink.ts'
import { atMost } from './calibration.mjs'
import { costOf, ms } from './measure.mjs'

const BAR_MS = 5

export function bench({ factor }) {
  const link = `https://trade.example/en/join?${'a=%41&'.repeat(65_536 / 6)}`
  const each = costOf(() => readLink(link), { calls: 50, warmUp: 10 })
  return [
    {
      what: 'codes of a link of 64 KB',
      who: '@x/referral',
      measured: `${ms(each)} CPU`,
      ...atMost(each, { limit: BAR_MS, factor, format: ms }),
    },
  ]
}
