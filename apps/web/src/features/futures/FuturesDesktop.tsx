import { ChartPanel, FuturesLines } from '../chart/index.ts'
import { BookPanel, TradesPanel } from '../order-book/index.ts'
import { LazyFuturesOrderTicket } from '../order-ticket/index.ts'
import { MarketNotice, PairStrip, TerminalFrame } from '../spot/index.ts'
import { ContractHeading } from './ContractHeading.tsx'
import type { FuturesTerminalProps } from './FuturesTerminalProps.ts'
import { FuturesPanel } from '../futures-panel/index.ts'
import { ContractGuide } from './guides/ContractGuide.tsx'
import { ContractFigures } from './strip/ContractFigures.tsx'
import { TicketPlace } from './TicketPlace.tsx'

/** Strip, chart, book, order form and positions of a contract, composed as the spot terminal. */
export default function FuturesDesktop({ spec, terminal }: FuturesTerminalProps) {
  return (
    <TerminalFrame
      spec={spec}
      terminal={terminal}
      heading={<ContractHeading spec={spec} />}
      strip={(menu) => (
        <PairStrip
          spec={spec}
          figures={<ContractFigures spec={spec} />}
          onWatchList={() => terminal.commands.emit('watchList')}
          menu={menu}
        />
      )}
      chart={
        <>
          <ContractGuide />
          <MarketNotice spec={spec} />
          <ChartPanel spec={spec} Lines={FuturesLines} />
        </>
      }
      book={(isAlone) => <BookPanel spec={spec} onPick={terminal.prices.pick} isAlone={isAlone} />}
      trades={<TradesPanel spec={spec} />}
      ticket={(slot) => (
        <TicketPlace spec={spec}>
          <LazyFuturesOrderTicket spec={spec} {...slot} />
        </TicketPlace>
      )}
      orders={<FuturesPanel product={spec.product} symbol={spec.name} />}
    />
  )
}
