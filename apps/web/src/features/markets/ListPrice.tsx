import { PriceText } from '@x/locale/react'
import { LiveNumber, NumberText } from '@x/ui/number'
import { useState } from 'react'
import { type LastTick, nextTick } from '../../data/market/lastTick.ts'
import { useLastTick } from '../../data/market/useLastTick.ts'

interface ListPriceProps {
  readonly symbol: string
  readonly last: string | undefined
  readonly digits: number
  /** The terminal's own: its trades are followed already, and come before its ticker. */
  readonly isOpen?: boolean
}

/** The last price of a pair in a list, in the colour of its last tick. */
export const ListPrice = ({ isOpen = false, ...props }: ListPriceProps) =>
  isOpen ? <OfTrades {...props} /> : <OfTicker {...props} />

function OfTrades({ symbol, digits }: ListPriceProps) {
  return <Price tick={useLastTick(symbol)} digits={digits} />
}

function OfTicker({ last, digits }: ListPriceProps) {
  const [tick, setTick] = useState<LastTick>({ price: last, direction: undefined })
  const next = nextTick(tick, last)
  // While rendering, so that the price and its colour are of one commit.
  if (next !== tick) setTick(next)
  return <Price tick={next} digits={digits} />
}

function Price({
  tick: { price, direction },
  digits,
}: {
  readonly tick: LastTick
  readonly digits: number
}) {
  if (price === undefined) return <NumberText>--</NumberText>
  return (
    <NumberText tone={direction}>
      <LiveNumber value={price}>
        <PriceText value={price} digits={digits} />
      </LiveNumber>
    </NumberText>
  )
}
