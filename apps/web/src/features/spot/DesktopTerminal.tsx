import { ChartPanel } from '../chart/index.ts'
import { OrdersPanel } from '../orders/index.ts'
import { BookPanel, TradesPanel } from '../order-book/index.ts'
import { LazyCloseHolding, SpotOrderTicket } from '../order-ticket/index.ts'
import { MarketNotice } from './MarketNotice.tsx'
import { SpotHeading } from './SpotHeading.tsx'
import { PairStrip } from './strip/PairStrip.tsx'
import { TerminalFrame } from './TerminalFrame.tsx'
import type { TerminalStore } from './terminalStore.ts'
import type { TerminalProps } from './TerminalProps.ts'

/** Strip, chart, book, order form and the user's orders, as `visual direction` composes them. */
export default function DesktopTerminal({
  spec,
  terminal,
}: TerminalProps & { readonly terminal: TerminalStore }) {
  return (
    <TerminalFrame
      spec={spec}
      terminal={terminal}
      heading={<SpotHeading pair={`${spec.base}/${spec.quote}`} />}
      strip={(menu) => (
        <PairStrip
          spec={spec}
          onWatchList={() => terminal.commands.emit('watchList')}
          menu={menu}
        />
      )}
      chart={
        <>
          <MarketNotice spec={spec} />
          <ChartPanel spec={spec} />
        </>
      }
      book={(isAlone) => <BookPanel spec={spec} onPick={terminal.prices.pick} isAlone={isAlone} />}
      trades={<TradesPanel spec={spec} />}
      ticket={(slot) => <SpotOrderTicket spec={spec} {...slot} />}
      orders={
        <OrdersPanel
          spec={spec}
          commands={terminal.commands}
          chosen={terminal.list}
          prices={terminal.prices}
          HoldingAction={LazyCloseHolding}
        />
      }
    />
  )
}
