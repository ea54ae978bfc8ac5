import { decimal, formatDecimal, mul, sign as signOf } from '@x/decimal'
import { useNumbers } from '@x/locale/react'
import { useTicker } from '@x/market/react'
import { NumberText } from '@x/ui/number'
import { useMarket } from '../../data/market/useMarket.ts'
import { usePositions } from '../../data/balances/hooks.ts'
import { holdingProfit } from '../../data/spot/holdingProfit.ts'
import { QUOTE_DIGITS, type SpotPosition } from '../../data/spot/model.ts'
import { useSymbolIndex } from '../../data/symbols/hooks.ts'
import { BACKGROUND_UPDATES } from '../../lib/updateIntervals.ts'
import { useOrderView } from './orderView.ts'

interface AssetProps {
  readonly asset: string
}

/** What an asset cost on average, in the quote of its pair. */
export function AveragePrice({ asset }: AssetProps) {
  const numbers = useNumbers('trading')
  const specs = useSymbolIndex()
  const position = usePosition(asset)
  const [{ tracking }] = useOrderView()
  const figures = position && holdingProfit(position, { last: undefined, tracking })
  const spec = position && specs.get(position.symbol)
  return (
    <NumberText full={figures?.cost ?? undefined} unit={figures?.average ? spec?.quote : undefined}>
      {numbers.number(figures?.average, { digits: spec?.pricePlace ?? 8, purpose: 'price' })}
    </NumberText>
  )
}

/** What a holding is worth in the quote of its pair. */
export function HoldingValue({ asset }: AssetProps) {
  const position = usePosition(asset)
  return position ? <LiveValue position={position} /> : <NumberText tone="muted">--</NumberText>
}

function LiveValue({ position }: { readonly position: SpotPosition }) {
  const numbers = useNumbers('trading')
  const quote = useSymbolIndex().get(position.symbol)?.quote
  const price = useLast(position)
  const value = price && formatDecimal(mul(decimal(price), decimal(position.holdCount)))
  return (
    <NumberText full={value ?? undefined} unit={value ? quote : undefined}>
      {numbers.number(value, { digits: QUOTE_DIGITS })}
    </NumberText>
  )
}

/** Profit of a holding at the market, with its percentage. */
export function HoldingProfitText({ asset }: AssetProps) {
  const position = usePosition(asset)
  return position ? <LiveProfit position={position} /> : <NumberText tone="muted">--</NumberText>
}

function LiveProfit({ position }: { readonly position: SpotPosition }) {
  const numbers = useNumbers('trading')
  const [{ tracking }] = useOrderView()
  const last = useLast(position) ?? undefined
  const { profit, percent } = holdingProfit(position, { last, tracking })
  if (profit === null) return <NumberText tone="muted">--</NumberText>
  const sign = signOf(decimal(profit))
  return (
    <NumberText full={profit} tone={sign > 0 ? 'up' : sign < 0 ? 'down' : undefined}>
      {numbers.number(profit, { digits: QUOTE_DIGITS, signs: 'always' })} (
      {numbers.percent(percent, { unit: 'percent', signs: 'always' })})
    </NumberText>
  )
}

const useLast = ({ symbol, marketPrice }: SpotPosition): string | null =>
  useTicker(useMarket(), symbol, BACKGROUND_UPDATES)?.last ?? marketPrice ?? null

const usePosition = (asset: string): SpotPosition | undefined =>
  usePositions().data?.find((known) => known.asset === asset)
