import { ChartPanel, FuturesLines } from '../chart/index.ts'
import { LazyFuturesOrderTicket } from '../order-ticket/index.ts'
import { MarketNotice, PairStrip, PhoneFrame, PhoneMenu } from '../spot/index.ts'
import { ContractHeading } from './ContractHeading.tsx'
import type { FuturesTerminalProps } from './FuturesTerminalProps.ts'
import { FuturesPanel } from '../futures-panel/index.ts'
import { ContractGuide } from './guides/ContractGuide.tsx'
import { ContractFigures } from './strip/ContractFigures.tsx'
import { TicketPlace } from './TicketPlace.tsx'
import { useFuturesMessages } from '../../lib/messages/messages.ts'

/** One thing at a time; long and short always in reach. */
export default function FuturesPhone({ spec, terminal }: FuturesTerminalProps) {
  const t = useFuturesMessages()
  return (
    <PhoneFrame
      spec={spec}
      terminal={terminal}
      head={
        <>
          <ContractHeading spec={spec} />
          <PairStrip
            spec={spec}
            figures={<ContractFigures spec={spec} />}
            menu={<PhoneMenu spec={spec} />}
          />
          <ContractGuide />
          <MarketNotice spec={spec} />
        </>
      }
      chart={<ChartPanel spec={spec} Lines={FuturesLines} />}
      orders={<FuturesPanel product={spec.product} symbol={spec.name} />}
      sideText={(side) => t(side === 'buy' ? 'contract.buyLong' : 'contract.sellShort')}
      ticket={({ side, close }) => (
        <TicketPlace spec={spec}>
          <LazyFuturesOrderTicket
            key={side}
            spec={spec}
            terminal={terminal}
            initialSide={side}
            onPlaced={close}
          />
        </TicketPlace>
      )}
    />
  )
}
