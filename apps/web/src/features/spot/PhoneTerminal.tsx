import { ChartPanel } from '../chart/index.ts'
import { OrdersPanel } from '../orders/index.ts'
import { LazyCloseHolding, LazyOrderTicket } from '../order-ticket/index.ts'
import { MarketNotice } from './MarketNotice.tsx'
import { PhoneFrame } from './PhoneFrame.tsx'
import { PhoneMenu } from './PhoneMenu.tsx'
import type { TerminalStore } from './terminalStore.ts'
import { SpotHeading } from './SpotHeading.tsx'
import { PairStrip } from './strip/PairStrip.tsx'
import type { TerminalProps } from './TerminalProps.ts'

/** One thing at a time; buying and selling always in reach. */
export default function PhoneTerminal({
  spec,
  terminal,
}: TerminalProps & { readonly terminal: TerminalStore }) {
  return (
    <PhoneFrame
      spec={spec}
      terminal={terminal}
      head={
        <>
          <SpotHeading pair={`${spec.base}/${spec.quote}`} />
          <PairStrip spec={spec} menu={<PhoneMenu spec={spec} />} />
          <MarketNotice spec={spec} />
        </>
      }
      chart={<ChartPanel spec={spec} />}
      orders={
        <OrdersPanel
          spec={spec}
          commands={terminal.commands}
          chosen={terminal.list}
          prices={terminal.prices}
          HoldingAction={LazyCloseHolding}
        />
      }
      ticket={({ side, close }) => (
        <LazyOrderTicket
          key={side}
          spec={spec}
          terminal={terminal}
          initialSide={side}
          onPlaced={close}
        />
      )}
    />
  )
}
