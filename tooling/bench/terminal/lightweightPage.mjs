// The chart of other terminals: Lightweight Charts with candles and volume, given the whole series
// or the last bar for each message.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { peersFolder } from '../peers.mjs'

/** As many as the terminal's chart loads first. */
const CANDLES = 500

/**
 * @param {'setData' | 'update'} manner The whole series for each trade and candle, or the bar that
 * changed.
 */
export function lightweightPage(manner) {
  const library = readFileSync(
    path.join(
      peersFolder,
      'node_modules/lightweight-charts/dist/lightweight-charts.standalone.production.js',
    ),
    'utf8',
  )
  return `<!doctype html><meta charset=utf-8><title>lightweight</title>
<div id=chart style="width:800px;height:480px"></div><script>${library}</script><script>
const minute = () => Math.floor(Date.now() / 60_000) * 60
const bars = Array.from({ length: ${CANDLES} }, (_, n) => {
  const open = 60_000 + ((n * 7_919) % 900), close = 60_000 + ((n * 104_729) % 900)
  return { time: minute() - (${CANDLES} - 1 - n) * 60, open, close, high: Math.max(open,
    close) + 20, low: Math.min(open, close) - 20 }
})
const volumes = bars.map(({ time }, n) => ({ time, value: 1 + ((n * 31) % 17) }))
const chart = LightweightCharts.createChart(document.getElementById('chart'), { width: 800,
  height: 480 })
const candles = chart.addSeries(LightweightCharts.CandlestickSeries)
const volume = chart.addSeries(LightweightCharts.HistogramSeries, {}, 1)
candles.setData(bars)
volume.setData(volumes)
const socket = new WebSocket(location.origin.replace('http', 'ws') + '/v1/market/stream')
const shown = (price, size) => {
  const time = minute()
  if (bars.at(-1).time < time) {
    bars.push({ time, open: price, high: price, low: price, close: price })
    volumes.push({ time, value: 0 })
  }
  const bar = bars.at(-1)
  bars[bars.length - 1] = { ...bar, close: price, high: Math.max(bar.high, price),
    low: Math.min(bar.low, price) }
  volumes[volumes.length - 1] = { time: bar.time, value: volumes.at(-1).value + size }
  if (${JSON.stringify(manner)} === 'setData') {
    candles.setData(bars)
    volume.setData(volumes)
  } else {
    candles.update(bars.at(-1))
    volume.update(volumes.at(-1))
  }
}
socket.onopen = () => socket.send(JSON.stringify({ op: 'subscribe', args: ['trade',
  'candle_1m'].map((topic) => ({ topic, symbol: 'BTCUSDT' })) }))
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data)
  for (const { price, size } of message.trades ?? []) shown(Number(price), Number(size))
  if (message.candle) shown(Number(message.candle.close), 0)
}
</script>`
}
