import { createMemoryStorage } from '@x/kit/testing'
import { createSimulation } from '@x/simulation'

const page = { path: '/de/home' }
const simulation = createSimulation({
  storage: createMemoryStorage(), // in a page: createStorage() of @x/storage
  currentPath: () => page.path,
  navigate(to) {
    console.log('go to', to)
    page.path = to
  },
  reload: () => console.log('reload'),
  stripLocale: (path) => path.replace(/^\/de(?=\/|$)/, ''),
  addLocale: (path) => `/de${path}`,
})

simulation.subscribe(() => console.log('simulation is', simulation.getState()))
simulation.enable('/futures/usdt/BTCUSDT')
console.log('may show /de/fee:', simulation.enforce('/de/fee'))
console.log('may show /de/p2p:', simulation.enforce('/de/p2p'))
simulation.disable()
