import { useState } from 'react'
import { api, type RequestOf } from '@x/api'
import { useStore } from '@x/kit/react'
import { formatNumber } from '@x/locale/numbers'
import { useTicker } from '@x/market/react'
import { isRequestError } from '@x/request'
import { useSimulation } from '@x/simulation/react'
import { sizeForValue } from '@x/trading'
import { UiProvider } from '@x/ui'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { LiveNumber } from '@x/ui/number'
import { Panel } from '@x/ui/panel'
import { ToastRegion } from '@x/ui/toast'
import '@x/ui/tokens.css'
import '@x/ui/amount-field.css'
import '@x/ui/button.css'
import '@x/ui/number.css'
import '@x/ui/panel.css'
import '@x/ui/toast.css'
import type { Services } from './services.js'

const endpoint = api.spot.orders.place

/** Buys for an amount of USDT. */
export function Ticket({ services }: { readonly services: Services }) {
  const { client, market, preferences, simulation, toasts } = services
  const locale = useStore(preferences, ({ locale }) => locale)
  const mode = useSimulation(simulation)
  const price = useTicker(market, 'BTCUSDT')?.last ?? ''
  const [value, setValue] = useState('')
  const place = async () => {
    const size = sizeForValue({ value, price, stepSize: '0.00001' })
    // The contract's type: an amount is a string, and a misspelt field does not compile.
    const order: RequestOf<typeof endpoint> = {
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'market',
      size,
    }
    try {
      await client.post(endpoint.path, { data: order })
      toasts.success(`Bought ${size} BTC`)
    } catch (error) {
      if (isRequestError(error)) toasts.error(error.message)
    }
  }
  return (
    <UiProvider language={locale}>
      <Panel title={mode === 'on' ? 'Practice' : 'Order'} padded>
        <LiveNumber value={price}>{formatNumber(price, { locale, scene: 'usdt' })}</LiveNumber>
        <AmountField label="Value" unit="USDT" decimals={2} value={value} onChange={setValue} />
        <Button variant="buy" disabled={value === ''} onClick={() => void place()}>
          Buy BTC
        </Button>
      </Panel>
      <ToastRegion toasts={toasts} />
    </UiProvider>
  )
}
