// A naive page: every message is applied at once and its whole list is rewritten.
export const NAIVE_PAGE = `<!doctype html><meta charset=utf-8><title>naive</title>
<style>td{font:12px monospace;padding:1px 8px}</style>
<div id=last></div><table id=book></table><table id=trades></table>
<table id=tickers></table><script>
const sides = { b: new Map(), a: new Map() }, trades = [], tickers = {}
const rows = (side, sign) => [...sides[side]].sort((x, y) => (x[0] - y[0]) * sign).slice(0, 25)
const html = (list) => list.map((cells) => '<tr>' + cells.map((cell) =>
  '<td>' + cell + '</td>').join('') + '</tr>').join('')
const socket = new WebSocket(location.origin.replace('http', 'ws') + '/v1/market/stream')
socket.onopen = () => socket.send(JSON.stringify({ op: 'subscribe', args: [{
  topic: 'books50@100ms', symbol: 'BTCUSDT' }, { topic: 'trade', symbol: 'BTCUSDT' }, ...['BTC',
  'ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'LTC', 'LINK', 'SHIB'].map((base) => ({
  topic: 'ticker@250ms', symbol: base + 'USDT' }))] }))
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data)
  if (message.topic === 'books50@100ms') {
    for (const side of ['b', 'a']) for (const [price,
      size] of message[side]) Number(size) ? sides[side].set(price,
      size) : sides[side].delete(price)
    book.innerHTML = html([...rows('a', 1).reverse(), ...rows('b', -1)])
  } else if (message.topic === 'trade') {
    trades.unshift(...message.trades); trades.length = Math.min(trades.length, 100)
    document.getElementById('trades').innerHTML = html(trades.map(({ price, size }) => [price,
      size]))
  } else if (message.ticker) {
    tickers[message.symbol] = message.ticker
    document.getElementById('tickers').innerHTML = html(Object.values(tickers).map(({ symbol,
      last }) => [symbol, last]))
  }
}
</script>`
