import { useState } from 'react'
import { isolatedLiquidationPrice, positionMargin, roe, unrealisedPnl } from '@x/trading'
import type { PositionMarginInput } from '@x/trading'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { Panel } from '@x/ui/panel'
import { Slider } from '@x/ui/slider'

/** What a long position in BTC would earn. */
export function Calculator() {
  const [entryPrice, setEntryPrice] = useState('60000')
  const [markPrice, setMarkPrice] = useState('61234.5')
  const [count, setCount] = useState('0.5')
  const [leverage, setLeverage] = useState(10)
  const [isOpen, setIsOpen] = useState(false)
  const position = { side: 'long', entryPrice, markPrice, count, leverage: `${leverage}` } as const
  const isComplete = [entryPrice, markPrice, count].every((text) => Number(text) > 0)
  return (
    <Panel title="Long BTC" padded>
      <AmountField
        label="Entry price"
        unit="USDT"
        decimals={1}
        value={entryPrice}
        onChange={setEntryPrice}
      />
      <AmountField
        label="Mark price"
        unit="USDT"
        decimals={1}
        value={markPrice}
        onChange={setMarkPrice}
      />
      <AmountField label="Size" unit="BTC" decimals={4} value={count} onChange={setCount} />
      <Slider label="Leverage" min={1} max={100} value={leverage} onChange={setLeverage} />
      {isComplete && (
        <p role="status">
          PnL {unrealisedPnl(position)} USDT, ROE {roe(position)} %
        </p>
      )}
      <Button
        disabled={!isComplete}
        disabledReason="Fill in all fields"
        onClick={() => setIsOpen(true)}
      >
        Liquidation
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title="Liquidation">
        {isComplete && <Liquidation position={position} />}
      </Dialog>
    </Panel>
  )
}

interface LiquidationProps {
  readonly position: PositionMarginInput & { readonly side: 'long' }
}

function Liquidation({ position }: LiquidationProps) {
  const margin = positionMargin(position)
  const result = isolatedLiquidationPrice(
    { ...position, margin, mm: '0.004', feeRate: '0.0006' },
    { tick: '0.1' },
  )
  return result.status === 'at' ? `When the price ${result.when} to ${result.price}` : result.status
}
