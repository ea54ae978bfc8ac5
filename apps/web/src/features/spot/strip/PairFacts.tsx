import { useNumbers } from '@x/locale/react'
import { feeRate, type VipLevel } from '@x/trading'
import { Button } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { NumberText } from '@x/ui/number'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useAppSelector } from '../../../data/store/hooks.ts'
import { selectUser } from '../../../data/store/slice.ts'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import { useFeeSchedule } from '../../../data/vip/api.ts'
import { usePageMessages } from '../../../lib/messages/messages.ts'
import styles from './pairFacts.module.css'

interface PairFactsProps {
  readonly spec: SpotSymbol
}

/** What orders of a pair must keep to, what they cost, and the networks of its coin; folded. */
export function PairFacts({ spec }: PairFactsProps) {
  const t = usePageMessages()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section className={styles['facts']}>
      <Button
        variant="ghost"
        size="small"
        block
        aria-expanded={isOpen}
        aria-controls={id}
        endIcon={<Icon of={isOpen ? ChevronUp : ChevronDown} size={14} />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('facts.title', { pair: `${spec.base}/${spec.quote}` })}
      </Button>
      <div id={id}>{isOpen ? <Facts spec={spec} /> : null}</div>
    </section>
  )
}

function Facts({ spec: { base, quote, tickSize, stepSize, minNotional } }: PairFactsProps) {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const level = useAppSelector(selectUser)?.vipLevel ?? 0
  const { data: fees } = useFeeSchedule()
  const networks = fees?.withdrawals.filter(({ asset }) => asset === base) ?? []
  const amount = (value: string, unit: string) => (
    <NumberText unit={unit}>{numbers.number(value, { digits: 18, trim: true })}</NumberText>
  )
  const rate = (role: 'maker' | 'taker') =>
    numbers.percent(feeRate({ market: 'spot', role, vipLevel: levelOf(level) }), {
      digits: 3,
      trim: true,
    })
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [t('facts.tick'), amount(tickSize, quote)],
    [t('facts.step'), amount(stepSize, base)],
    [t('facts.least'), amount(minNotional, quote)],
    [t('facts.fees'), <NumberText key="">{`${rate('maker')} / ${rate('taker')}`}</NumberText>],
    [t('facts.networks'), networks.map(({ name }) => name).join(', ')],
  ]
  return (
    <dl className={styles['list']}>
      {facts.map(([name, value]) =>
        value === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ),
      )}
    </dl>
  )
}

const levelOf = (level: number) => Math.min(5, Math.max(0, level)) as VipLevel
