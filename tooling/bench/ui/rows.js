// The same rows for every table: 100,000 of eight columns, and the same with every tenth changed.
export const COLUMNS = ['id', 'pair', 'side', 'price', 'amount', 'filled', 'change', 'time']

export const rows = (count) =>
  Array.from({ length: count }, (_, index) => ({
    id: `o${index}`,
    pair: ['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'XRP/USDT'][index % 4],
    side: index % 3 === 0 ? 'Sell' : 'Buy',
    price: (60_816.42 - (index % 5000) * 3.17).toFixed(2),
    amount: (0.25 + (index % 97) / 8).toFixed(6),
    filled: `${(index * 13) % 100}`,
    change: (((index % 41) - 20) * 1.37).toFixed(2),
    time: new Date(1_790_000_000_000 + index * 1000).toISOString().slice(11, 19),
  }))

export const changed = (before, turn) =>
  before.map((row, index) =>
    index % 10 === 0 ? { ...row, price: (50_000 + turn + (index % 1000)).toFixed(2) } : row,
  )

export const options = Array.from({ length: 10_000 }, (_, index) => ({
  key: `k${index}`,
  label: `Coin ${index}`,
}))
