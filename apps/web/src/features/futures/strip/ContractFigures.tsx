import { useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { type Contract } from '../../../data/futures/contracts.ts'
import { useMark } from '../../../data/futures/useMark.ts'
import { sizeUnitOf } from '../../../data/spot/model.ts'
import { useServerNow } from '../../../data/hooks/useServerNow.ts'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import { Figure } from '../../spot/index.ts'
import styles from '../futures.module.css'

/** Mark, index, funding with its countdown and open interest; the mark says when it is stale. */
export function ContractFigures({ spec }: { readonly spec: Contract }) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const price = useMark(spec)
  const now = useServerNow()
  const text = (value: string | null | undefined) =>
    numbers.number(value, { digits: spec.pricePlace, purpose: 'price' })
  const isStale = price !== undefined && price.mark === null
  return (
    <>
      <Figure name={t('positions.mark')}>
        <span className={styles['mark']} data-stale={isStale || undefined}>
          <NumberText>{text(price?.mark)}</NumberText>
          {isStale ? <span role="status">{t('contract.stale')}</span> : null}
        </span>
      </Figure>
      <Figure name={t('positions.index')}>
        <NumberText>{text(price?.index)}</NumberText>
      </Figure>
      <Figure name={t('contract.funding')}>
        <span className={styles['funding']}>
          <NumberText>
            {numbers.percent(price?.rate, { digits: 4 })}
            {price ? ` / ${countdown(price.nextAt - now)}` : ''}
          </NumberText>
        </span>
      </Figure>
      <Figure name={t('contract.openInterest', { unit: sizeUnitOf(spec) })}>
        <NumberText full={price?.openInterest}>{numbers.compact(price?.openInterest)}</NumberText>
      </Figure>
    </>
  )
}

/** `07:59:59` until the funding. */
function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000))
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
