// An order book in the page, 800 levels a side, 43 changes a message: applied, verified by its
// checksum, and read as the view of a frame.
import { createBook } from '../../packages/market/src/book/createBook.ts'
import { parseMessage } from '../../packages/market/src/wire.ts'
import { atMost } from './calibration.mjs'
import { costOf, ms } from './measure.mjs'
import { bookRecording } from './book/recording.mjs'
import { createNaiveBook } from './book/naive.mjs'
import { createPeerReplay } from './book/peer.mjs'
import { installPeers } from './peers.mjs'

const BAR_MS = 0.05
const LEVELS = 800
const CHANGES = 43
const MESSAGES = 400

export async function bench({ factor }) {
  const { snapshot, deltas } = bookRecording({
    levels: LEVELS,
    changes: CHANGES,
    messages: MESSAGES,
  })
  const texts = deltas.map((delta) => JSON.stringify(delta))
  const start = read(snapshot)
  const parsed = deltas.map(read)
  const what = `${LEVELS} levels a side, ${CHANGES} changes a message`

  const replay = (each) => {
    const book = createBook('BTCUSDT')
    book.apply(start, 0)
    for (let n = 0; n < parsed.length; n++) each(book, n)
    return book
  }
  const check = replay((book, n) => book.apply(parsed[n], 0)).view()
  if (check.status !== 'live' || check.seq !== parsed.at(-1).seq)
    throw new Error(`The book is ${check.status}`)
  sameAsNaive(check, { start, parsed })

  const cost = (each) => costOf(() => replay(each), { calls: 6, warmUp: 10 }) / MESSAGES
  const apply = cost((book, n) => book.apply(parsed[n], 0))
  const whole = cost((book, n) => book.apply(parseMessage(texts[n]), 0))
  const withView = cost((book, n) => (book.apply(parsed[n], 0), book.view()))
  const naive =
    costOf(() => naiveReplay({ start, parsed }), { calls: 2, rounds: 9, warmUp: 2 }) / MESSAGES
  await installPeers()
  const peerReplay = await createPeerReplay({ start, parsed })
  sameDepth(peerReplay(), { start, parsed })
  const peer = costOf(peerReplay, { calls: 1, rounds: 5, warmUp: 1 }) / MESSAGES
  return [
    { what, who: '@x/market, applied and verified', measured: ms(apply) },
    {
      what,
      who: '… from the text of the socket',
      measured: ms(whole),
      ...atMost(whole, { limit: BAR_MS, factor, format: ms }),
    },
    { what, who: '… a view of 50 a side, once a frame', measured: ms(withView - apply) },
    { what, who: 'a Map, sorted for each message, not verified', measured: ms(naive) },
    {
      what,
      who: 'nodejs-order-book, one order a level, depth read once a message, not verified',
      measured: ms(peer),
    },
    {
      what: 'message and view, against nodejs-order-book',
      who: '',
      measured: `${(peer / withView).toFixed(0)} times as fast`,
    },
    {
      what: 'message and view, against the Map',
      who: '',
      measured: `${(naive / withView).toFixed(1)} times as fast`,
    },
  ]
}

function read(message) {
  const parsed = parseMessage(JSON.stringify(message))
  if (parsed?.kind !== 'book') throw new Error('The message is no book')
  return parsed
}

function naiveReplay({ start, parsed }) {
  const book = createNaiveBook()
  let view = book.apply(start)
  for (const message of parsed) view = book.apply(message)
  return view
}

/** Guards against a book that is fast and wrong. */
function sameAsNaive({ bids, asks }, recording) {
  const naive = naiveReplay(recording)
  const rows = (levels) => levels.map(({ price, size }) => `${price}:${size}`).join()
  if (rows(bids) !== rows(naive.bids) || rows(asks) !== rows(naive.asks))
    throw new Error('The books differ')
}

/** Guards against a peer that has other levels, whose figure would be of other work. */
function sameDepth([asks, bids], recording) {
  const naive = naiveReplay(recording)
  const best = (levels, sign) =>
    [...levels]
      .sort(([a], [b]) => sign * (a - b))
      .slice(0, 50)
      .map(([price]) => price)
      .join()
  if (
    best(bids, -1) !== naive.bids.map(({ price }) => Number(price)).join() ||
    best(asks, 1) !== naive.asks.map(({ price }) => Number(price)).join()
  )
    throw new Error('The peer has another book')
}
