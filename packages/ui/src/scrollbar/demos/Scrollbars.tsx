import { Scrollbar } from '../Scrollbar.tsx'

const prices = Array.from({ length: 60 }, (_, index) => (60_800 - index * 0.5).toFixed(2))

export default function Scrollbars() {
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 24 }}>
      <Scrollbar label="Asks" maxHeight="160px">
        <ul style={{ inlineSize: 160 }}>
          {prices.map((price) => (
            <li key={price}>{price}</li>
          ))}
        </ul>
      </Scrollbar>
      <div style={{ inlineSize: 200 }}>
        <Scrollbar label="Pairs" always>
          <p style={{ inlineSize: 600, paddingBlockEnd: 12 }}>
            BTC/USDT ETH/USDT SOL/USDT XRP/USDT DOGE/USDT ADA/USDT AVAX/USDT
          </p>
        </Scrollbar>
      </div>
      <Scrollbar label="Short">
        <p>All of it is in sight.</p>
      </Scrollbar>
    </div>
  )
}
