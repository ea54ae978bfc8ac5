import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../../messages.ts'
import { ChartPanel } from '../chart/ChartPanel.tsx'
import { OrdersPanel } from '../orders/OrdersPanel.tsx'
import { BookPanel } from './book/BookPanel.tsx'
import { OrderForm } from './form/OrderForm.tsx'
import { createPriceDesk } from './pickedPrice.ts'
import { PairStrip } from './strip/PairStrip.tsx'
import type { TerminalProps } from './TerminalProps.ts'
import { TerminalSkeleton } from './TerminalSkeleton.tsx'
import styles from './terminal.module.css'
import { PHONE, useMedia } from '../media/useMedia.ts'

const PhoneTerminal = lazy(async () => ({ default: (await import('./PhoneTerminal.tsx')).PhoneTerminal }))

/** Strip, chart, book, order form and the user's orders, as `visual direction` composes them. */
export function Terminal({ spec, symbols }: TerminalProps) {
  const t = useMessages()
  const [prices] = useState(createPriceDesk)
  const isPhone = useMedia(PHONE)
  if (isPhone) {
    return (
      <Suspense fallback={<TerminalSkeleton />}>
        <PhoneTerminal spec={spec} symbols={symbols} prices={prices} />
      </Suspense>
    )
  }
  return (
    <div className={styles['terminal']}>
      <h1 className={styles['heading']}>{t('spot.trading', { pair: `${spec.base}/${spec.quote}` })}</h1>
      <div className={styles['stripPlace']}>
        <PairStrip spec={spec} symbols={symbols} />
      </div>
      <div className={styles['chart']}>
        <ChartPanel spec={spec} />
      </div>
      <div className={styles['book']}>
        <BookPanel spec={spec} onPick={prices.pick} />
      </div>
      <div className={styles['form']}>
        <OrderForm spec={spec} prices={prices} />
      </div>
      <div className={styles['orders']}>
        <OrdersPanel symbols={symbols} />
      </div>
    </div>
  )
}
