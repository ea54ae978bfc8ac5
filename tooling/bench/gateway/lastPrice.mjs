/** What BTCUSDT traded at last. */
export async function lastPrice(url) {
  const { data } = await (await fetch(`${url}/v1/spot/public/tickers`)).json()
  return Number(data.find(({ symbol }) => symbol === 'BTCUSDT').last)
}
