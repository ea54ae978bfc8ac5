import type { BusTopics } from '../../../platform/event-bus/relay/busFrames.ts'
import { addressKey, type Address } from './createPublisher.ts'

/** No dot, no wildcard, nothing that a subject cannot hold. */
const NAME = /^[\w@-]{1,40}$/

/** The market on the bus: `md.<pair>.<topic>`. */
export const MARKET_TOPICS: BusTopics<Address> = {
  snapshot: 'market.snapshot',
  watch: 'market.watch',
  keyOf: addressKey,
  subjectOf({ topic, symbol, product = 'spot' }) {
    if (!NAME.test(topic) || !NAME.test(symbol)) return undefined
    return `md.${product === 'spot' ? symbol : `${product}/${symbol}`}.${topic}`
  },
}
