import { Drawer } from '@x/ui/drawer'
import { Skeleton } from '@x/ui/skeleton'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Side } from '../../data/spot/model.ts'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { TerminalTexts } from '../../lib/lazy/TerminalTexts.tsx'
import { useTerminalMessages } from '../../lib/messages/messages.ts'
import { OrderBook } from '../order-book/index.ts'
import styles from './orderSheet.module.css'
import type { TerminalProps } from './TerminalProps.ts'
import type { TerminalStore } from './terminalStore.ts'

export interface OrderSheetProps extends TerminalProps {
  readonly terminal: Pick<TerminalStore<unknown>, 'prices'> & {
    readonly savedDraft: { setState(none: undefined): void }
  }
  /** The order ticket of the sheet, which closes it. */
  readonly ticket: (sheet: { readonly side: Side; readonly close: () => void }) => ReactNode
  /** Shut without one. */
  readonly side: Side | undefined
  readonly close: () => void
}

/** The order form of a phone beside the book. */
export default function OrderSheet(props: OrderSheetProps) {
  return (
    <TerminalTexts>
      <Sheet {...props} />
    </TerminalTexts>
  )
}

function Sheet({ spec, terminal, side, close, ticket }: OrderSheetProps) {
  const t = useTerminalMessages()
  useForgottenDraft(terminal, { isOpen: side !== undefined })
  return (
    <Drawer
      open={side !== undefined}
      onOpenChange={close}
      direction="btt"
      size="auto"
      expandLabel={t('layout.tall')}
      title={`${spec.base}/${spec.quote}`}
      padded={false}
    >
      <LazyBoundary title={t('error.other')} fallback={<Skeleton height="420px" />}>
        <div className={styles['trade']}>
          {ticket({ side: side ?? 'buy', close })}
          <div className={styles['book']}>
            <div>
              <OrderBook spec={spec} onPick={terminal.prices.pick} isNarrow />
            </div>
          </div>
        </div>
      </LazyBoundary>
    </Drawer>
  )
}

/**
 * Forgets the draft when the sheet closes, after its form has written down what it holds: what was
 * given up with the sheet is not written on.
 */
function useForgottenDraft(
  terminal: OrderSheetProps['terminal'],
  { isOpen }: { readonly isOpen: boolean },
): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) terminal.savedDraft.setState(undefined)
    wasOpen.current = isOpen
  }, [isOpen, terminal])
}
