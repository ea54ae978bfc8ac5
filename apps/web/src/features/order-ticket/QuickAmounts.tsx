import { useTicker } from '@x/market/react'
import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { useState } from 'react'
import { useMarket } from '../../data/market/useMarket.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { NORMAL_UPDATES } from '../../lib/updateIntervals.ts'
import { decimalsOfStep } from '../order-book/index.ts'
import { OrderAmountField } from './OrderAmountField.tsx'
import styles from './priceTools.module.css'
import { amountOf } from './orderDraft.ts'
import { keepQuickAmounts, readQuickAmounts } from './quickAmounts.ts'

/** Amounts of quote that size the order at one press, and their change. */
export function QuickAmounts({
  spec,
  close,
  onValue,
}: {
  readonly spec: SpotSymbol
  readonly close: () => void
  /** With the last price, where it is known. */
  readonly onValue: (value: string, market: { readonly last: string | undefined }) => void
}) {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const { storage } = useServices()
  const last = useTicker(useMarket(), spec.symbol, NORMAL_UPDATES)?.last
  const [amounts, setAmounts] = useState(() => readQuickAmounts(storage))
  const [texts, setTexts] = useState<readonly string[] | undefined>(undefined)
  if (texts)
    return (
      <AmountFields
        unit={spec.quote}
        texts={texts}
        onTexts={setTexts}
        onSave={() => {
          keepQuickAmounts(storage, texts)
          setAmounts(readQuickAmounts(storage))
          setTexts(undefined)
        }}
      />
    )
  return (
    <div className={styles['amounts']}>
      <h3 className={styles['title']}>{t('ticket.quick')}</h3>
      <div className={styles['distances']}>
        {amounts.map((value, index) => (
          <Button
            // oxlint-disable-next-line react/no-array-index-key -- two amounts may be the same
            key={index}
            size="mini"
            onClick={() => {
              onValue(value, { last })
              close()
            }}
          >
            {numbers.number(value, { digits: decimalsOfStep(value) })} {spec.quote}
          </Button>
        ))}
      </div>
      <Button size="mini" variant="ghost" onClick={() => setTexts(amounts)}>
        {t('ticket.quickEdit')}
      </Button>
    </div>
  )
}

interface AmountFieldsProps {
  readonly unit: string
  readonly texts: readonly string[]
  readonly onTexts: (texts: readonly string[]) => void
  readonly onSave: () => void
}

const NOTHING = () => {}

function AmountFields({ unit, texts, onTexts, onSave }: AmountFieldsProps) {
  const t = usePageMessages()
  const areAmounts = texts.every((text) => amountOf(text) !== undefined)
  return (
    <div className={styles['amounts']}>
      <h3 className={styles['title']}>{t('ticket.quick')}</h3>
      {texts.map((text, index) => (
        <OrderAmountField
          // oxlint-disable-next-line react/no-array-index-key -- a field is a place in the list
          key={index}
          name={`quick${index}`}
          label={String(index + 1)}
          unit={unit}
          decimals={2}
          value={text}
          error={amountOf(text) === undefined ? t('spot.enterAmount') : undefined}
          onChange={(value) => onTexts(texts.map((each, at) => (at === index ? value : each)))}
          onBlur={NOTHING}
          onRefuse={NOTHING}
        />
      ))}
      <Button size="mini" variant="primary" onClick={areAmounts ? onSave : NOTHING}>
        {t('ticket.quickSave')}
      </Button>
    </div>
  )
}
