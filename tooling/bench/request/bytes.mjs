import { firstLoad } from '../bundle.mjs'
import { kb } from '../measure.mjs'

const KB = 1024
const OURS = [
  {
    who: '@x/request, client alone',
    code: "export { createRequestClient } from '@x/request'",
    bar: 5,
  },
  {
    who: '… with every standard middleware',
    code:
      'export { createRequestClient, createServerClock, standardMiddlewares, isRequestError } ' +
      "from '@x/request'",
  },
  {
    who: '… with everything and axios',
    code: "export * from '@x/request'; export * from '@x/request/axios'",
    bar: 26,
  },
]
const PEERS = [
  { who: 'axios', code: "import axios from 'axios'; export default axios" },
  { who: 'ky', code: "import ky from 'ky'; export default ky" },
  { who: 'ofetch', code: "import { ofetch } from 'ofetch'; export default ofetch" },
]

export async function bytes() {
  const rows = []
  for (const { who, bar, ...source } of OURS) {
    const size = await firstLoad({ ...source, folder: 'packages/request' })
    rows.push({
      what: 'first load (brotli)',
      who,
      measured: kb(size),
      ...(bar ? { bar: `<= ${bar} KB`, holds: size <= bar * KB } : {}),
    })
  }
  for (const { who, code } of PEERS)
    rows.push({
      what: 'first load (brotli)',
      who,
      measured: kb(await firstLoad({ code, folder: 'tooling/bench-peers' })),
    })
  return rows
}
