import { cost, us } from '../measure.mjs'
import { ANSWER, axiosClient, kyClient, ofetchClient, ours } from './clients.mjs'

const ORDER = {
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '60123.45',
  size: '0.01234',
  clientOid: 'c-0123456789abcdef',
}
/**
 * CPU time of the whole pipeline, as a ratio to axios with the usual interceptors in the same run.
 */
const RATIO_BAR = 1

export async function overhead() {
  const clients = {
    '@x/request, whole pipeline': ours({ text: ANSWER }),
    '@x/request, no middleware': ours({ text: ANSWER, bare: true }),
    'axios, usual interceptors': await axiosClient({ text: ANSWER, interceptors: true }),
    axios: await axiosClient({ text: ANSWER }),
    ky: await kyClient({ text: ANSWER }),
    ofetch: await ofetchClient({ text: ANSWER }),
  }
  const measured = {}
  for (const [who, send] of Object.entries(clients)) {
    const answer = JSON.stringify(await send(ORDER))
    if (!answer.includes('"orderId":"1"')) throw new Error(`${who} answered ${answer}`)
    measured[who] = (await cost(() => send(ORDER), { calls: 400, warmUp: 2_000 })).cpu
  }
  const rows = Object.entries(measured).map(([who, cpu]) => ({
    what: 'CPU of a POST, stubbed transport',
    who,
    measured: us(cpu),
  }))
  const ratio = measured['@x/request, whole pipeline'] / measured['axios, usual interceptors']
  return [
    ...rows,
    {
      what: 'whole pipeline against axios with interceptors',
      measured: `${ratio.toFixed(2)} times`,
      bar: `<= ${RATIO_BAR}`,
      holds: ratio <= RATIO_BAR,
    },
  ]
}
