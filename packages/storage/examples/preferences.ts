import { createAsyncStorage, createJsonEntry, createStorage } from '@x/storage'

// Outside a browser only the memory driver works; in a page these are the local area and the
// database.
const storage = createStorage({ web: { prefix: 'shop:' } })

const layout = createJsonEntry({
  storage,
  key: 'spotLayout',
  parse: (value) => (value === 'left' || value === 'right' ? value : undefined),
})
layout.set('left')
console.log(storage.driver, layout.get())

const cache = createAsyncStorage({ name: 'x_local_cache' })
await cache.set('candles', { symbol: 'BTCUSDT', opened: [1, 2, 3] })
console.log(await cache.driver(), await cache.get('candles'))
cache.close()
