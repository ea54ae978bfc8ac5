import { nodePorts } from '@x/kit/node'
import { createScriptedSockets } from '@x/kit/testing'
import { createMarketClient, groupLevels } from '@x/market'
import { createBookScript } from '@x/market/testing'

// In a page: openSocket: browserSocket('/v1/market/stream'), frame: browserFrame().
const { openSocket, sockets } = createScriptedSockets()
const client = createMarketClient({
  openSocket,
  ...nodePorts(),
  frame: { request: (run) => (run(), { cancel: () => {} }) },
})

const book = client.book('BTCUSDT')
book.store.subscribe(() => {
  const { status, bids, asks } = book.store.getState()
  console.log(status, 'bid', bids[0]?.price, 'ask', asks[0]?.price)
})

const server = createBookScript('BTCUSDT', {
  bids: [['61837.63', '3.5']],
  asks: [
    ['61837.64', '1.25'],
    ['61838.90', '2'],
  ],
})
sockets[0]?.open()
sockets[0]?.deliver(server.snapshot())
sockets[0]?.deliver(server.delta({ bids: [['61837.63', '2.75']] }))

console.log(groupLevels(book.store.getState().asks, { step: '1', side: 'sell' }))
client.dispose()
